import type { DealerConfig } from '#src/config/dealer-config.ts';
import { HOLD_MS } from '#src/domain/reservation/reservation.ts';
import { endHold, extendHold, type Reservation } from '#src/providers/database/reservations.ts';
import type { Payments } from '#src/providers/payments/payments.ts';
import { type SettleServices, settleDeposit } from './settle-payment.ts';

/**
 * Ends a hold at the processor first, so that no one pays for what is over. What turns out to be paid is settled.
 * @returns `unavailable` if the processor does not respond; the hold then stays
 */
export async function closeHold(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  hold: Reservation,
  state: 'expired' | 'cancelled',
): Promise<'ended' | 'paid' | 'unavailable'> {
  if (hold.checkout_id !== null) {
    const outcome = await payments.closeCheckout(hold.checkout_id);
    if (outcome.kind === 'paid') {
      await settleDeposit(services, dealer, payments, outcome.payment);
      return 'paid';
    }
    if (outcome.kind === 'unavailable') {
      services.log.warn(
        { dealer: dealer.slug, reservation: hold.id, reason: outcome.reason },
        'hold not ended',
      );
      return 'unavailable';
    }
  }
  await endHold(services.db, hold, state);
  return 'ended';
}

/**
 * Ends a hold whose time is up; it lasts longer if its payment has begun.
 * @returns `extended` if it is held on
 */
export async function lapseHold(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  hold: Reservation,
): Promise<'ended' | 'paid' | 'unavailable' | 'extended'> {
  const last = Date.parse(hold.created_at) + HOLD_MS;
  if (hold.checkout_id !== null && services.clock.now().getTime() < last) {
    const { kind } = await payments.progress(hold.checkout_id);
    if (kind === 'begun') {
      await extendHold(services.db, hold, new Date(last).toISOString());
      return 'extended';
    }
  }
  return closeHold(services, dealer, payments, hold, 'expired');
}
