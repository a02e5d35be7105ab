import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cspHash, textHeader, type WholeResponse } from '#src/platform/http/response-headers.ts';

const HEADER = 'content-security-policy';
const INLINE = /<(style|script)\b([^>]*)>(.*?)<\/\1>/gis;
const HASH = / '(sha256-[\w+/=]+)'/g;

function inlineHashes(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(INLINE))
    if (name.toLowerCase() === 'style' || !/\ssrc=/i.test(attributes)) found.add(cspHash(text));
  return found;
}

/**
 * Narrows the policy to the page's own inline styles and scripts. Astro lists those of all pages, a header of 5 KB, but
 * proxies commonly limit all response headers to 4 KB (nginx `proxy_buffer_size`).
 */
export function withOwnPolicy(response: WholeResponse): WholeResponse {
  const policy = textHeader(response, HEADER);
  if (policy === undefined) return response;
  const page = response.body.toString();
  const own = inlineHashes(page);
  const narrowed = policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  return { ...response, headers: { ...response.headers, [HEADER]: narrowed } };
}

/** Export of the compiled pages: the middleware of `@astrojs/node`. */
export type PageHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => void | Promise<void>;

type RenderRequest = {
  method?: string;
  /** Internal path and query. */
  url: string;
  host: string;
  headers?: IncomingMessage['headers'];
  body?: Buffer | undefined;
};

/** @returns undefined if no page matches */
export type RenderPage = (request: RenderRequest, locals: object) => Promise<WholeResponse | undefined>;

export type PageCode = {
  /** Part of cache keys: responses of other code are not sent. */
  readonly name: string;
  readonly renderPage: RenderPage;
};

/** Collects the whole response in memory, to be sent later or to many clients. */
class CollectedResponse extends ServerResponse {
  readonly #chunks: Uint8Array[] = [];

  override writeHead(status: number, ...[message, headers]: [unknown?, unknown?]): this {
    this.statusCode = status;
    const sent = (typeof message === 'string' ? headers : message) as OutgoingHttpHeaders | undefined;
    for (const [name, value] of Object.entries(sent ?? {}))
      if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.emit('finish');
    this.emit('close');
    return this;
  }

  whole(): WholeResponse {
    const headers = Object.entries(this.getHeaders()).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : String(value),
    ]);
    return {
      status: this.statusCode,
      headers: Object.fromEntries(headers),
      body: Buffer.concat(this.#chunks),
    };
  }
}

function incoming({ method = 'GET', url, host, headers, body }: RenderRequest): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url, headers: { ...headers, host } });
  if (body) req.push(body);
  req.push(null);
  return req;
}

/** Renders whole responses without a client connection. */
export const pagesOf =
  (handler: PageHandler): RenderPage =>
  async (request, locals) => {
    const req = incoming(request);
    const res = new CollectedResponse(req);
    const { promise, resolve, reject } = Promise.withResolvers<WholeResponse | undefined>();
    res.once('finish', () => resolve(withOwnPolicy(res.whole())));
    await handler(req, res, (error) => (error === undefined ? resolve(undefined) : reject(error)), locals);
    return promise;
  };
