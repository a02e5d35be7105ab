import type { Refusal } from '#src/wire/error.ts';
import type { Step } from './exchange.ts';
import { shutGate } from './gate-step.ts';
import { isRead, limitsAt, readBody, refuseByFields, refuseByHeaders, takesUpload } from './guard.ts';
import { isPreviewCall } from './preview-step.ts';
import { takesPost, withoutTrailingSlash } from './request-path.ts';
import { redirect, refuse } from './responses.ts';
import { uploadSlots } from './upload-places.ts';

const NOT_POSTED_HERE: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This page is read with GET.',
  allow: 'GET, HEAD',
};

/**
 * A form posted with a trailing slash is redirected with its body. The body is read first: many clients read no
 * response before they have sent everything. Comes before the response of a closed site, which still takes forms.
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
    // The rest of an endless body is not read.
    if (!req.complete) res.setHeader('Connection', 'close');
    redirect(res, 308, plain);
    return true;
  };
}

/**
 * Checks whether a write is allowed; reads its body if so.
 * @param formMs how long a form may take to arrive
 */
export function guardStep(formMs: number): Step {
  const readUpload = uploadSlots();

  return async (exchange) => {
    const { req, res, path } = exchange;
    if (isRead(req.method)) return false;
    const limits = limitsAt(path.pathname, formMs);
    const refusal =
      refuseByHeaders(req, limits, isPreviewCall(exchange)) ??
      (takesPost(path.pathname) ? undefined : NOT_POSTED_HERE);
    if (refusal) {
      refuse(res, refusal);
      return true;
    }
    const isUpload = takesUpload(path.pathname);
    if (isUpload && shutGate(exchange)) {
      // It takes no slot of those who have signed in, and no memory; the next step refuses it.
      await readBody(req, { ...limits, bytes: 0 });
      if (!req.complete) res.setHeader('Connection', 'close');
      return false;
    }
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
      // A shopper with too many photos sees the message on the page, beside another way to send them.
      res.setHeader('Connection', 'close');
      req.refusal = body;
    }
    req.body = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return false;
  };
}
