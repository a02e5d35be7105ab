import type { ServerResponse } from 'node:http';
import { errorBody } from '#src/wire/error.ts';
import type { Services } from '../services.ts';
import type { Refusal } from './guard.ts';

/** What a shopper reads where the fault is ours. */
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';

export function respondWithText(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}

export function redirect(res: ServerResponse, status: 301 | 302 | 308, to: string): void {
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
  // Whatever is left of the body is not worth reading.
  res.setHeader('Connection', 'close');
  res.end(JSON.stringify(errorBody(code, message)));
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);
/** No file can be opened until others are closed. */
const EXHAUSTED = new Set(['EMFILE', 'ENFILE']);

/** Our own mistake: logged without personal data, shown to the shopper in plain words. */
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
