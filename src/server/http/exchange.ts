import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isbot } from 'isbot';
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

/** Metrics have one series per kind. */
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
type RouteKind = (typeof ROUTE_KINDS)[number];

/** `path` is safe to log: segments that a visitor could have written are replaced with `:id`. */
type RequestRoute = { kind: RouteKind; path: string };

const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** Path segments shared by all dealers. */
const PUBLIC_SEGMENTS: ReadonlySet<string> = new Set([
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
const MAX_SEGMENTS = 6;

function masked(pathname: string): string {
  const segments = segmentsOf(pathname);
  const shown = segments
    .slice(0, MAX_SEGMENTS)
    .map((segment) => (PUBLIC_SEGMENTS.has(segment) ? segment : MASK));
  return `/${shown.join('/')}${segments.length > MAX_SEGMENTS ? '/…' : ''}`;
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

/** Describes a request without personal data. */
export function requestRoute(pathname: string, found: Resolution): RequestRoute {
  const kind = kindOf(pathname, found);
  // Page paths come from the dealer's settings.
  const path = kind === 'page' && found.kind === 'page' ? found.route.path : masked(pathname);
  return { kind, path };
}

const CACHE_OUTCOMES = ['hit', 'stale', 'miss'] as const;
type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

/** Collected for the access log and metrics; contains no personal data. */
export type RequestRecord = {
  readonly id: string;
  /** Slug. */
  dealer?: string;
  route: RequestRoute;
  cache?: CacheOutcome;
  /** Of a search: number of vehicles found. */
  found?: number | undefined;
};

export type EndedRequest = RequestRecord & {
  method: string;
  /** Of a search: whether a program sent it. */
  isAutomated: boolean;
  /** The client disconnected, or was disconnected, before the response was complete. */
  isAborted: boolean;
  /** Undefined if no headers were sent. */
  status: number | undefined;
  /** Including headers, before compression by a proxy. */
  bytes: number;
  ms: number;
};

export type Request = IncomingMessage & {
  body?: unknown;
  clientAddress?: string | undefined;
  /** Signed-in shopper; only set on gated paths. */
  contact?: Contact | undefined;
  refusal?: Refusal;
  /** For the access log and metrics. */
  record?: RequestRecord;
};

export type Exchange = {
  req: Request;
  res: ServerResponse;
  dealer: DealerConfig;
  /** The code at the time the dealer was resolved; a release must not be rendered with any other. */
  pages: PageCode;
  /** In canonical form. */
  path: URL;
  found: Resolution;
};

/** Responds and returns true, or returns false to pass the request to the next step. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

/**
 * Resolves the address for this visitor.
 * @throws database errors, on gated paths
 */
export async function exchangeOf(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  exchange: Omit<Exchange, 'found'>,
): Promise<Exchange> {
  const { req, dealer, path } = exchange;
  req.contact = await contactAtGate(services, dealer, path.pathname, req.headers.cookie ?? null);
  const visitor = { isSignedIn: req.contact !== undefined };
  return { ...exchange, found: resolveAddress(dealer, path, visitor) };
}

export async function runSteps(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const step of steps) if (await step(exchange)) return;
}

const REQUEST_ID_HEADER = 'X-Request-Id';

/** UUIDs and hexadecimal proxy ids: longer than any phone or card number, so never personal data. */
const WELL_FORMED = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{20,64})$/i;

/** The request id set by a proxy, or a new one. */
export function requestId(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : randomUUID();
}

const UNREADABLE: RequestRoute = { kind: 'unreadable', path: '' };

type Ended = (request: EndedRequest) => void;

/** Undefined if the access log is disabled. */
export function accessLog({ env, log }: Pick<Services, 'env' | 'log'>): Ended | undefined {
  if (env.ACCESS_LOG === 'no') return undefined;
  // Independent of LOG_LEVEL.
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
 * Assigns each request an id and record, and reports it once it has ended. Without listeners, requests are not timed.
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
        isAutomated: record.found !== undefined && isbot(req.headers['user-agent']),
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
