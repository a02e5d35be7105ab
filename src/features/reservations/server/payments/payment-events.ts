import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type LeadPayload, readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { queueAcknowledgement } from '#src/features/leads/server/delivery/acknowledge-lead.ts';
import { leadOfRecord } from '#src/features/leads/server/intake/lead-record.ts';
import { storeLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { isPaymentId } from '#src/features/reservations/reservation.ts';
import { noteOnlineRefund, noteReturned } from '#src/features/reservations/server/queries/payment-queries.ts';
import {
  deferRefund,
  endHold,
  findReservation,
  keepReservation,
  noteRefund,
  oweRefund,
  type Reservation,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import { mayReserve } from '#src/features/vehicle/server/enquired-vehicle.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import type { Services } from '#src/server/services.ts';
import { settleInvoice } from './online-payment.ts';
import type { Payment, PaymentEvent, Payments } from './payment-provider.ts';
import { returnPayment } from './return-payment.ts';

export type SettleServices = Pick<Services, 'clock' | 'db' | 'env' | 'log'>;

/** Its vehicle has another live reservation, or cannot be reserved any more. */
class NotFree extends Error {}

const FORM = 'reserve';

/** The lead of a reservation that was paid. */
function paidPayload({ payload, amount_cents, id }: Reservation): LeadPayload {
  const lead = readLeadPayload(payload);
  return {
    ...lead,
    subcategory: 'Reservation',
    details: [
      ...(lead.details ?? []),
      { name: 'deposit_paid', label: 'Deposit paid', value: formatCents(amount_cents) },
      { name: 'reservation_id', label: 'Reservation', value: id },
    ],
  };
}

/**
 * Reserves the vehicle and stores the lead in one transaction; done before, it changes nothing.
 * @throws NotFree, or the database's errors
 */
async function keep(
  services: SettleServices,
  dealer: DealerConfig,
  reservation: Reservation,
  payment: Payment,
): Promise<'stored' | 'known'> {
  const { id, vehicle_id } = reservation;
  const now = services.clock.now().toISOString();
  const payload = paidPayload(reservation);
  const { lead, outbox } = leadOfRecord(
    dealer,
    { kind: 'reservation', id },
    { form: FORM, payload, vehicleId: vehicle_id, now },
  );
  const stored = await storeLead(services.db, lead, outbox, { keys: [], since: '' }, async (tx) => {
    const paid = { paymentId: payment.payment, leadId: lead.id, now };
    const may = (vehicle: StockedVehicle) => mayReserve(vehicle, dealer, services.clock.now());
    if ((await keepReservation(tx, reservation, paid, may)) !== 'reserved') throw new NotFree();
    await queueAcknowledgement(services, tx, dealer, lead);
    return undefined;
  });
  return stored.kind === 'stored' ? 'stored' : 'known';
}

/** Pays a payment back. One that is owed is tried again by the job of the worker if the processor does not respond. */
export async function sendBack(
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
  await noteRefund(db, { dealer, payment_id }, clock.now().toISOString());
  await onDisk(db);
  log.warn({ dealer, reservation: id }, `deposit refunded: ${why}`);
  return true;
}

export type SettledDeposit = 'reserved' | 'known' | 'refunded' | 'owed' | 'unknown';

/**
 * BUY-01: what a payment of a deposit does, however often and in whichever order it is reported: it reserves the
 * vehicle once, or goes back.
 * @returns `unknown` for a payment that is none of ours
 * @throws the database's errors: the processor then reports it again
 */
export async function settleDeposit(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  payment: Payment,
): Promise<SettledDeposit> {
  const { db } = services;
  const named = { dealer: dealer.slug, id: payment.reference };
  const reservation = await findReservation(db, named);
  if (!reservation) return 'unknown';
  const { checkout_id, amount_cents } = reservation;
  const isOfCheckout = checkout_id === null || checkout_id === payment.checkout;
  if (!isOfCheckout || payment.amount !== amount_cents || payment.currency !== 'AUD') {
    // Its page takes no other payment.
    if (isOfCheckout) await endHold(db, named, 'expired');
    return returnPayment(services, dealer, payments, payment);
  }
  const settled =
    reservation.payment_id === null
      ? await keepOrOwe(services, dealer, payments, reservation, payment)
      : 'known';
  if (settled !== 'known') return settled;
  // Another payment has reserved it, before or at the same moment.
  const paid = await findReservation(db, named);
  const isSecond = paid && paid.payment_id !== null && paid.payment_id !== payment.payment;
  return isSecond ? returnPayment(services, dealer, payments, payment) : 'known';
}

async function keepOrOwe(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  reservation: Reservation,
  payment: Payment,
): Promise<SettledDeposit> {
  const { db, log, clock } = services;
  try {
    // Erased before it was paid: there is no one to reserve it for.
    if (reservation.payload === '') throw new NotFree();
    const kept = await keep(services, dealer, reservation, payment);
    if (kept === 'known') return 'known';
    log.info({ dealer: dealer.slug, reservation: reservation.id }, 'vehicle reserved');
    return 'reserved';
  } catch (error) {
    if (!(error instanceof NotFree)) throw error;
  }
  const named = { dealer: dealer.slug, id: reservation.id };
  await oweRefund(db, named, { paymentId: payment.payment, now: clock.now().toISOString() });
  const owed = await findReservation(db, named);
  // The same payment, reported twice at once, may have reserved it meanwhile.
  if (!owed || owed.refund_due_at === null || owed.payment_id !== payment.payment) return 'known';
  return (await sendBack(services, payments, owed)) ? 'refunded' : 'owed';
}

const NO_STORE = { 'Cache-Control': 'no-store' };
/** The processor asks again later. */
const AGAIN_SECONDS = 30;

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
      // It names the reservation too, whose own payment may still come.
      if (await noteReturned(db, refund, now)) return;
      if (!(await noteRefund(db, refund, now))) await noteOnlineRefund(db, refund, now);
      return;
    }
    case 'other':
  }
}

/**
 * BUY-01: handles the processor's webhook, on the body as it arrived. What is genuine is accepted, also if it is about
 * something else; what could not be stored is refused, so that it is sent again.
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
    const headers = { ...NO_STORE, 'Retry-After': String(AGAIN_SECONDS) };
    return errorResponse(503, 'not_stored', 'The event could not be stored. Please send it again.', headers);
  }
  return Response.json({ received: true }, { headers: NO_STORE });
}
