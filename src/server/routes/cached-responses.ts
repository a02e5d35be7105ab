import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { areCurrent, lastStockPages } from '#src/dealer-files/release/current-release.ts';
import { CALCULATOR_FIELDS } from '#src/features/finance/loan/calculator-inputs.ts';
import { ON_ROAD_FIELD } from '#src/features/finance/on-road/estimate-text.ts';
import { OPEN_LIST, openListOf } from '#src/features/search/facets/facet-show-more.ts';
import { searchCacheKey } from '#src/features/search/server/respond-to-search.ts';
import { decodeSearch, encodeSearch, isFormAddress, isQueryCut } from '#src/features/search/url/url-codec.ts';
import { DELIVERY_FIELD, FUEL_FIELDS } from '#src/features/vehicle/price/cost-calculators.ts';
import { REVALIDATE, stockTag, type WholeResponse } from '#src/platform/http/response-headers.ts';
import { QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { type CacheName, policyAt } from '#src/platform/routing/route-policies.ts';
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

/** Calculators of vehicle pages work without JavaScript through these parameters. */
const hasCalculation = (from: URLSearchParams): boolean =>
  [...FUEL_FIELDS, DELIVERY_FIELD, ON_ROAD_FIELD, ...CALCULATOR_FIELDS].some((field) => from.has(field));

const NO_PARAMETERS = () => new URLSearchParams();

/** A search in canonical form, including the expanded facet list. */
function searchParameters(from: URLSearchParams): URLSearchParams | undefined {
  // Truncated queries are not cached: the canonical form would hide the notice.
  if (isFormAddress(from) || isQueryCut(from)) return undefined;
  const canonical = encodeSearch(decodeSearch(from));
  const open = openListOf(from);
  if (open) canonical.set(OPEN_LIST, open);
  return canonical;
}

/** Missing parts may be requested as often as existing ones. */
const isCarSitemapPart = (address: string): boolean => /^\/sitemap-cars-\d+\.xml$/.test(address);

/** The parameters that affect each cached response (architecture 9); undefined if it is not cached. */
const PARAMETERS: Record<CacheName, (from: URLSearchParams) => URLSearchParams | undefined> = {
  'without-parameters': NO_PARAMETERS,
  // Calculator results are not cached.
  vehicle: (from) => (hasCalculation(from) ? undefined : NO_PARAMETERS()),
  // Other parameters are a vehicle, a calculation or form values.
  finance: (from) => ([...from.keys()].every(isCampaignField) ? NO_PARAMETERS() : undefined),
  search: searchParameters,
};

/**
 * The address a page is cached under: known parameters in a fixed order, without utm and click ids.
 * @param internal path of the page file, if the public path differs: `/models/d-max` for `/d-max`
 * @returns undefined if the address is not cached
 */
export function cacheableAddress(
  pathname: string,
  params: URLSearchParams,
  internal = pathname,
): string | undefined {
  const cache = policyAt(internal)?.cache;
  const cacheable = cache && PARAMETERS[cache](params);
  if (!cacheable) return undefined;
  return cacheable.size > 0 ? `${pathname}?${cacheable}` : pathname;
}

/** No part can contain the separator, so keys of different dealers, releases or methods never collide. */
export const responseKey = (dealer: string, releases: string, address: string, body = ''): string =>
  [dealer, releases, address, body].join('\n');

/** Request parts a cached response may depend on; excludes cookies, language and client address. */
type BareRequest = Pick<PageRequest, 'method' | 'url' | 'body' | 'headers'>;

/**
 * Reduces a request to the parts a cached response may depend on; undefined if it is not cacheable.
 * @param page body of a POST, and path of the page file
 */
function cacheableRequest(
  req: IncomingMessage,
  url: URL,
  { body, internal }: { body?: Buffer | undefined; internal?: string | undefined } = {},
): BareRequest | undefined {
  if (isRead(req.method)) {
    const address = cacheableAddress(url.pathname, url.searchParams, internal);
    return address === undefined ? undefined : { method: 'GET', url: address };
  }
  // The content type may have been spelled differently; the guard has accepted only JSON.
  if (policyAt(url.pathname)?.post?.body !== 'json' || !body) return undefined;
  return { method: 'POST', url: url.pathname, body, headers: { 'content-type': 'application/json' } };
}

type CachedResponsesOptions = {
  services: Pick<Services, 'answers' | 'clock' | 'engineBreaker'>;
  dealer: DealerConfig;
  pages: PageCode;
  queues: CachedQueues;
  render: Render;
};

/** Cookies belong to one shopper. */
function withoutCookies({
  headers: { 'set-cookie': _, ...headers },
  ...response
}: WholeResponse): WholeResponse {
  return { ...response, headers };
}

async function renderResponse(
  { services, dealer, pages, render }: CachedResponsesOptions,
  request: BareRequest,
  signal: AbortSignal,
) {
  const { value: response, isDiverted: isProvisional } = await services.engineBreaker.tally(() =>
    // The same origin for all hosts of a dealer.
    render(dealer, { ...request, host: dealer.slug, signal }, pages).then(withoutCookies),
  );
  const headers: WholeResponse['headers'] =
    request.method === 'GET' && response.status === 200
      ? { ...response.headers, 'cache-control': REVALIDATE }
      : response.headers;
  return { response: { ...response, headers }, isProvisional };
}

/** The waiting client; none for pages rendered in advance. */
type WaitingClient = {
  clientAddress?: string | undefined;
  signal?: AbortSignal;
  record?: RequestRecord | undefined;
};

/** Part of cache keys: responses of previous releases are not sent. */
const releasesOf = ({ release }: DealerConfig, { name }: PageCode): string => `${name} ${release?.id ?? ''}`;

/**
 * Returns a cached response immediately, or queues a new one.
 * @throws QueueFullError
 */
export async function cachedResponse(
  options: CachedResponsesOptions,
  request: BareRequest,
  { clientAddress, signal, record }: WaitingClient = {},
): Promise<WholeResponse> {
  const { services, dealer, pages, queues } = options;
  const cache = cacheFor(services.answers, request);
  const asked = searchCacheKey(request.url, request.body);
  const key = responseKey(dealer.slug, releasesOf(dealer, pages), `${request.method} ${request.url}`, asked);
  const queue = request.method === 'POST' ? queues.searches : queues.pages;
  const renewed = (leaving?: AbortSignal) =>
    queue.run(clientAddress, leaving, (hold) =>
      cache.get(
        {
          key,
          tags: [stockTag(dealer.slug)],
          cachesMissing: isCarSitemapPart(request.url),
          validUntil: () => nextMidnight(services.clock.now(), dealer.timeZone).getTime(),
          make(stop) {
            const made = renderResponse(options, request, stop);
            hold(made);
            return made;
          },
        },
        leaving,
      ),
    );
  const cached = cache.peek(key);
  if (record) record.cache = cached ? (cached.isStale ? 'stale' : 'hit') : 'miss';
  if (!cached) return renewed(signal);
  // Not reported: the next request tries again.
  if (cached.isStale) renewed().catch(() => undefined);
  return cached.response;
}

/** @returns false, with nothing sent, for a redirect of an address with more parameters than the cached one */
async function respondFromCache(
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
  if (req.record) req.record.found = response.found;
  const isRedirect = response.status >= 300 && response.status < 400;
  if (isRedirect && req.url !== request.url) return false;
  await sendResponse(req, res, response);
  return true;
}

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
    // A redirect has to keep all parameters of the original address.
    return request ? respondFromCache({ ...options, dealer, pages }, request, req, res) : false;
  };

/** Folder of a dealer's pre-rendered stock pages; undefined while they are outdated. */
export type StockPagesOf = (dealer: SiteOwner) => string | undefined;

/**
 * @param of.stock current version of a dealer's stock
 * @param of.code id of the current code
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
 * Serves pre-rendered stock pages. After a change of stock they are outdated until rendered again; until then, pages
 * are rendered on demand.
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
