import { HOLD_MS, isPaymentId } from '#src/domain/reservation/reservation.ts';
import { cookieNamed } from '../http/cookie-named.ts';

const NAME = 'forecourt_hold';

/** Says that this browser holds a vehicle, so that its shopper may change the details and pay after all. */
export const holdCookie = (id: string, isBehindTls: boolean): string =>
  `${NAME}=${id}; Path=/; Max-Age=${HOLD_MS / 1000}; HttpOnly; SameSite=Lax${isBehindTls ? '; Secure' : ''}`;

/** @param header the Cookie header */
export function readHoldCookie(header: string | null): string | undefined {
  const id = cookieNamed(header, NAME) ?? '';
  return isPaymentId(id) ? id : undefined;
}
