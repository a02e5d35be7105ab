import { FINANCE_PATHS, GARAGE_PATHS, TRADE_IN_PATHS } from '#src/config/sections/site/link-paths.ts';

/** The setting in `account.gates` that restricts an address to signed-in visitors (`gates.ts`). */
export type GateName =
  | 'garage'
  | 'online-payment'
  | 'wheel'
  | 'personalised-finance'
  | 'finance'
  | 'trade-in'
  | 'sell-my-car'
  | 'valuation'
  | 'checkout';

/** Queues of read requests (`render-queues.ts`). */
export type ReadQueueName = 'pages' | 'views' | 'broker-quotes' | 'costs';
/** Queues of requests with a body, which do not wait for each other. */
export type PostQueueName = 'uploads' | 'codes' | 'quotes' | 'broker-leads' | 'leads' | 'payments' | 'forms';

/** Types and size of a body (`request-guard.ts`). */
export type BodyName = 'form' | 'json' | 'one-click' | 'photos' | 'feed';

/** Which parameters a cached response depends on (`cached-responses.ts`). */
export type CacheName = 'without-parameters' | 'vehicle' | 'finance' | 'search';

/** Rate limits per network and site (`rate-limits.ts`). */
export type LimitName =
  | 'journey'
  | 'lookup'
  | 'valuation'
  | 'photos'
  | 'delivery'
  | 'quote'
  | 'hold'
  | 'call'
  | 'codeSent'
  | 'codeTried'
  | 'searchSaved';

type RoutePolicy = {
  /** Matches the canonical path, without a trailing slash. */
  path: RegExp;
  gate?: GateName;
  /** Defaults to `pages`. */
  read?: ReadQueueName;
  /** Queue of reads with a certain query parameter. */
  readWith?: { field: string; queue: ReadQueueName };
  /** Without it, posts are rejected. */
  post?: {
    queue: PostQueueName;
    /** Defaults to `form`. */
    body?: BodyName;
    /** Aborts when the client disconnects; other posts are processed anyway. */
    endsWithClient?: boolean;
    /** The endpoint checks the gate itself: resending an accepted lead must not fail. */
    checksGate?: boolean;
  };
  limits?: readonly LimitName[];
  cache?: CacheName;
  /** PLAT-04: method by which a preview may call it cross-origin. */
  preview?: 'GET' | 'POST';
};

const oneOf = (paths: readonly string[]) => new RegExp(`^(?:${paths.join('|')})$`);
const [TRADE_IN, ...SELL_MY_CAR] = TRADE_IN_PATHS as readonly string[];

/**
 * Every address that is more than a page in the default queue. The first match wins. A new endpoint or form needs a row
 * if it accepts a body, waits for a service, is rate-limited, gated or cached.
 */
