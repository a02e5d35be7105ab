import type { IncomingMessage, ServerResponse } from 'node:http';
import { gateOfAddress } from '#src/features/account/server/session.ts';
import { SIGN_IN_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { previewOrigin } from '#src/platform/http/preview-origin.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { routeAt } from '#src/platform/routing/route-table.ts';
import type { Exchange, Step } from '#src/server/http/exchange.ts';
import { redirect, refuse } from '#src/server/http/responses.ts';
import { takesPost, withoutTrailingSlash } from './request-address.ts';
import {
  type BodyLimits,
  isRead,
  limitsAt,
  readBody,
  refuseByFields,
  refuseByHeaders,
  takesUpload,
} from './request-guard.ts';

/** Browsers ask again after ten minutes whether they may call. */
const PREFLIGHT_SECONDS = '600';

/** Whether a request is a call that a registered preview may make. */
const isPreviewCall = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>): boolean =>
  routeAt(path.pathname)?.preview === req.method && previewOrigin(dealer, req.headers.origin) !== undefined;

/**
 * PLAT-04: lets pages of a registered origin call the endpoints that previews use. Without cookies: no header allows
 * them. All other origins get no header, and browsers refuse them.
 */
export const previewStep: Step = ({ req, res, dealer, path: { pathname } }) => {
  const method = dealer.preview.origins.length > 0 ? routeAt(pathname)?.preview : undefined;
  if (method === undefined) return false;
  res.setHeader('Vary', 'Origin');
  const origin = previewOrigin(dealer, req.headers.origin);
  if (origin !== undefined) res.setHeader('Access-Control-Allow-Origin', origin);
  if (req.method !== 'OPTIONS') return false;
  if (origin === undefined) {
    refuse(res, { status: 403, code: 'cross_site', message: 'This website may not call this address.' });
    return true;
  }
  res.setHeader('Access-Control-Allow-Methods', method);
  res.setHeader('Access-Control-Allow-Headers', 'content-type');
  res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  res.writeHead(204).end();
  return true;
};

/** The gate that a write without a session does not pass. */
const shutGate = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>) =>
  isRead(req.method) || req.contact ? undefined : gateOfAddress(dealer, path.pathname);

/** AUTH-04: nothing is posted behind a gate without a session; reads have been redirected before. */
export const gateStep: Step = (exchange) => {
  const { pathname, search } = exchange.path;
  const { req, res } = exchange;
  const gate = shutGate(exchange);
  if (!gate || routeAt(pathname)?.post?.checksGate) return false;
  if (pathname.startsWith('/api/') || req.headers.accept?.includes('application/json'))
    refuse(res, { status: 403, code: 'sign_in_required', message: SIGN_IN_MESSAGE });
  else redirect(res, 303, signInPath(gate, pathname, search));
  return true;
};

/** Each uses 8 MB or more until its response. */
export const MAX_UPLOADS = 8;
/** One network leaves slots for others; a page sends its photos one after another. */
export const MAX_UPLOADS_OF_ONE = 2;

const BUSY: Refusal = { status: 503, code: 'uploads_busy', message: 'Too many uploads are coming in.' };

/** Reads uploads while a slot is free; others are discarded as they arrive and use no memory. */
function uploadSlots() {
  const taken = new Map<string, number>();

  /** @returns whether a slot was free; it is held until the response is sent */
  function take(address: string | undefined, res: ServerResponse): boolean {
    const who = routedNetworkOf(address ?? '');
    const mine = taken.get(who) ?? 0;
    const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_UPLOADS || mine >= MAX_UPLOADS_OF_ONE) return false;
    taken.set(who, mine + 1);
    res.once('close', () => {
      const left = (taken.get(who) ?? 1) - 1;
      if (left > 0) taken.set(who, left);
      else taken.delete(who);
    });
    return true;
  }

  return async (
    req: IncomingMessage & { clientAddress?: string | undefined },
    res: ServerResponse,
    limits: BodyLimits,
  ): Promise<Buffer | Refusal> => {
    if (take(req.clientAddress, res)) return readBody(req, limits);
    await readBody(req, { ...limits, bytes: 0 });
    return BUSY;
  };
}

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
