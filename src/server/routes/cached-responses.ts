import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { areCurrent, lastStockPages } from '#src/dealer-files/release/current-release.ts';
import { CALCULATOR_FIELDS } from '#src/features/finance/loan/loan-calculation.ts';
import { OPEN_LIST, openListOf } from '#src/features/search/facets/facet-show-more.ts';
import { searchCacheKey } from '#src/features/search/server/respond-to-search.ts';
import { decodeSearch, encodeSearch, isFormAddress, isQueryCut } from '#src/features/search/url/url-codec.ts';
import { DELIVERY_FIELD, FUEL_FIELDS } from '#src/features/vehicle/price/cost-calculators.ts';
import { REVALIDATE, stockTag, type WholeResponse } from '#src/platform/http/response-headers.ts';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { type CacheName, routeAt } from '#src/platform/routing/route-table.ts';
import { isCampaignField } from '#src/platform/routing/visit-address.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { nextMidnight } from '#src/platform/time/zoned-time.ts';
import type { Request, RequestRecord, Step } from '#src/server/http/exchange.ts';
import type { PageCode } from '#src/server/http/page-code.ts';
import type { PageRequest, Render } from '#src/server/http/render-page.ts';
import { respondBusy, sendResponse } from '#src/server/http/responses.ts';
import { createStaticFiles, type SiteOwner } from '#src/server/http/static-files.ts';
import type { Services } from '#src/server/services.ts';
import { type CachedQueues, signalOf } from './render-queues.ts';
import { isRead } from './request-guard.ts';
import { cacheFor } from './response-cache.ts';

/** Fields of a vehicle page's calculators, which work without JavaScript. */
const isReckoned = (from: URLSearchParams): boolean =>
  [...FUEL_FIELDS, DELIVERY_FIELD, ...CALCULATOR_FIELDS].some((field) => from.has(field));

const NO_PARAMETERS = () => new URLSearchParams();

/** A search in its canonical form, with the list open on its page. */
function searchParameters(from: URLSearchParams): URLSearchParams | undefined {
  // The page of an over-long query says that it was cut, which its canonical form would hide.
  if (isFormAddress(from) || isQueryCut(from)) return undefined;
  const known = encodeSearch(decodeSearch(from));
  const open = openListOf(from);
  if (open) known.set(OPEN_LIST, open);
  return known;
}

/** Missing parts may be requested as often as existing ones. */
const isCarSitemapPart = (address: string): boolean => /^\/sitemap-cars-\d+\.xml$/.test(address);

/** The parameters that change what a cached response shows (architecture 9); undefined for one that is not cached. */
const PARAMETERS: Record<CacheName, (from: URLSearchParams) => URLSearchParams | undefined> = {
  'without-parameters': NO_PARAMETERS,
  // A shopper's calculations are not cached.
  vehicle: (from) => (isReckoned(from) ? undefined : NO_PARAMETERS()),
  // Anything else is a car, a calculation or a value of its form.
  finance: (from) => ([...from.keys()].every(isCampaignField) ? NO_PARAMETERS() : undefined),
  search: searchParameters,
};

/**
 * The address a page is rendered and cached under: known parameters in a fixed order, without utm and click ids.
 * @param internal the path of the page file, where the site has an address of its own: `/models/d-max` of `/d-max`
 * @returns undefined for an address that is not cached
 */
export function cacheableAddress(
  pathname: string,
  params: URLSearchParams,
  internal = pathname,
): string | undefined {
  const cache = routeAt(internal)?.cache;
  const known = cache && PARAMETERS[cache](params);
  if (!known) return undefined;
  return known.size > 0 ? `${pathname}?${known}` : pathname;
}

/** Keys of different dealers, releases or methods never collide: no part can contain the separator. */
export const responseKey = (dealer: string, releases: string, address: string, body = ''): string =>
  [dealer, releases, address, body].join('\n');

/** The headers a cached response may depend on: no cookie, language or address of a shopper. */
export type BareRequest = Pick<PageRequest, 'method' | 'url' | 'body' | 'headers'>;

/**
 * The reduced request whose response may be cached and sent to every shopper, or undefined.
 * @param page body of a POST, read, and the path of the page file
 */
export function cacheableRequest(
  req: IncomingMessage,
  url: URL,
  { body, internal }: { body?: Buffer | undefined; internal?: string | undefined } = {},
): BareRequest | undefined {
  if (isRead(req.method)) {
    const address = cacheableAddress(url.pathname, url.searchParams, internal);
    return address === undefined ? undefined : { method: 'GET', url: address };
  }
  // The guard allowed only JSON, however its type was written.
  if (routeAt(url.pathname)?.post?.body !== 'json' || !body) return undefined;
  return { method: 'POST', url: url.pathname, body, headers: { 'content-type': 'application/json' } };
}

export type CachedResponsesOptions = {
  services: Pick<Services, 'answers' | 'clock' | 'engineBreaker'>;
  dealer: DealerConfig;
  pages: PageCode;
  turns: CachedQueues;
  render: Render;
};

/** A cookie belongs to one shopper. */
function withoutCookies({
  headers: { 'set-cookie': _, ...headers },
  ...response
}: WholeResponse): WholeResponse {
  return { ...response, headers };
}

