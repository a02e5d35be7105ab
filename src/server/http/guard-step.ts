import { refuse } from './answers.ts';
import type { Step } from './exchange.ts';
import { isRead, limitsAt, type Refusal, readBody, refuseByHeaders, takesUpload } from './guard.ts';
import { takesPost } from './request-path.ts';
import { uploadPlaces } from './upload-places.ts';

const NOT_POSTED_HERE: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This page is read with GET.',
  allow: 'GET, HEAD',
};

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
    if (!Buffer.isBuffer(body)) {
      // A shopper with a photo too many is told so on the page, beside another way to send it.
      res.setHeader('Connection', 'close');
      req.refusal = body;
    }
    req.body = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return false;
  };
}
