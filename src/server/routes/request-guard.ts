import type { IncomingMessage } from 'node:http';
import { MAX_PHOTO_BYTES } from '#src/features/trade-in/trade-in-endpoints.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { type BodyName, policyAt } from '#src/platform/routing/route-policies.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Maximum size of form bodies (decision 23). */
export const MAX_BODY_BYTES = 64 * KB;
/** Multipart overhead must not push an 8 MB photo over the limit. */
const MAX_UPLOAD_BYTES = MAX_PHOTO_BYTES + 64 * KB;

/** Far above any form. Parsing a body made of tiny fields costs far more than sending it. */
export const MAX_FORM_FIELDS = 500;

/** `drained` is how much of an oversized body is read before the connection is closed. */
export type BodyLimits = { types: readonly string[]; bytes: number; drained: number; ms: number };

export const UPLOAD_MS = 90_000;
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';
const FORM_TYPES = [JSON_TYPE, 'application/x-www-form-urlencoded'];
/** Photos have separate limits (decision 23). */
export const takesUpload = (pathname: string): boolean => policyAt(pathname)?.post?.body === 'photos';

const SMALL: Omit<BodyLimits, 'types' | 'ms'> = { bytes: MAX_BODY_BYTES, drained: MB };

/** `ms` defaults to the timeout for forms. */
const BODIES: Record<BodyName, Omit<BodyLimits, 'ms'> & { ms?: number }> = {
  form: { types: FORM_TYPES, ...SMALL },
  json: { types: [JSON_TYPE], ...SMALL },
  // RFC 8058: mail services send unsubscribe requests as either type of form.
  'one-click': { types: [...FORM_TYPES, MULTIPART], ...SMALL },
  // Any type, to the disk: `pushed-feed-step.ts`.
  feed: { types: [], bytes: 0, drained: MB },
  photos: { types: [MULTIPART], bytes: MAX_UPLOAD_BYTES, drained: 4 * MAX_UPLOAD_BYTES, ms: UPLOAD_MS },
};

/** @param formMs timeout for form bodies */
export const limitsAt = (pathname: string, formMs: number): BodyLimits => ({
  ms: formMs,
  ...BODIES[policyAt(pathname)?.post?.body ?? 'form'],
});

const READ_METHODS = new Set(['GET', 'HEAD']);

export const isRead = (method: string | undefined) => READ_METHODS.has(method ?? '');

/**
 * Bodies are only accepted from the site itself. Browsers send Sec-Fetch-Site, older ones Origin. Clients that send
 * neither are not browsers and have no cookies of a shopper.
 */
function isSameOrigin(headers: IncomingMessage['headers']): boolean {
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

/**
 * Validates a write request before its body is read.
 * @param isPreviewCall whether it comes from a registered preview, which is cross-origin
 */
export function refuseByHeaders(
  req: IncomingMessage,
  { types }: BodyLimits,
  isPreviewCall = false,
): Refusal | undefined {
  if (isRead(req.method)) return undefined;
  if (req.method !== 'POST') return { status: 405, code: 'method_not_allowed', message: 'Use GET or POST.' };
  if (!isPreviewCall && !isSameOrigin(req.headers)) {
    return { status: 403, code: 'cross_site', message: 'This form was sent from another website.' };
  }
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) {
    return { status: 415, code: 'unsupported_media_type', message: `Send one of: ${types.join(', ')}.` };
  }
  return undefined;
}

const tooLarge = (bytes: number): Refusal => ({
  status: 413,
  code: 'body_too_large',
  message: `At most ${bytes < MB ? `${bytes / KB} KB` : `${Math.floor(bytes / MB)} MB`} can be sent.`,
});
const TOO_MANY_FIELDS: Refusal = {
  status: 413,
  code: 'too_many_fields',
  message: `At most ${MAX_FORM_FIELDS} fields can be sent.`,
};

const isUrlencoded = (req: IncomingMessage): boolean =>
  /^\s*application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '');

/** Rejects forms with too many fields, counted without parsing them. */
export function refuseByFields(req: IncomingMessage, body: Buffer): Refusal | undefined {
  if (!isUrlencoded(req)) return undefined;
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MAX_FORM_FIELDS) return TOO_MANY_FIELDS;
  }
  return undefined;
}

const TOO_SLOW: Refusal = {
  status: 408,
  code: 'body_too_slow',
  message: 'The form took too long to arrive.',
};

async function readAll(req: IncomingMessage, { bytes, drained }: BodyLimits): Promise<Buffer | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > drained) break;
    if (size <= bytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > bytes ? tooLarge(bytes) : Buffer.concat(chunks);
}

/**
 * Reads the body up to the limit, so that an oversized one is a 413 instead of the framework's 500. A little more is
 * read and discarded, because a client whose socket closes while it sends never sees the response.
 */
export async function readBody(req: IncomingMessage, limits: BodyLimits): Promise<Buffer | Refusal> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => resolve(TOO_SLOW), limits.ms);
  });
  const reading = readAll(req, limits);
  // Rejects once the connection is closed after a timeout.
  reading.catch(() => undefined);
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
