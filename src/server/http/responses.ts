import type { ServerResponse } from 'node:http';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Refusal } from '#src/wire/error.ts';
import { errorBody } from '#src/wire/error.ts';
import type { Services } from '../services.ts';

/** The message for a fault of ours. */
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';

export function respondWithText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

/**
 * How long a response may be cached. One that sets a cookie is for its own client: a cache shared by others would give
 * them the cookie.
 */
export function setCacheControl(res: ServerResponse, value: string): void {
  res.setHeader('Cache-Control', res.hasHeader('Set-Cookie') ? value.replace('public', 'private') : value);
}

export function redirect(res: ServerResponse, status: 301 | 302 | 303 | 308, to: string): void {
  res.setHeader('Location', to);
  respondWithText(res, status, '');
}

/** A user's mistake, as `{ error: { code, message } }`. */
export function refuse(
  res: ServerResponse,
  { status, code, message, allow = 'GET, HEAD, POST' }: Refusal,
): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  if (status === 405) res.setHeader('Allow', allow);
  // The rest of the body is not read.
  res.setHeader('Connection', 'close');
  res.end(JSON.stringify(errorBody(code, message)));
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);
/** No file can be opened until others are closed. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE']);

/** A fault of ours: logged without personal data, shown to the shopper in plain words. */
export function fail(services: Pick<Services, 'log'>, res: ServerResponse, error: unknown): void {
  if (HUNG_UP.has(codeOf(error))) return void res.destroy();
  services.log.error(
    { err: error instanceof Error ? { message: error.message, stack: error.stack } : String(error) },
    'request failed',
  );
  if (res.headersSent) return void res.destroy();
  res.setHeader('Cache-Control', 'no-store');
  if (EXHAUSTED.has(codeOf(error))) respondWithText(res, 503, 'We are busy. Please try again.');
  else respondWithText(res, 500, OUR_FAULT);
}

const HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** Two years. Other subdomains of a dealer are included only if the dealer says so. */
const HSTS = 'max-age=63072000';

type OverTls = 'yes' | 'no';

/** Sent with every response; the script and style policy comes with each page. */
export function setSecurityHeaders(res: ServerResponse, overTls: OverTls): void {
  for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
  if (overTls === 'yes') res.setHeader('Strict-Transport-Security', HSTS);
}

/** Headers a dealer adds. */
export function setDealerHeaders(res: ServerResponse, dealer: DealerConfig, overTls: OverTls): void {
  if (overTls === 'yes' && dealer.secureSubdomains) {
    res.setHeader('Strict-Transport-Security', `${HSTS}; includeSubDomains`);
  }
}