async function make(
  { services, dealer, pages, render }: CachedResponsesOptions,
  request: BareRequest,
  signal: AbortSignal,
) {
  const { value: response, isDiverted: isProvisional } = await services.engineBreaker.tally(() =>
    // One origin for all hosts of a dealer.
    render(dealer, { ...request, host: dealer.slug, signal }, pages).then(withoutCookies),
  );
  const headers: WholeResponse['headers'] =
    request.method === 'GET' && response.status === 200
      ? { ...response.headers, 'cache-control': REVALIDATE }
      : response.headers;
  return { response: { ...response, headers }, isProvisional };
}

/** The client, and whether it is still connected; none for a page rendered in advance. */
type Asker = {
  clientAddress?: string | undefined;
  signal?: AbortSignal;
  record?: RequestRecord | undefined;
};

/** A response of an earlier release of the dealer, or of the code, is not sent. */
const releasesOf = ({ release }: DealerConfig, { name }: PageCode): string => `${name} ${release?.id ?? ''}`;

/** A cached response immediately; a new one when the client's network has its turn. @throws TurnsFullError */
export async function cachedResponse(
  options: CachedResponsesOptions,
  request: BareRequest,
  { clientAddress, signal, record }: Asker = {},
): Promise<WholeResponse> {
  const { services, dealer, pages, turns } = options;
  const cache = cacheFor(services.answers, request);
  const asked = searchCacheKey(request.url, request.body);
  const key = responseKey(dealer.slug, releasesOf(dealer, pages), `${request.method} ${request.url}`, asked);
  const queue = request.method === 'POST' ? turns.searches : turns.pages;
  const renewed = (leaving?: AbortSignal) =>
    queue.run(clientAddress, leaving, (hold) =>
      cache.get(
        {
          key,
          tags: [stockTag(dealer.slug)],
          cachesMissing: isCarSitemapPart(request.url),
          validUntil: () => nextMidnight(services.clock.now(), dealer.timeZone).getTime(),
          make(stop) {
            const made = make(options, request, stop);
            hold(made);
            return made;
          },
        },
        leaving,
      ),
    );
  const known = cache.known(key);
  if (record) record.cache = known ? (known.isStale ? 'stale' : 'hit') : 'miss';
  if (!known) return renewed(signal);
  // Not reported: the next request tries again.
  if (known.isStale) renewed().catch(() => undefined);
  return known.response;
}

/**
 * Sends a cached response, or makes one.
 * @returns false, with nothing sent, for a redirect of an address with more parameters than the cached one
 */
export async function respondFromCache(
  options: CachedResponsesOptions,
  request: BareRequest,
  req: Request,
  res: ServerResponse,
): Promise<boolean> {
  const asker = { clientAddress: req.clientAddress, signal: signalOf(res), record: req.record };
  const response = await cachedResponse(options, request, asker).catch((error: unknown) => {
    if (error instanceof QueueFullError || asker.signal.aborted) return undefined;
    throw error;
  });
  if (!response) {
    respondBusy(options.dealer, req, res);
    return true;
  }
  const isRedirect = response.status >= 300 && response.status < 400;
  if (isRedirect && req.url !== request.url) return false;
  await sendResponse(req, res, response);
  return true;
}

/** Responds from the cache, or makes and caches a response. */
export const cachedResponseStep =
  (options: Omit<CachedResponsesOptions, 'dealer' | 'pages'>): Step =>
  ({ req, res, dealer, pages, path, found }) => {
    if (req.contact) return false;
    const isMade = found.kind === 'stock' || (found.kind === 'page' && found.route.rendered !== 'build');
    const request = isMade
      ? cacheableRequest(req, path, {
          body: Buffer.isBuffer(req.body) ? req.body : undefined,
          internal: found.kind === 'page' ? found.route.internal : undefined,
        })
      : undefined;
    // Only the shopper's own address redirects with all its parameters.
    return request ? respondFromCache({ ...options, dealer, pages }, request, req, res) : false;
  };

/** Where the pages of a dealer's stock are, while they are true; undefined otherwise. */
export type StockPagesOf = (dealer: SiteOwner) => string | undefined;

/**
 * @param of.stock names a dealer's stock, as this server knows it
 * @param of.code id of the code in force
 */
export const stockPagesOf =
  (of: {
    dist: string;
    clock: Clock;
    stock(slug: string): string | undefined;
    code(): string;
  }): StockPagesOf =>
  ({ slug, release }) => {
    const stock = of.stock(slug);
    if (!release || stock === undefined) return undefined;
    const pages = lastStockPages(of.dist, slug, release.id);
    const now = { stock, code: of.code(), nowMs: of.clock.now().getTime() };
    return areCurrent(pages, now) ? pages.folder : undefined;
  };

/**
 * Sends the file of a page that shows stock. Between a change and the next rendering there is none that is true: the
 * page is rendered on demand then.
 */
export function stockPageStep(pages: StockPagesOf): Step {
  const files = createStaticFiles({ pages, assets: () => [] });
  return ({ req, res, dealer, path, found }) => {
    if (found.kind !== 'page' || found.route.rendered !== 'stock') return false;
    if (!isRead(req.method) || req.contact) return false;
    const { pathname, searchParams } = path;
    const isPlain = cacheableAddress(pathname, searchParams, found.route.internal) === pathname;
    return isPlain && files.serve(dealer, req, res);
  };
}
