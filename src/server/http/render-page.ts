import type { IncomingHttpHeaders } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Contact } from '#src/features/account/server/session.ts';
import { SEARCH_PATH } from '#src/features/search/search-index.ts';
import { FOUND_HEADERS, postedSearch, refuseMethod } from '#src/features/search/server/respond-to-search.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import { renderedAt } from '#src/server/routes/request-address.ts';
import type { Services } from '#src/server/services.ts';
import type { PageCode } from './page-code.ts';
import { OUR_FAULT } from './responses.ts';
import type { StaticFiles } from './static-files.ts';

/** The input of a page. One that is cached for all shoppers has no headers and no client address. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Public path and query. */
  url: string;
  host: string;
  headers?: IncomingHttpHeaders;
  body?: Buffer | undefined;
  clientAddress?: string | undefined;
  /** The shopper who is signed in, at an address with a gate. */
  contact?: Contact | undefined;
  /** Why the body of an upload was not read. */
  refusal?: Refusal | undefined;
  /** Aborted once no request is waiting for the page. */
  signal?: AbortSignal | undefined;
};

/** @param pages the code in force when the dealer was found */
export type Render = (dealer: DealerConfig, asked: PageRequest, pages: PageCode) => Promise<WholeResponse>;

/** Astro answers 500 without a type if a page throws, and has logged the error. */
const hasFailed = ({ status, headers }: WholeResponse): boolean =>
  status === 500 && headers['content-type'] === undefined;

const FAILED: WholeResponse = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(OUR_FAULT),
};

const ofResponse = async (response: Response): Promise<WholeResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(await response.arrayBuffer()),
});

/** What is shown behind a gate is stored nowhere, and listed by no search engine. */
const personal = (response: WholeResponse): WholeResponse => ({
  ...response,
  headers: { ...response.headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
});

/**
 * `/api/search`. Each of a shopper's keys may cause a search: without a `Request`, a `Response` and the way through Astro
 * it takes a fifth less of the processor, so it is no file of `src/pages/api`.
 */
async function searched(
  services: Services,
  dealer: DealerConfig,
  { method, body, signal }: PageRequest,
): Promise<WholeResponse> {
  if (method !== 'POST') return ofResponse(refuseMethod());
  const found = await postedSearch(services, dealer, body?.toString() ?? '', signal);
  if (found instanceof Response) return ofResponse(found);
  return { status: 200, headers: FOUND_HEADERS, body: Buffer.from(JSON.stringify(found)) };
}

/** Renders pages for the http server; an unknown address gets the dealer's not-found page. */
export function createRenderer(services: Services, files: Pick<StaticFiles, 'notFoundResponse'>): Render {
  return async (dealer, asked, pages) => {
    const { method, url, host, headers = {}, body, clientAddress, contact, refusal, signal } = asked;
    const internal = renderedAt(dealer, url, { isSignedIn: contact !== undefined });
    if (internal === undefined) return files.notFoundResponse(dealer);
    if (internal.split('?', 1)[0] === SEARCH_PATH) return searched(services, dealer, asked);
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
    return contact ? personal(whole) : whole;
  };
}
