import type { DealerConfig } from '#src/config/dealer-config.ts';
import { HOLD_MS, UNPAID_RETENTION_MS } from '#src/features/reservations/reservation.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { type SettleServices, sendBack, settleDeposit } from './payments/payment-events.ts';
import type { Payments } from './payments/payment-provider.ts';
import { sweepUnpaidInvoices } from './queries/payment-queries.ts';
import {
  deferRefund,
  endHold,
  extendHold,
  noteRefund,
  overdueHolds,
  type Reservation,
  refundsDue,
  sweepUnpaid,
} from './queries/reservation-queries.ts';

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

/** Each may wait for the processor, so they wait together: the job takes as long as one of them. */
const AT_ONCE = 20;

type JobServices = Pick<Services, 'clock' | 'db' | 'env' | 'log' | 'payments' | 'tenants'>;

async function endOverdueHold(services: JobServices, hold: Reservation): Promise<void> {
  const dealer = services.tenants.bySlug(hold.dealer);
  const payments = dealer && services.payments.of(dealer);
  const outcome = dealer && payments ? await lapseHold(services, dealer, payments, hold) : 'gone';
  const overdueMs = services.clock.now().getTime() - Date.parse(hold.expires_at);
  // Its checkout has ended by itself; a payment reported later is still settled.
  if (outcome === 'gone' || (outcome === 'unavailable' && overdueMs > HOUR_MS))
    await endHold(services.db, hold, 'expired');
}

/** Ends holds whose time is up. One that the processor does not speak about waits, but holds its vehicle no longer. */
export async function endOverdueHolds(services: JobServices): Promise<void> {
  const holds = await overdueHolds(services.db, services.clock.now().toISOString(), AT_ONCE);
  await Promise.all(holds.map((hold) => endOverdueHold(services, hold)));
}

async function sendBackOne(services: JobServices, owed: Reservation): Promise<void> {
  const { clock, db, log, payments, tenants } = services;
  const dealer = tenants.bySlug(owed.dealer);
  const account = dealer && payments.of(dealer);
  if (account) {
    await sendBack(services, account, owed);
    return;
  }
  log.error({ dealer: owed.dealer, reservation: owed.id }, 'no account to refund a deposit from');
  // It goes behind the others, which it would keep from their turn.
  await deferRefund(db, { dealer: owed.dealer, id: owed.id }, clock.now().toISOString());
}

/** Sends back what reserved nothing, until it has gone. */
export async function sendBackDue(services: JobServices): Promise<void> {
  const due = await refundsDue(services.db, AT_ONCE);
  await Promise.all(due.map((owed) => sendBackOne(services, owed)));
}

/** Forgets who did not pay. */
export async function forgetUnpaid({ db, clock }: JobServices): Promise<void> {
  const before = new Date(clock.now().getTime() - UNPAID_RETENTION_MS).toISOString();
  await sweepUnpaid(db, before);
  await sweepUnpaidInvoices(db, before);
}

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