export const ROUTE_POLICIES: readonly RoutePolicy[] = [
  // Accounts
  { path: oneOf(GARAGE_PATHS), gate: 'garage', post: { queue: 'forms' } },
  { path: /^\/sign-in$/, post: { queue: 'codes' }, limits: ['codeSent', 'codeTried'] },
  { path: /^\/api\/phone-codes\//, post: { queue: 'codes' }, limits: ['codeSent', 'codeTried'] },
  { path: /^\/saved-cars$/, post: { queue: 'forms' } },
  { path: /^\/spin-to-win$/, gate: 'wheel', post: { queue: 'forms' } },
  {
    path: /^\/save-search\/[\w-]{16}\/stop$/,
    post: { queue: 'forms', body: 'one-click' },
  },
  { path: /^\/save-search(?:\/[\w-]+)*$/, post: { queue: 'forms' }, limits: ['searchSaved'] },

  // Leads
  {
    path: /^\/enquire\/quick-quote$/,
    read: 'broker-quotes',
    post: { queue: 'broker-leads', checksGate: true },
  },
  { path: /^\/enquire\//, post: { queue: 'leads', checksGate: true } },
  { path: /^\/api\/leads\//, post: { queue: 'leads', checksGate: true }, preview: 'POST' },
  { path: /^\/api\/test-drives\/availability$/, post: { queue: 'forms' }, preview: 'GET' },

  // Finance
  { path: /^\/personalised\/finance$/, gate: 'personalised-finance' },
  { path: oneOf(FINANCE_PATHS), gate: 'finance', cache: 'finance' },
  { path: /^\/api\/youx\/quote$/, post: { queue: 'quotes', endsWithClient: true }, limits: ['quote'] },
  { path: /^\/api\/youx\/create-customer$/, post: { queue: 'broker-leads' } },

  // Trade-in
  { path: oneOf([`${TRADE_IN}`, '/cars/trade-in']), gate: 'trade-in' },
  { path: oneOf(SELL_MY_CAR), gate: 'sell-my-car' },
  {
    path: /^\/value-my-car\/[\w-]{32}\/photos$/,
    gate: 'valuation',
    post: { queue: 'uploads', body: 'photos' },
    limits: ['photos'],
  },
  { path: /^\/api\/miscellaneous$/, gate: 'valuation', post: { queue: 'forms' } },
  {
    path: /^\/value-my-car(?:\/.*)?$/,
    gate: 'valuation',
    post: { queue: 'forms' },
    limits: ['journey', 'lookup', 'valuation'],
  },

  // Reservations
  {
    path: /^\/cars\/[^/]+\/(?:checkout|buy-online)$/,
    gate: 'checkout',
    post: { queue: 'payments' },
    limits: ['hold'],
  },
  { path: /^\/checkout-journey$/, gate: 'checkout', post: { queue: 'payments' }, limits: ['hold'] },
  { path: /^\/online-payment$/, gate: 'online-payment', post: { queue: 'payments' } },
  { path: /^\/reservations\/[^/]+$/, post: { queue: 'payments' } },

  // Vehicles
  { path: /^\/cars\/[^/]+\/view\.json$/, read: 'views' },
  {
    path: /^\/cars\/[^/]+\/deal$/,
    readWith: { field: 'postcode', queue: 'costs' },
    // Stores the deal in the account.
    post: { queue: 'forms' },
    limits: ['delivery'],
  },
  { path: /^\/cars\/[^/]+\/similar$/, cache: 'without-parameters' },
  { path: /^\/api\/cars\/[^/]+\/similar$/, post: { queue: 'forms' }, cache: 'without-parameters' },
  { path: /^\/api\/cars\/[^/]+\/autogauge$/, read: 'costs', post: { queue: 'forms' }, preview: 'GET' },
  {
    path: /^\/api\/delivery-price$/,
    read: 'costs',
    post: { queue: 'forms' },
    limits: ['delivery'],
    preview: 'GET',
  },
  {
    path: /^\/cars\/[^/]+$/,
    readWith: { field: 'delivery_postcode', queue: 'costs' },
    // Reveals a phone number.
    post: { queue: 'forms' },
    limits: ['call', 'delivery'],
    cache: 'vehicle',
  },

  // Search
  { path: /^\/api\/search$/, post: { queue: 'forms', body: 'json' }, preview: 'POST' },
  { path: /^\/api\/search\/(?:list|models|offers)$/, post: { queue: 'forms', body: 'json' } },
  { path: /^\/api\/search\/words$/, post: { queue: 'forms' }, preview: 'GET' },
  { path: /^\/api\/suggestions$/, post: { queue: 'forms' }, cache: 'without-parameters' },
  { path: /^\/search\/.+$/, cache: 'search' },

  // Pages that show stock
  { path: /^\/(?:special-offers|reviews|offers\/[^/]+(?:\/[^/]+)?)?$/, cache: 'without-parameters' },
  { path: /^\/(?:models|brands|locations)\/[^/]+$/, cache: 'without-parameters' },
  { path: /^\/sitemap-cars(?:-\d+)?\.xml$/, cache: 'without-parameters' },

  // Stock: `pushed-feed-step.ts` takes these before any other row counts.
  { path: /^\/feeds\/[\w-]+$/, post: { queue: 'uploads', body: 'feed' } },

  // Every other endpoint
  { path: /^\/api\//, post: { queue: 'forms' } },
];

/** Undefined for a page in the default queue. */
export const policyAt = (path: string): RoutePolicy | undefined =>
  ROUTE_POLICIES.find((row) => row.path.test(path));

/**
 * What a CDN may hold. `stock`: shows vehicles and prices. `release`: changes with a publication alone. `file`: hashed
 * files and pictures of vehicles, whose address changes with their content.
 */
export type CdnContent = 'stock' | 'release' | 'file';

/**
 * PLAT-61: a row that is not cached here is not cached by a CDN either: forms, gates, endpoints, sessions.
 * @param internal path of the page file
 * @returns undefined if a CDN may not hold this address
 */
export function cdnContentAt(path: string, internal = path): Exclude<CdnContent, 'file'> | undefined {
  const rows = [policyAt(path), policyAt(internal)].filter((row) => row !== undefined);
  if (rows.some(({ cache }) => !cache)) return undefined;
  return rows.length > 0 ? 'stock' : 'release';
}
