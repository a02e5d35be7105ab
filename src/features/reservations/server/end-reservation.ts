import type { DealerConfig } from '#src/config/dealer-config.ts';
import { HOLD_MS, UNPAID_RETENTION_MS } from '#src/features/reservations/reservation.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { refundDeposit, type SettleServices, settleDeposit } from './payments/payment-events.ts';
import type { Payments } from './payments/payment-provider.ts';
import { sweepUnpaidInvoices } from './queries/payment-queries.ts';
import {
  deferRefund,
  endHold,
  extendHold,
  overdueHolds,
  type Reservation,
  recordRefund,
  refundsDue,
  sweepUnpaid,
} from './queries/reservation-queries.ts';

/**
 * Ends a hold, first at the processor, so that it can no longer be paid. If it is already paid, the payment is
 * settled.
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

/** Ends an expired hold, or extends it if its payment is in progress. */
export async function expireHold(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  hold: Reservation,
): Promise<'ended' | 'paid' | 'unavailable' | 'extended'> {
  const lastExpiry = Date.parse(hold.created_at) + HOLD_MS;
  if (hold.checkout_id !== null && services.clock.now().getTime() < lastExpiry) {
    const { kind } = await payments.progress(hold.checkout_id);
    if (kind === 'begun') {
      await extendHold(services.db, hold, new Date(lastExpiry).toISOString());
      return 'extended';
    }
  }
  return closeHold(services, dealer, payments, hold, 'expired');
}

/** Processed concurrently, because each may wait for the processor. */
const BATCH_SIZE = 20;

type JobServices = Pick<Services, 'clock' | 'db' | 'env' | 'log' | 'payments' | 'tenants'>;

async function endOverdueHold(services: JobServices, hold: Reservation): Promise<void> {
  const dealer = services.tenants.bySlug(hold.dealer);
  const payments = dealer && services.payments.of(dealer);
  const outcome = dealer && payments ? await expireHold(services, dealer, payments, hold) : 'gone';
  const overdueMs = services.clock.now().getTime() - Date.parse(hold.expires_at);
  // The checkout has expired by then; a payment reported later is still settled.
  if (outcome === 'gone' || (outcome === 'unavailable' && overdueMs > HOUR_MS))
    await endHold(services.db, hold, 'expired');
}

/** Periodic job. If the processor is unavailable, the hold is retried, but no longer blocks its vehicle. */
export async function endOverdueHolds(services: JobServices): Promise<void> {
  const holds = await overdueHolds(services.db, services.clock.now().toISOString(), BATCH_SIZE);
  await Promise.all(holds.map((hold) => endOverdueHold(services, hold)));
}

async function refundOne(services: JobServices, owed: Reservation): Promise<void> {
  const { clock, db, log, payments, tenants } = services;
  const dealer = tenants.bySlug(owed.dealer);
  const account = dealer && payments.of(dealer);
  if (account) {
    await refundDeposit(services, account, owed);
    return;
  }
  log.error({ dealer: owed.dealer, reservation: owed.id }, 'no account to refund a deposit from');
  // Move it to the end of the queue, so that it does not block others.
  await deferRefund(db, { dealer: owed.dealer, id: owed.id }, clock.now().toISOString());
}

/** Periodic job: refunds deposits that reserved nothing, until done. */
export async function refundDeposits(services: JobServices): Promise<void> {
  const due = await refundsDue(services.db, BATCH_SIZE);
  await Promise.all(due.map((owed) => refundOne(services, owed)));
}

/** Periodic job: deletes unpaid reservations and invoices. */
export async function deleteUnpaid({ db, clock }: JobServices): Promise<void> {
  const before = new Date(clock.now().getTime() - UNPAID_RETENTION_MS).toISOString();
  await sweepUnpaid(db, before);
  await sweepUnpaidInvoices(db, before);
}

export type ReservationAdmin = SettleServices & Pick<Services, 'payments'>;

export type AdminOutcome =
  /** The vehicle can be reserved again. */
  | 'free'
  /** The hold was already paid, so its vehicle is now reserved. */
  | 'reserved'
  /** The deposit must be refunded first. */
  | 'has_deposit'
  /** There is no deposit to refund. */
  | 'no_deposit'
  /** Already ended. */
  | 'over'
  /** Unknown dealer, or one without an account at the processor. */
  | 'no_account'
  /** The processor does not respond; nothing has changed. */
  | 'unavailable';

/**
 * Ends an unpaid hold.
 * @param dealer undefined if no longer published
 */
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
 * BUY-01: releases a vehicle: ends a hold, or a reservation whose deposit was refunded outside the processor.
 * @param dealer undefined if no longer published
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
  await recordRefund(db, { dealer: reservation.dealer, payment_id }, clock.now().toISOString());
  await onDisk(db);
  log.warn({ dealer: reservation.dealer, reservation: id }, 'deposit noted as paid back by an operator');
  return 'free';
}

/** BUY-01: refunds the deposit at the processor, which releases the vehicle. */
export async function refundReservation(
  services: ReservationAdmin,
  dealer: DealerConfig | undefined,
  reservation: Reservation,
): Promise<AdminOutcome> {
  if (reservation.payment_id === null) return 'no_deposit';
  if (reservation.refunded_at !== null) return 'over';
  const payments = dealer && services.payments.of(dealer);
  if (!payments) return 'no_account';
  return (await refundDeposit(services, payments, reservation, 'an operator asked for it'))
    ? 'free'
    : 'unavailable';
}
