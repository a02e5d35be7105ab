import type { IncomingMessage } from 'node:http';

/** Largest form body, bytes (decision 18 of the architecture). */
export const MAX_BODY_BYTES = 64 * 1024;

/** How much of an oversized body is read before the connection is cut. */
const MAX_DRAINED_BYTES = 1024 * 1024;

export type Refusal = {
  status: 400 | 403 | 405 | 413 | 415;
  code: string;
  message: string;
  /** Methods the address takes, with a 405. */
  allow?: string;
};

const FORM_TYPES = ['application/json', 'application/x-www-form-urlencoded'];
const READ_METHODS = new Set(['GET', 'HEAD']);

export const isRead = (method: string | undefined) => READ_METHODS.has(method ?? '');

/**
 * A body may only come from the site itself. Browsers send Sec-Fetch-Site; older ones send Origin.
 * A client that sends neither is no browser and holds no shopper's cookies.
 */
export function isSameOrigin(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = headers.origin;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === headers.host?.toLowerCase();
  } catch {
    return false;
  }
}

/** Checks everything about a writing request that shows before its body is read. */
export function refuseByHeaders(req: IncomingMessage): Refusal | undefined {
  if (isRead(req.method)) return undefined;
  if (req.method !== 'POST') return { status: 405, code: 'method_not_allowed', message: 'Use GET or POST.' };
  if (!isSameOrigin(req.headers)) {
    return { status: 403, code: 'cross_site', message: 'This form was sent from another website.' };
  }
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.includes(type)) {
    return { status: 415, code: 'unsupported_media_type', message: `Send one of: ${FORM_TYPES.join(', ')}.` };
  }
  return undefined;
}

const TOO_LARGE: Refusal = { status: 413, code: 'body_too_large', message: 'At most 64 KB can be sent.' };

/**
 * Reads the body up to the limit, so that an overrun is a 413 and not the framework's 500. A little more
 * is read and thrown away: a socket closed under a client still sending shows it an error, not the answer.
 */
export async function readBody(req: IncomingMessage): Promise<Buffer | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) break;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? TOO_LARGE : Buffer.concat(chunks);
}
