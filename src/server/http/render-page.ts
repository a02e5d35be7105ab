import type { IncomingHttpHeaders } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { tallySearch } from '#src/features/search/server/engine/observe-search.ts';
import { FOUND_HEADERS, postedSearch, refuseMethod } from '#src/features/search/server/respond-to-search.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import { renderedAt } from '#src/server/routes/request-address.ts';
import type { Services } from '#src/server/services.ts';
import type { PageCode } from './page-code.ts';
import { SERVER_ERROR_MESSAGE } from './responses.ts';
import type { StaticFiles } from './static-files.ts';

/** Input of a page. If the response is shared between shoppers, headers and client address are omitted. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Public path and query. */
  url: string;
  host: string;
  headers?: IncomingHttpHeaders;
  body?: Buffer | undefined;
  clientAddress?: string | undefined;
  /** Signed-in shopper; only set on gated paths. */
  contact?: Contact | undefined;
  /** Set if the body of an upload was not read. */
  refusal?: Refusal | undefined;
  /** Aborted once no request is waiting for the page. */
  signal?: AbortSignal | undefined;
};

/** @param pages the code at the time the dealer was resolved */
export type Render = (dealer: DealerConfig, request: PageRequest, pages: PageCode) => Promise<WholeResponse>;

/** If a page throws, Astro logs the error and responds with 500 without a content type. */
const hasFailed = ({ status, headers }: WholeResponse): boolean =>
  status === 500 && headers['content-type'] === undefined;

const FAILED: WholeResponse = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(SERVER_ERROR_MESSAGE),
};

const toWholeResponse = async (response: Response): Promise<WholeResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
});

/** Gated pages must not be cached or indexed. */
const uncacheable = (response: WholeResponse): WholeResponse => ({
  ...response,
  headers: { ...response.headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
});

/**
 * Handles `/api/search` directly. Searches can follow each keystroke, and bypassing Astro, `Request` and `Response`
 * saves a fifth of the CPU time.
 */
async function respondToSearch(
  services: Services,
  dealer: DealerConfig,
  { method, body, signal }: PageRequest,
): Promise<WholeResponse> {
  if (method !== 'POST') return toWholeResponse(refuseMethod());
  const found = await postedSearch(services, dealer, body?.toString() ?? '', signal);
  if (found instanceof Response) return toWholeResponse(found);
  return { status: 200, headers: FOUND_HEADERS, body: Buffer.from(JSON.stringify(found)) };
}

/** Unknown addresses get the dealer's not-found page. */
export function createRenderer(services: Services, files: Pick<StaticFiles, 'notFoundResponse'>): Render {
  const render: Render = async (dealer, request, pages) => {
    const { method, url, host, headers = {}, body, clientAddress, contact, refusal, signal } = request;
    const internal = renderedAt(dealer, url, { isSignedIn: contact !== undefined });
    if (internal === undefined) return files.notFoundResponse(dealer);
    if (internal.split('?', 1)[0] === SEARCH_PATH) return respondToSearch(services, dealer, request);
    const locals = {
      dealer,
      services,
      clientAddress,
      ...(contact && { contact }),
      ...(refusal && { refusal }),
      ...(signal && { signal }),
    };
    const rendered = await pages.renderPage({ method, url: internal, host, headers, body }, locals);
    if (!rendered) return files.notFoundResponse(dealer);
    const whole = hasFailed(rendered) ? FAILED : rendered;
    return contact ? uncacheable(whole) : whole;
  };
  return async (...request) => {
    const { value, found } = await tallySearch(() => render(...request));
    return found === undefined ? value : { ...value, found };
  };
}
