import type { DealerConfig } from '#src/config/dealer-config.ts';
import { onDisk } from '#src/providers/database/engines/log-sync.ts';
import { noteRefund, type Reservation } from '#src/providers/database/reservations.ts';
import type { Services } from '../services.ts';
import { closeHold } from './end-hold.ts';
import { type SettleServices, sendBack } from './settle-payment.ts';

export type ReservationAdmin = SettleServices & Pick<Services, 'payments'>;

export type AdminOutcome =
  /** The vehicle can be reserved again. */
  | 'free'
  /** The hold turned out to be paid: its vehicle is reserved now. */
  | 'reserved'
  /** There is a deposit to refund first. */
  | 'has_deposit'
  /** There is no deposit to refund. */
  | 'no_deposit'
  /** It had ended before. */
  | 'over'
  /** The dealer, or its account at the processor, is not known here. */
  | 'no_account'
  /** The processor does not respond: nothing has changed. */
  | 'unavailable';

/** Ends a hold that is not paid. @param dealer undefined for one that is not published any more */
async function releaseHold(
  services: ReservationAdmin,
  dealer: DealerConfig | undefined,
  hold: Reservation,
): Promise<AdminOutcome> {
  const payments = dealer && services.payments.of(dealer);
  if (!dealer || !payments) return 'no_account';
  const ended = await closeHold(services, dealer, payments, hold, 'cancelled');
  if (ended === 'ended')
    services.log.warn({ dealer: hold.dealer, reservation: hold.id }, 'hold released by an operator');
  return ended === 'ended' ? 'free' : ended === 'paid' ? 'reserved' : 'unavailable';
}

/**
 * BUY-01: frees a vehicle for an operator: ends a hold, or a reservation whose deposit went back in another way.
 * @param dealer undefined for one that is not published any more
 */
export async function releaseReservation(
  services: ReservationAdmin,
  dealer: DealerConfig | undefined,
  reservation: Reservation,
  { isPaidBack }: { isPaidBack: boolean },
): Promise<AdminOutcome> {
  const { db, clock, log } = services;
  const { id, state, payment_id } = reservation;
  if (state === 'held') return releaseHold(services, dealer, reservation);
  if (payment_id === null || reservation.refunded_at !== null) return 'over';
  if (!isPaidBack) return 'has_deposit';
  await noteRefund(db, { dealer: reservation.dealer, payment_id }, clock.now().toISOString());
  await onDisk(db);
  log.warn({ dealer: reservation.dealer, reservation: id }, 'deposit noted as paid back by an operator');
  return 'free';
}

/** BUY-01: refunds the deposit of a reservation at the processor, which frees its vehicle. */
export async function refundReservation(
  services: ReservationAdmin,
  dealer: DealerConfig | undefined,
  reservation: Reservation,
): Promise<AdminOutcome> {
  if (reservation.payment_id === null) return 'no_deposit';
  if (reservation.refunded_at !== null) return 'over';
  const payments = dealer && services.payments.of(dealer);
  if (!payments) return 'no_account';
  return (await sendBack(services, payments, reservation, 'an operator asked for it'))
    ? 'free'
    : 'unavailable';
}
