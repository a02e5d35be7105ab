import type { IncomingHttpHeaders } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { WholeResponse } from '../responses/whole-response.ts';
import type { Services } from '../services.ts';
import type { Refusal } from './guard.ts';
import { OUR_FAULT } from './responses.ts';
import { renderedAt } from './site-addresses.ts';
import type { StaticFiles } from './static-files.ts';

/**
 * Renders a page or answers an endpoint: what the bundle exports (`src/publishing/pages-entry.ts`).
 * @param request with the internal address of the page
 * @returns undefined if no page has this address
 */
export type RenderPage = (request: globalThis.Request, locals: object) => Promise<Response | undefined>;

/** The input of a page. One that is cached for all shoppers has no headers and no client address. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Public path and query. */
  url: string;
  host: string;
  headers?: IncomingHttpHeaders;
  body?: Buffer | undefined;
  clientAddress?: string | undefined;
  /** Why the body of an upload was not read. */
  refusal?: Refusal | undefined;
  /** Aborted once no request is waiting for the page. */
  signal?: AbortSignal | undefined;
};

export type Render = (dealer: DealerConfig, asked: PageRequest) => Promise<WholeResponse>;

function headersOf(headers: IncomingHttpHeaders): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) copied.append(name, each);
  }
  return copied;
}

/** Astro returns 500 without a body if a page throws, and has logged the error. */
const hasFailed = ({ status, body }: Response): boolean => status === 500 && body === null;

const FAILED: WholeResponse = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(OUR_FAULT),
};

async function wholeResponse(response: Response): Promise<WholeResponse> {
  if (hasFailed(response)) return FAILED;
  const cookies = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Renders pages for the http server; an unknown address gets the dealer's not-found page. */
export function createRenderer(options: {
  services: Services;
  files: Pick<StaticFiles, 'notFoundResponse'>;
  renderPage: RenderPage;
}): Render {
  const { services, files, renderPage } = options;
  return async (dealer, { method, url, host, headers = {}, body, clientAddress, refusal, signal }) => {
    const internal = renderedAt(dealer, url);
    if (internal === undefined) return files.notFoundResponse(dealer.slug);
    const request = new globalThis.Request(`http://${host}${internal}`, {
      method,
      headers: headersOf({ ...headers, host }),
      ...(body && { body: new Uint8Array(body) }),
    });
    const locals = {
      dealer,
      services,
      clientAddress,
      ...(refusal && { refusal }),
      ...(signal && { signal }),
    };
    const response = await renderPage(request, locals);
    return response ? wholeResponse(response) : files.notFoundResponse(dealer.slug);
  };
}
