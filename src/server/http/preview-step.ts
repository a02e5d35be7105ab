import { previewOrigin } from '#src/domain/lead/preview-origin.ts';
import { previewMethod } from '#src/wire/preview-calls.ts';
import type { Exchange, Step } from './exchange.ts';
import { refuse } from './responses.ts';

/** Browsers ask again after ten minutes whether they may call. */
const PREFLIGHT_SECONDS = '600';

/** Whether a request is a call that a registered preview may make. */
export const isPreviewCall = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>): boolean =>
  previewMethod(path.pathname) === req.method && previewOrigin(dealer, req.headers.origin) !== undefined;

/**
 * PLAT-04: lets pages of a registered origin call the endpoints that previews use. Without cookies: no header allows
 * them. All other origins get no header, and browsers refuse them.
 */
export const previewStep: Step = ({ req, res, dealer, path: { pathname } }) => {
  const method = dealer.preview.origins.length > 0 ? previewMethod(pathname) : undefined;
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
