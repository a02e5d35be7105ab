import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { storeLead } from '#src/providers/database/leads.ts';
import {
  findOnlinePayment,
  noteOnlineRefund,
  notePaid,
  type OnlinePayment,
} from '#src/providers/database/online-payments.ts';
import type { Payment, Payments } from '#src/providers/payments/payments.ts';
import { leadOfRecord } from '../leads/intake/lead-of-record.ts';
import type { Services } from '../services.ts';
import { returnPayment } from './return-payment.ts';

/** Leads of invoices go where contact leads go. */
export const INVOICE_FORM = 'contact';

type SettleServices = Pick<Services, 'clock' | 'db' | 'log'>;

class PaidBefore extends Error {}

/** The payer was erased before it was paid: there is no one to note it for. */
async function sendBack(
  { db, clock, log }: SettleServices,
  payments: Payments,
  { dealer, id }: OnlinePayment,
  { payment }: Payment,
): Promise<'refunded'> {
  const outcome = await payments.refund({ payment, idempotencyKey: `refund-${id}` });
  if (outcome.kind === 'unavailable') throw new Error(`no refund: ${outcome.reason}`);
  await noteOnlineRefund(db, { dealer, payment_id: payment, id }, clock.now().toISOString());
  log.warn({ dealer, payment: id }, 'invoice refunded: its payer was erased');
  return 'refunded';
}

/**
 * BUY-01: an invoice that was paid is a lead, once however often it is reported; or it goes back.
 * @throws the database's errors, and Error while the processor takes no refund: it then reports the payment again
 */
export async function settleInvoice(
  services: SettleServices,
  dealer: DealerConfig,
  payments: Payments,
  payment: Payment,
): Promise<'paid' | 'known' | 'unknown' | 'refunded' | 'owed'> {
  const { db, clock, log } = services;
  const found = await findOnlinePayment(db, { dealer: dealer.slug, id: payment.reference });
  if (!found) return 'unknown';
  if (found.payment_id === payment.payment) return 'known';
  const isOfCheckout = found.checkout_id === null || found.checkout_id === payment.checkout;
  const isAsAgreed = isOfCheckout && payment.amount === found.amount_cents && payment.currency === 'AUD';
  if (!isAsAgreed || found.payment_id !== null) return returnPayment(services, dealer, payments, payment);
  if (found.payload === '') return sendBack(services, payments, found, payment);
  const payload = readLeadPayload(found.payload);
  const now = clock.now().toISOString();
  const { lead, outbox } = leadOfRecord(
    dealer,
    { kind: 'invoice', id: found.id },
    { form: INVOICE_FORM, payload, now },
  );
  try {
    await storeLead(db, lead, outbox, { keys: [], since: '' }, async (tx) => {
      if (!(await notePaid(tx, found, { paymentId: payment.payment, leadId: lead.id, now })))
        throw new PaidBefore();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof PaidBefore)) throw error;
    const paid = await findOnlinePayment(db, found);
    const isSecond = paid && paid.payment_id !== null && paid.payment_id !== payment.payment;
    return isSecond ? returnPayment(services, dealer, payments, payment) : 'known';
  }
  log.info({ dealer: dealer.slug, payment: found.id }, 'invoice paid');
  return 'paid';
}
