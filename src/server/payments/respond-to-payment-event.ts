import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isPaymentId } from '#src/domain/reservation/reservation.ts';
import { noteOnlineRefund } from '#src/providers/database/online-payments.ts';
import { endHold, noteRefund } from '#src/providers/database/reservations.ts';
import { noteReturned } from '#src/providers/database/returned-payments.ts';
import type { PaymentEvent, Payments } from '#src/providers/payments/payments.ts';
import { errorResponse } from '#src/wire/error.ts';
import { settleDeposit } from '../reservations/settle-payment.ts';
import type { Services } from '../services.ts';
import { settleInvoice } from './settle-invoice.ts';

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
