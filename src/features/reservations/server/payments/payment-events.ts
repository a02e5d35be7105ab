import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadPayload, readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { queueAcknowledgement } from '#src/features/leads/server/delivery/thank-you-email.ts';
import { leadOfRecord } from '#src/features/leads/server/intake/lead-record.ts';
import { storeLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { isPaymentId } from '#src/features/reservations/reservation.ts';
import { heldUntilText, readReserveTerms } from '#src/features/reservations/reserve-terms.ts';
import {
  recordInvoiceRefund,
  recordReturn,
} from '#src/features/reservations/server/queries/payment-queries.ts';
import {
  confirmReservation,
  deferRefund,
  endHold,
  findReservation,
  type Reservation,
  recordOwedRefund,
  recordRefund,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import { canReserve } from '#src/features/vehicle/server/vehicle-access.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import type { Services } from '#src/server/services.ts';
import { settleInvoice } from './online-payment.ts';
import type { Payment, PaymentEvent, Payments } from './payment-provider.ts';
import { returnPayment } from './return-payment.ts';

export type SettleServices = Pick<Services, 'clock' | 'db' | 'env' | 'log'>;

/** The vehicle has another active reservation, or can no longer be reserved. */
class NotFree extends Error {}

const FORM = 'reserve';

function paidPayload(
  { payload, amount_cents, id, terms: stored }: Reservation,
  paidAt: string,
  timeZone: string,
): LeadPayload {
  const lead = readLeadPayload(payload);
  const terms = readReserveTerms(stored);
  return {
    ...lead,
    subcategory: 'Reservation',
    details: [
      ...(lead.details ?? []),
      { name: 'deposit_paid', label: 'Deposit paid', value: formatCents(amount_cents) },
      { name: 'reservation_id', label: 'Reservation', value: id },
      ...(terms
        ? [{ name: 'held_until', label: 'Held until', value: heldUntilText(terms, paidAt, timeZone) }]
        : []),
    ],
  };
}

/**
 * Reserves the vehicle and stores the lead in one transaction. Idempotent.
 * @throws NotFree, or the database's errors
 */
async function reserve(
  services: SettleServices,
  dealer: DealerConfig,
  reservation: Reservation,
  payment: Payment,
): Promise<'stored' | 'known'> {
  const { id, vehicle_id } = reservation;
  const now = services.clock.now().toISOString();
  const payload = paidPayload(reservation, now, dealer.timeZone);
  const { lead, outbox } = leadOfRecord(
    dealer,
    { kind: 'reservation', id },
    { form: FORM, payload, vehicleId: vehicle_id, now },
  );
  const stored = await storeLead(services.db, lead, outbox, { keys: [], since: '' }, async (tx) => {
    const paid = { paymentId: payment.payment, leadId: lead.id, now };
    const isReservable = (vehicle: StockedVehicle) => canReserve(vehicle, dealer, services.clock.now());
    if ((await confirmReservation(tx, reservation, paid, isReservable)) !== 'reserved') throw new NotFree();
    await queueAcknowledgement(services, tx, dealer, lead);
    return undefined;
  });
  return stored.kind === 'stored' ? 'stored' : 'known';
}

/** Refunds a deposit. If the processor does not respond, the periodic job retries. */
export async function refundDeposit(
  { clock, db, log }: SettleServices,
  payments: Payments,
  { id, dealer, payment_id }: Pick<Reservation, 'id' | 'dealer' | 'payment_id'>,
  why = 'the vehicle was not free',
): Promise<boolean> {
  if (payment_id === null) return false;
  const outcome = await payments.refund({ payment: payment_id, idempotencyKey: `refund-${id}` });
  if (outcome.kind === 'unavailable') {
    log.error({ dealer, reservation: id, reason: outcome.reason }, 'deposit not refunded yet');
    await deferRefund(db, { dealer, id }, clock.now().toISOString());
    return false;
  }
  await recordRefund(db, { dealer, payment_id }, clock.now().toISOString());
  await onDisk(db);
  log.warn({ dealer, reservation: id }, `deposit refunded: ${why}`);
  return true;
}

export type SettledDeposit = 'reserved' | 'known' | 'refunded' | 'owed' | 'unknown';

/**
 * BUY-01: handles a deposit's payment: reserves the vehicle, or refunds it. Idempotent, for events in any order.
 * @returns `unknown` if it belongs to no reservation
 * @throws the database's errors, so that the processor retries the event
 */
export async function settleDeposit(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  payment: Payment,
): Promise<SettledDeposit> {
  const { db } = services;
  const key = { dealer: dealer.slug, id: payment.reference };
  const reservation = await findReservation(db, key);
  if (!reservation) return 'unknown';
  const { checkout_id, amount_cents } = reservation;
  const isSameCheckout = checkout_id === null || checkout_id === payment.checkout;
  if (!isSameCheckout || payment.amount !== amount_cents || payment.currency !== 'AUD') {
    // A checkout accepts only one payment.
    if (isSameCheckout) await endHold(db, key, 'expired');
    return returnPayment(services, dealer, payments, payment);
  }
  const settled =
    reservation.payment_id === null
      ? await reserveOrRefund(services, dealer, payments, reservation, payment)
      : 'known';
  if (settled !== 'known') return settled;
  // Another payment has reserved it, possibly concurrently.
  const paid = await findReservation(db, key);
  const isSecond = paid && paid.payment_id !== null && paid.payment_id !== payment.payment;
  return isSecond ? returnPayment(services, dealer, payments, payment) : 'known';
}

async function reserveOrRefund(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  reservation: Reservation,
  payment: Payment,
): Promise<SettledDeposit> {
  const { db, log, clock } = services;
  try {
    // The shopper was erased before paying.
    if (reservation.payload === '') throw new NotFree();
    const outcome = await reserve(services, dealer, reservation, payment);
    if (outcome === 'known') return 'known';
    log.info({ dealer: dealer.slug, reservation: reservation.id }, 'vehicle reserved');
    return 'reserved';
  } catch (error) {
    if (!(error instanceof NotFree)) throw error;
  }
  const key = { dealer: dealer.slug, id: reservation.id };
  await recordOwedRefund(db, key, { paymentId: payment.payment, now: clock.now().toISOString() });
  const owed = await findReservation(db, key);
  // A concurrent event of the same payment may have reserved it.
  if (!owed || owed.refund_due_at === null || owed.payment_id !== payment.payment) return 'known';
  return (await refundDeposit(services, payments, owed)) ? 'refunded' : 'owed';
}

const NO_STORE = { 'Cache-Control': 'no-store' };
/** When the processor retries the event. */
const RETRY_AFTER_SECONDS = 30;

async function apply(
  services: Services,
  dealer: DealerConfig,
  payments: Payments,
  event: PaymentEvent,
): Promise<void> {
  const { db, clock } = services;
  switch (event.kind) {
    case 'paid':
      if (!isPaymentId(event.payment.reference)) return;
      if ((await settleDeposit(services, dealer, payments, event.payment)) === 'unknown')
        await settleInvoice(services, dealer, payments, event.payment);
      return;
    case 'expired':
      if (isPaymentId(event.reference))
        await endHold(db, { dealer: dealer.slug, id: event.reference }, 'expired');
      return;
    case 'refunded': {
      const { payment: payment_id, reference: id } = event;
      const refund = { dealer: dealer.slug, payment_id, id: id && isPaymentId(id) ? id : undefined };
      const now = clock.now().toISOString();
      // Its reference may be of a reservation whose actual payment is still to come.
      if (await recordReturn(db, refund, now)) return;
      if (!(await recordRefund(db, refund, now))) await recordInvoiceRefund(db, refund, now);
      return;
    }
    case 'other':
  }
}

/**
 * BUY-01: handles the processor's webhook, with its signature verified over the raw body. Genuine events are
 * accepted, relevant or not; if one cannot be stored, it is rejected so that the processor retries.
 */
export async function respondToPaymentEvent(
  services: Services,
  dealer: DealerConfig,
  request: Request,
): Promise<Response> {
  const payments = services.payments.of(dealer);
  if (!payments) return errorResponse(404, 'no_payments', 'This site takes no payments.', NO_STORE);
  const body = new Uint8Array(await request.arrayBuffer());
  const event = await payments.readEvent(body, request.headers, services.clock.now());
  if (!event) {
    services.log.warn({ dealer: dealer.slug }, 'payment event with a wrong signature');
    return errorResponse(400, 'wrong_signature', 'The signature is not genuine, or too old.', NO_STORE);
  }
  try {
    await apply(services, dealer, payments, event);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, event: event.kind, reason }, 'payment event not stored');
    const headers = { ...NO_STORE, 'Retry-After': String(RETRY_AFTER_SECONDS) };
    return errorResponse(503, 'not_stored', 'The event could not be stored. Please send it again.', headers);
  }
  return Response.json({ received: true }, { headers: NO_STORE });
}
