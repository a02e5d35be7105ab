import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { GARAGE_PATHS, SAVE_SEARCH_PATH, VALUATION_PATH } from '#src/config/sections/site/link-paths.ts';
import { type Contact, contactAtGate } from '#src/features/account/server/session.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { IMAGES_PATH } from '#src/platform/images/image-url.ts';
import { type Resolution, resolveAddress } from '#src/platform/routing/resolve-address.ts';
import { ENDPOINTS } from '#src/server/routes/endpoints.ts';
import { namesFile } from '#src/server/routes/request-address.ts';
import type { Services } from '#src/server/services.ts';
import type { PageCode } from './page-code.ts';

/** A closed list: metrics have a series for each. */
export const ROUTE_KINDS = [
  'page',
  'vehicle',
  'search',
  'endpoint',
  'form',
  'picture',
  'file',
  'redirect',
  'gone',
  'closed',
  'unknown',
  'health',
  'operator',
  'tls_hosts',
  'no_dealer',
  'unreadable',
] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

/** `path` is safe to log: every part that a visitor could have written is `:id`. */
type RequestRoute = { kind: RouteKind; path: string };

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** Parts of addresses that are the same at every dealer. */
const WORDS: ReadonlySet<string> = new Set([
  ...ENDPOINTS.flatMap(({ path }) => segmentsOf(path)).filter((word) => !word.includes('{')),
  ...[...GARAGE_PATHS, SAVE_SEARCH_PATH, VALUATION_PATH, IMAGES_PATH].flatMap(segmentsOf),
  ...['search', 'cars', 'enquire', 'confirm', 'stop', 'similar', 'viewed', 'saved', 'print', 'checkout'],
  ...['buy-online', 'checkout-journey', 'reservations', 'online-payment', 'sign-in', 'success', '_astro'],
  ...[
    'robots.txt',
    'sitemap.xml',
    'sitemap-cars.xml',
    'favicon.svg',
    'favicon.ico',
    'photos',
    'offer',
    'done',
  ],
]);
const MASK = ':id';
const MOST_SEGMENTS = 6;

function masked(pathname: string): string {
  const segments = segmentsOf(pathname);
  const shown = segments.slice(0, MOST_SEGMENTS).map((segment) => (WORDS.has(segment) ? segment : MASK));
  return `/${shown.join('/')}${segments.length > MOST_SEGMENTS ? '/…' : ''}`;
}

const OF_STOCK: Readonly<Record<string, RouteKind>> = {
  api: 'endpoint',
  cars: 'vehicle',
  search: 'search',
  enquire: 'form',
};

function kindOf(pathname: string, found: Resolution): RouteKind {
  if (pathname.startsWith(IMAGES_PATH)) return 'picture';
  switch (found.kind) {
    case 'page':
      return 'page';
    case 'stock':
      return OF_STOCK[segmentsOf(pathname)[0] ?? ''] ?? 'page';
    case 'unknown':
      return namesFile(pathname) ? 'file' : 'unknown';
    default:
      return found.kind;
  }
}

/** What a request asked for, without anything of the person who asked. */
export function requestRoute(pathname: string, found: Resolution): RequestRoute {
  const kind = kindOf(pathname, found);
  // The dealer wrote the address of a page.
  const path = kind === 'page' && found.kind === 'page' ? found.route.path : masked(pathname);
  return { kind, path };
}

export const CACHE_OUTCOMES = ['hit', 'stale', 'miss'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** What the steps learn of a request, for the access log and the metrics; nothing personal. */
export type RequestRecord = {
  readonly id: string;
  /** Slug. */
  dealer?: string;
  route: RequestRoute;
  cache?: CacheOutcome;
};

/** A request that has ended. */
export type EndedRequest = RequestRecord & {
  method: string;
  /** The client hung up, or was cut off, before it had the whole response. */
  isAborted: boolean;
  /** Undefined where the response had not begun. */
  status: number | undefined;
  /** Sent, with headers, before compression by any proxy. */
  bytes: number;
  ms: number;
};

export type Request = IncomingMessage & {
  body?: unknown;
  clientAddress?: string | undefined;
  /** The shopper who is signed in, at an address with a gate. */
  contact?: Contact | undefined;
  refusal?: Refusal;
  /** What the log and the metrics say of it. */
  record?: RequestRecord;
};

/** A request whose dealer is known, on its way through the steps. */
export type Exchange = {
  req: Request;
  res: ServerResponse;
  dealer: DealerConfig;
  /** The code in force when the dealer was found: a release is rendered with no other. */
  pages: PageCode;
  /** The address in its canonical spelling. */
  path: URL;
  /** What the address means at the dealer's site. */
  found: Resolution;
};

/** Responds and returns true, or leaves the request to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

/** An exchange with what its address means to this visitor. @throws the database's errors, at a gate */
export async function exchangeOf(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  exchange: Omit<Exchange, 'found'>,
): Promise<Exchange> {
  const { req, dealer, path } = exchange;
  req.contact = await contactAtGate(services, dealer, path.pathname, req.headers.cookie ?? null);
  const visitor = { isSignedIn: req.contact !== undefined };
  return { ...exchange, found: resolveAddress(dealer, path, visitor) };
}

/** Runs the steps in order until one has responded. */
export async function takeSteps(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) if (await step(exchange)) return;
}

const REQUEST_ID_HEADER = 'X-Request-Id';

/** A UUID, or the hexadecimal ids of proxies: longer than any phone or card number, and no word. */
const WELL_FORMED = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{20,64})$/i;

/** The id a proxy gave the request, else a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID();
}

const UNREADABLE: RequestRoute = { kind: 'unreadable', path: '' };

type Ended = (request: EndedRequest) => void;

/** Writes the line of the access log, if this process has one. */
export function accessLog({ env, log }: Pick<Services, 'env' | 'log'>): Ended | undefined {
  if (env.ACCESS_LOG === 'no') return undefined;
  // Whatever LOG_LEVEL says of other lines.
  const access = log.child({}, { level: 'info' });
  return ({ id, dealer, method, route, status, isAborted, bytes, ms, cache }) =>
    access.info(
      {
        requestId: id,
        dealer,
        method,
        route: route.kind,
        path: route.path,
        status,
        ...(isAborted ? { aborted: true } : {}),
        bytes,
        ms: Math.round(ms * 10) / 10,
        cache,
      },
      isAborted ? 'request aborted' : 'request',
    );
}

/**
 * Gives a request its id and its record, and reports it when it has ended.
 * @param listeners who wants to know; without any a request is not timed
 */
export function recordRequests(listeners: readonly Ended[]) {
  return (req: Request, res: ServerResponse): RequestRecord => {
    const record: RequestRecord = { id: requestId(req.headers['x-request-id']), route: UNREADABLE };
    req.record = record;
    res.setHeader(REQUEST_ID_HEADER, record.id);
    if (listeners.length === 0) return record;
    const started = performance.now();
    const { socket, method = '' } = req;
    const sentBefore = socket.bytesWritten;
    res.once('close', () => {
      const ended = {
        ...record,
        method,
        isAborted: !res.writableFinished,
        status: res.headersSent ? res.statusCode : undefined,
        bytes: socket.bytesWritten - sentBefore,
        ms: performance.now() - started,
      };
      for (const listener of listeners) listener(ended);
    });
    return record;
  };
}
