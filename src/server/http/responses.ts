import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { errorBody, type Refusal } from '#src/platform/http/endpoint.ts';
import {
  acceptedEncoding,
  type Encoding,
  matchesEtag,
  type WholeResponse,
} from '#src/platform/http/response-headers.ts';
import { telephoneHref } from '#src/platform/routing/href.ts';
import { xmlText } from '#src/platform/text/xml.ts';
import { isRead } from '#src/server/routes/request-guard.ts';
import type { Services } from '#src/server/services.ts';
import type { Request } from './exchange.ts';

export const SERVER_ERROR_MESSAGE = 'Something went wrong on our side. Please try again.';

export function respondWithText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

/** Sends JSON that must not be cached. */
export function respondWithJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(JSON.stringify(body));
}

/** Downgrades public to private if the response sets a cookie, so that shared caches do not store it. */
export function setCacheControl(res: ServerResponse, value: string): void {
  res.setHeader('Cache-Control', res.hasHeader('Set-Cookie') ? value.replace('public', 'private') : value);
}

export function redirect(res: ServerResponse, status: 301 | 302 | 303 | 308, to: string): void {
  res.setHeader('Location', to);
  respondWithText(res, status, '');
}

/** Sends a client error as `{ error: { code, message } }`. */
export function refuse(
  res: ServerResponse,
  { status, code, message, allow = 'GET, HEAD, POST' }: Refusal,
): void {
  if (status === 405) res.setHeader('Allow', allow);
  // The rest of the body is not read.
  res.setHeader('Connection', 'close');
  respondWithJson(res, status, errorBody(code, message));
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);
/** The process has run out of file descriptors. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE']);

/** Sends a server error; the log contains no personal data. */
export function fail(services: Pick<Services, 'log'>, res: ServerResponse, error: unknown): void {
  if (HUNG_UP.has(codeOf(error))) return void res.destroy();
  services.log.error(
    { err: error instanceof Error ? { message: error.message, stack: error.stack } : String(error) },
    'request failed',
  );
  if (res.headersSent) return void res.destroy();
  res.setHeader('Cache-Control', 'no-store');
  if (EXHAUSTED.has(codeOf(error))) respondWithText(res, 503, 'We are busy. Please try again.');
  else respondWithText(res, 500, SERVER_ERROR_MESSAGE);
}

const HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** Two years. Subdomains are included only if the dealer opts in. */
const HSTS = 'max-age=63072000';

type OverTls = 'yes' | 'no';

/** The script and style policy is set by each page. */
export function setSecurityHeaders(res: ServerResponse, overTls: OverTls): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (overTls === 'yes') res.setHeader('Strict-Transport-Security', HSTS);
}

export function setDealerHeaders(res: ServerResponse, dealer: DealerConfig, overTls: OverTls): void {
  if (overTls === 'yes' && dealer.secureSubdomains) {
    res.setHeader('Strict-Transport-Security', `${HSTS}; includeSubDomains`);
  }
}

const RETRY_AFTER_SECONDS = 2;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;

/** Endpoints and clients that do not accept HTML get JSON. */
function acceptsHtml({ url = '', headers }: Request): boolean {
  if (url.startsWith('/api/')) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/i.test(headers.accept);
}

/** Repeats the posted fields in a form, so that no input is lost. */
function retryForm({ url = '', headers, body }: Request): string {
  if (!Buffer.isBuffer(body) || !URLENCODED.test(headers['content-type'] ?? '')) {
    return '<p>We didn’t receive your details. Wait a moment, then go back and send them again.</p>';
  }
  const fields = [...new URLSearchParams(body.toString())].map(
    ([name, value]) => `<input type="hidden" name="${xmlText(name)}" value="${xmlText(value)}">`,
  );
  return `<p>We haven’t received your details yet. They are still on this page. Wait a moment, then send them again.</p>
<form method="post" action="${xmlText(url)}">${fields.join('')}<button>Send again</button></form>`;
}

function busyPage(dealer: DealerConfig, phone: string, req: Request): string {
  const again = isRead(req.method)
    ? `<p><a href="${xmlText(req.url ?? '/')}">Try again</a></p>`
    : retryForm(req);
  const call = `<a href="${xmlText(telephoneHref(phone))}">${xmlText(phone)}</a>`;
  const name = xmlText(dealer.name);
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>We are busy – ${name}</title></head>
<body><main><h1>We are busy</h1>
<p>Please try again in a moment, or call ${name} on ${call}.</p>
${again}
</main></body></html>
`;
}

/** Sends 503 for a rejected request; it does not use a queue itself. */
export function respondBusy(dealer: DealerConfig, req: Request, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return;
  const phone = dealer.phones.override ?? dealer.phones.main;
  res.statusCode = 503;
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  res.setHeader('Cache-Control', 'no-store');
  if (acceptsHtml(req)) {
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.setHeader('Content-Security-Policy', "default-src 'none'; form-action 'self'; base-uri 'none'");
    res.end(busyPage(dealer, phone, req));
    return;
  }
  const message = `We are busy. Please try again in a moment, or call us on ${phone}.`;
  respondWithJson(res, 503, errorBody('busy', message, { phone }));
}

/** For pages on demand; quality 11 takes 40-80 ms per page. */
export const BROTLI_QUALITY = 5;
export const GZIP_LEVEL = 6;

/** Pictures are already compressed. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|ld\+json|xml|javascript|manifest\+json)|image\/svg)/i;

/** Smaller responses fit in one packet either way. */
const MIN_COMPRESSED_BYTES = 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => compressGzip(body, { level: GZIP_LEVEL }),
};

const headerOf = ({ headers }: WholeResponse, name: string): string => String(headers[name] ?? '');

type Sent = { etag(): string; compressed: Map<Encoding, Promise<Buffer>> };

/** Keyed by response, so that a cached response is compressed once per encoding. */
const prepared = new WeakMap<WholeResponse, Sent>();

function prepare(response: WholeResponse): Sent {
  const cached = prepared.get(response);
  if (cached) return cached;
  let etag: string | undefined;
  const sent: Sent = {
    // Computed on demand, because uncacheable responses need no ETag.
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
  const cached = sent.compressed.get(encoding);
  if (cached) return cached;
  const made = COMPRESS[encoding](body);
  sent.compressed.set(encoding, made);
  return made;
}

/** Handles compression, conditional requests and HEAD. */
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
    if (matchesEtag(req.headers['if-none-match'], sent.etag())) {
      res.statusCode = 304;
      return void res.end();
    }
  }
  const encoding =
    response.body.length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(headerOf(response, 'content-type'))
      ? undefined
      : acceptedEncoding(req.headers['accept-encoding']);
  const body = encoding ? await compressed(sent, encoding, response.body) : response.body;
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.statusCode = response.status;
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}
