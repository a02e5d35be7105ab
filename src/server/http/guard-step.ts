import type { Step } from './exchange.ts';
import {
  isRead,
  limitsAt,
  type Refusal,
  readBody,
  refuseByFields,
  refuseByHeaders,
  takesUpload,
} from './guard.ts';
import { takesPost, withoutTrailingSlash } from './request-path.ts';
import { redirect, refuse } from './responses.ts';
import { uploadPlaces } from './upload-places.ts';

const NOT_POSTED_HERE: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This page is read with GET.',
  allow: 'GET, HEAD',
};

/**
 * A form sent to its address with a trailing slash is sent on as it is. Its body is read first: many clients look for no
 * answer before they have sent everything. Comes before what a closed site answers, which takes forms all the same.
 */
export function plainPostStep(formMs: number): Step {
  return async ({ req, res, path }) => {
    const plain = req.method === 'POST' ? withoutTrailingSlash(path) : undefined;
    const [pathname = ''] = plain?.split('?') ?? [];
    if (plain === undefined || !takesPost(pathname)) return false;
    const limits = limitsAt(pathname, formMs);
    const refusal = refuseByHeaders(req, limits);
    if (refusal) {
      refuse(res, refusal);
      return true;
    }
    await readBody(req, { ...limits, bytes: 0 });
    // Whatever is left of a body without end is not worth reading.
    if (!req.complete) res.setHeader('Connection', 'close');
    redirect(res, 308, plain);
    return true;
  };
}

/**
 * What may be written where, and by whom; reads the body of what may.
 * @param formMs how long a form may take to arrive
 */
export function guardStep(formMs: number): Step {
  const readUpload = uploadPlaces();

  return async ({ req, res, path }) => {
    if (isRead(req.method)) return false;
    const limits = limitsAt(path.pathname, formMs);
    const refusal = refuseByHeaders(req, limits) ?? (takesPost(path.pathname) ? undefined : NOT_POSTED_HERE);
    if (refusal) {
      refuse(res, refusal);
      return true;
    }
    const isUpload = takesUpload(path.pathname);
    const body = await (isUpload ? readUpload(req, res, limits) : readBody(req, limits));
    if (!Buffer.isBuffer(body) && !isUpload) {
      refuse(res, body);
      return true;
    }
    const crowded = Buffer.isBuffer(body) ? refuseByFields(req, body) : undefined;
    if (crowded) {
      refuse(res, crowded);
      return true;
    }
    if (!Buffer.isBuffer(body)) {
      // A shopper with a photo too many reads so on the page, beside another way to send it.
      res.setHeader('Connection', 'close');
      req.refusal = body;
    }
    req.body = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return false;
  };
}
