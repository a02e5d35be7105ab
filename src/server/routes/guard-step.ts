import type { IncomingMessage, ServerResponse } from 'node:http';
import { gateOfAddress } from '#src/features/account/server/session.ts';
import { SIGN_IN_MESSAGE } from '#src/features/leads/fields/form-messages.ts';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import type { Refusal } from '#src/platform/http/endpoint.ts';
import { previewOrigin } from '#src/platform/http/preview-origin.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { policyAt } from '#src/platform/routing/route-policies.ts';
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

const PREFLIGHT_SECONDS = '600';

const isPreviewCall = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>): boolean =>
  policyAt(path.pathname)?.preview === req.method && previewOrigin(dealer, req.headers.origin) !== undefined;

/**
 * PLAT-04: allows registered preview origins to call endpoints, without credentials. Other origins get no CORS headers.
 */
export const previewStep: Step = ({ req, res, dealer, path: { pathname } }) => {
  const method = dealer.preview.origins.length > 0 ? policyAt(pathname)?.preview : undefined;
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

/** The gate that rejects a write without a session. */
const closedGate = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>) =>
  isRead(req.method) || req.contact ? undefined : gateOfAddress(dealer, path.pathname);

/** AUTH-04: rejects posts behind a gate without a session; reads have already been redirected. */
export const gateStep: Step = (exchange) => {
  const { pathname, search } = exchange.path;
  const { req, res } = exchange;
  const gate = closedGate(exchange);
  if (!gate || policyAt(pathname)?.post?.checksGate) return false;
  if (pathname.startsWith('/api/') || req.headers.accept?.includes('application/json'))
    refuse(res, { status: 403, code: 'sign_in_required', message: SIGN_IN_MESSAGE });
  else redirect(res, 303, signInPath(gate, pathname, search));
  return true;
};

/** Each uses 8 MB or more until its response is sent. */
export const MAX_UPLOADS = 8;
/** Leaves slots for other networks; a page sends its photos one at a time. */
export const MAX_UPLOADS_PER_NETWORK = 2;

const BUSY: Refusal = { status: 503, code: 'uploads_busy', message: 'Too many uploads are coming in.' };

/** Reads uploads while a slot is free; discards others as they arrive, without using memory. */
function uploadSlots() {
  const slotsInUse = new Map<string, number>();

  /** @returns whether a slot was free; it is released when the response closes */
  function acquire(address: string | undefined, res: ServerResponse): boolean {
    const who = routedNetworkOf(address ?? '');
    const mine = slotsInUse.get(who) ?? 0;
    const all = [...slotsInUse.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_UPLOADS || mine >= MAX_UPLOADS_PER_NETWORK) return false;
    slotsInUse.set(who, mine + 1);
    res.once('close', () => {
      const left = (slotsInUse.get(who) ?? 1) - 1;
      if (left > 0) slotsInUse.set(who, left);
      else slotsInUse.delete(who);
    });
    return true;
  }

  return async (
    req: IncomingMessage & { clientAddress?: string | undefined },
    res: ServerResponse,
    limits: BodyLimits,
  ): Promise<Buffer | Refusal> => {
    if (acquire(req.clientAddress, res)) return readBody(req, limits);
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
 * Redirects forms posted with a trailing slash, preserving the body. The body is read first, because many clients read
 * no response until they have sent everything. Runs before the response of a closed site, which still accepts forms.
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
    // Do not read the rest of an endless body.
    if (!req.complete) res.setHeader('Connection', 'close');
    redirect(res, 308, plain);
    return true;
  };
}

/**
 * Validates write requests and reads their body.
 * @param formMs timeout for form bodies
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
    if (isUpload && closedGate(exchange)) {
      // Do not use a slot or memory for it; the gate step rejects it.
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
      // The page shows the error, with other ways to send the photos.
      res.setHeader('Connection', 'close');
      req.refusal = body;
    }
    req.body = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return false;
  };
}
