import { SIGN_IN_MESSAGE } from '#src/domain/lead/messages.ts';
import { signInPath } from '#src/routing/gates.ts';
import { gateOfAddress } from '../account/gates-of-site.ts';
import type { Exchange, Step } from './exchange.ts';
import { isRead } from './guard.ts';
import { redirect, refuse } from './responses.ts';

/** Forms refuse by themselves: a lead that was accepted is not refused when it is sent again. */
const REFUSES_ITSELF = /^\/(?:enquire|api\/leads)\//;

/** The gate that a write without a session does not pass. */
export const shutGate = ({ req, dealer, path }: Pick<Exchange, 'req' | 'dealer' | 'path'>) =>
  isRead(req.method) || req.contact ? undefined : gateOfAddress(dealer, path.pathname);

/** AUTH-04: nothing is posted behind a gate without a session; reads have been redirected before. */
export const gateStep: Step = (exchange) => {
  const { pathname, search } = exchange.path;
  const { req, res } = exchange;
  const gate = shutGate(exchange);
  if (!gate || REFUSES_ITSELF.test(pathname)) return false;
  if (pathname.startsWith('/api/') || req.headers.accept?.includes('application/json'))
    refuse(res, { status: 403, code: 'sign_in_required', message: SIGN_IN_MESSAGE });
  else redirect(res, 303, signInPath(gate, pathname, search));
  return true;
};
