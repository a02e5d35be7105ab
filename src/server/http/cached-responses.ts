import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { nextMidnight } from '#src/domain/midnight.ts';
import { isSearchPath } from '#src/wire/search-calls.ts';
import { QueueFullError } from '../fair-turns.ts';
import { cacheableAddress, isCarSitemapPart, responseKey } from '../responses/cache-key.ts';
import { cacheFor } from '../responses/response-caches.ts';
import { stockTag, type WholeResponse } from '../responses/whole-response.ts';
import { searchQuestion } from '../search/calls/search-question.ts';
import type { Services } from '../services.ts';
import { respondBusy } from './busy-response.ts';
import type { Request, Step } from './exchange.ts';
import { REVALIDATE } from './file-headers.ts';
import { isRead } from './guard.ts';
import type { PageCode } from './page-code.ts';
import type { PageRequest, Render } from './render-page.ts';
import { type CachedQueues, signalOf } from './render-turns.ts';
import type { RequestRecord } from './request-record.ts';
import { sendResponse } from './send-response.ts';

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
  if (!isSearchPath(url.pathname) || !body) return undefined;
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
  const asked = searchQuestion(request.url, request.body);
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
