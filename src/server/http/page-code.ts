import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cspHash, textHeader, type WholeResponse } from '#src/platform/http/response-headers.ts';

const HEADER = 'content-security-policy';
const INLINE = /<(style|script)\b([^>]*)>(.*?)<\/\1>/gis;
const HASH = / '(sha256-[\w+/=]+)'/g;

/** The hashes of a page's inline styles and scripts. */
function inlineHashes(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, name = '', attributes = '', text = ''] of html.matchAll(INLINE))
    if (name.toLowerCase() === 'style' || !/\ssrc=/i.test(attributes)) found.add(cspHash(text));
  return found;
}

/**
 * A page with a policy that names its own inline styles and scripts. Astro names those of all pages, which makes a header
 * of 5 KB, and a proxy commonly has 4 KB for all headers of a response (nginx's `proxy_buffer_size`).
 */
export function withOwnPolicy(response: WholeResponse): WholeResponse {
  const policy = textHeader(response, HEADER);
  if (policy === undefined) return response;
  const page = response.body.toString();
  const own = inlineHashes(page);
  const narrowed = policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  return { ...response, headers: { ...response.headers, [HEADER]: narrowed } };
}

/** What the compiled pages export: the middleware of `@astrojs/node`. */
export type PageHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => void | Promise<void>;

export type RenderRequest = {
  method?: string;
  /** The internal address of the page, with its query. */
  url: string;
  host: string;
  headers?: IncomingMessage['headers'];
  body?: Buffer | undefined;
};

/**
 * Renders a page or answers an endpoint.
 * @returns undefined if no page has this address
 */
export type RenderPage = (request: RenderRequest, locals: object) => Promise<WholeResponse | undefined>;

/** The compiled pages of one code release. */
export type PageCode = {
  /** Responses cached by another code are not sent. */
  readonly name: string;
  readonly renderPage: RenderPage;
};

/** A response that is sent later, perhaps to many shoppers. */
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

/** Pages as the http server and the build ask for them: each in one piece, for no connection of its own. */
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
