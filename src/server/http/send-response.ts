import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WholeResponse } from '../responses/whole-response.ts';
import { isRead } from './guard.ts';
import { acceptedEncoding, type Encoding, holdsEtag } from './negotiation.ts';
import { setCacheControl } from './responses.ts';

/** For pages on demand: q11 would cost the first shopper 40-80 ms. */
export const BROTLI_QUALITY = 5;
export const GZIP_LEVEL = 6;

/** Pictures are already compressed. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|ld\+json|xml|javascript|manifest\+json)|image\/svg)/i;

/** Below this size compression saves nothing on the wire. */
const SMALLEST_COMPRESSED_BYTES = 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => compressGzip(body, { level: GZIP_LEVEL }),
};

const headerOf = ({ headers }: WholeResponse, name: string): string => String(headers[name] ?? '');

type Sent = { etag(): string; compressed: Map<Encoding, Promise<Buffer>> };

/** Lives as long as the response: a cached response is compressed once for each encoding. */
const prepared = new WeakMap<WholeResponse, Sent>();

function prepare(response: WholeResponse): Sent {
  const known = prepared.get(response);
  if (known) return known;
  let etag: string | undefined;
  const sent: Sent = {
    // Only of what browsers may store.
    etag() {
      etag ??= `W/"${createHash('sha256').update(response.body).digest('base64url').slice(0, 22)}"`;
      return etag;
    },
    compressed: new Map(),
  };
  prepared.set(response, sent);
  return sent;
}

function compressed(sent: Sent, encoding: Encoding, body: Buffer): Promise<Buffer> {
  const known = sent.compressed.get(encoding);
  if (known) return known;
  const made = COMPRESS[encoding](body);
  sent.compressed.set(encoding, made);
  return made;
}

/** Sends a complete response for this client: compressed, 304 if the client has it, without a body for HEAD. */
export async function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: WholeResponse,
): Promise<void> {
  const sent = prepare(response);
  for (const [name, value] of Object.entries(response.headers)) {
    if (name === 'set-cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  if (response.headers['cache-control'] !== undefined)
    setCacheControl(res, headerOf(response, 'cache-control'));
  const varies = res.getHeader('Vary');
  res.setHeader('Vary', varies === undefined ? 'Accept-Encoding' : `${varies}, Accept-Encoding`);
  if (
    isRead(req.method) &&
    response.status === 200 &&
    !headerOf(response, 'cache-control').includes('no-store')
  ) {
    res.setHeader('ETag', sent.etag());
    if (holdsEtag(req.headers['if-none-match'], sent.etag())) {
      res.statusCode = 304;
      return void res.end();
    }
  }
  const encoding =
    response.body.length < SMALLEST_COMPRESSED_BYTES || !COMPRESSIBLE.test(headerOf(response, 'content-type'))
      ? undefined
      : acceptedEncoding(req.headers['accept-encoding']);
  const body = encoding ? await compressed(sent, encoding, response.body) : response.body;
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.statusCode = response.status;
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}
