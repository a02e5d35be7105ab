import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { storeLead } from '#src/providers/database/leads.ts';
import { findOnlinePayment, notePaid } from '#src/providers/database/online-payments.ts';
import type { Payment } from '#src/providers/payments/payments.ts';
import { leadOfRecord } from '../leads/intake/lead-of-record.ts';
import type { Services } from '../services.ts';

/** Leads of invoices go where contact leads go. */
export const INVOICE_FORM = 'contact';

class PaidBefore extends Error {}

/**
 * BUY-01: an invoice that was paid is a lead, once however often it is reported.
 * @throws the database's errors: the processor then reports it again
 */
export async function settleInvoice(
  { db, clock, log }: Pick<Services, 'clock' | 'db' | 'log'>,
  dealer: DealerConfig,
  payment: Payment,
): Promise<'paid' | 'known' | 'unknown'> {
  const found = await findOnlinePayment(db, { dealer: dealer.slug, id: payment.reference });
  if (!found) return 'unknown';
  if (found.payment_id !== null) return 'known';
  if (payment.amount !== found.amount_cents || payment.currency !== 'AUD') {
    log.error({ dealer: dealer.slug, payment: found.id }, 'payment does not match its invoice');
    return 'unknown';
  }
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
    if (error instanceof PaidBefore) return 'known';
    throw error;
  }
  log.info({ dealer: dealer.slug, payment: found.id }, 'invoice paid');
  return 'paid';
}
