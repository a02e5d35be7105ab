import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  type AlarmServices,
  type Alert,
  alertPeople,
} from '#src/features/leads/server/operations/monitor-delivery.ts';
import {
  deferReturn,
  type ReturnedPayment,
  recordAlarm,
  recordOwedPayment,
  recordReturn,
  returnsDue,
  unreportedReturns,
} from '#src/features/reservations/server/queries/payment-queries.ts';
import { formatCents } from '#src/platform/number/number-format.ts';
import type { Services } from '#src/server/services.ts';
import type { Payment, Payments } from './payment-provider.ts';

type ReturnServices = Pick<Services, 'clock' | 'db' | 'log'>;

/** Processed concurrently, because each may wait for the processor. */
const BATCH_SIZE = 20;
const MAX_LINES = 8;

/**
 * Refunds a payment, or defers it to the periodic job.
 * @returns whether it was refunded
 */
async function refundOwed(
  { clock, db, log }: ReturnServices,
  payments: Payments,
  owed: ReturnedPayment,
): Promise<boolean> {
  const { dealer, payment_id, reference } = owed;
  const outcome = await payments.refund({ payment: payment_id, idempotencyKey: `return-${payment_id}` });
  const now = clock.now().toISOString();
  if (outcome.kind === 'unavailable') {
    log.error({ dealer, reference, reason: outcome.reason }, 'payment not sent back yet');
    await deferReturn(db, owed, now);
    return false;
  }
  await recordReturn(db, owed, now);
  log.warn({ dealer, reference }, 'payment sent back: it is not what was agreed');
  return true;
}

/**
 * BUY-01: refunds a payment whose amount, currency or checkout differs from the order, or a second payment, and
 * raises an alarm. Idempotent.
 * @throws the database's errors, so that the processor retries the event
 */
export async function returnPayment(
  services: ReturnServices,
  { slug: dealer }: Pick<DealerConfig, 'slug'>,
  payments: Payments,
  { payment, reference, amount, currency }: Payment,
): Promise<'refunded' | 'owed'> {
  const { clock, db, log } = services;
  const record = { payment_id: payment, dealer, reference, amount_cents: amount, currency };
  const owed = await recordOwedPayment(db, record, clock.now().toISOString());
  if (owed.due_at === null) return 'refunded';
  log.error({ dealer, reference }, 'payment is not what was agreed');
  return (await refundOwed(services, payments, owed)) ? 'refunded' : 'owed';
}

/** Periodic job: retries refunds until done. */
export async function returnPaymentsDue(
  services: ReturnServices & Pick<Services, 'payments' | 'tenants'>,
): Promise<void> {
  const { clock, db, log, payments, tenants } = services;
  const due = await returnsDue(db, BATCH_SIZE);
  await Promise.all(
    due.map(async (owed) => {
      const dealer = tenants.bySlug(owed.dealer);
      const account = dealer && payments.of(dealer);
      if (account) return refundOwed(services, account, owed);
      log.error({ dealer: owed.dealer, reference: owed.reference }, 'no account to refund a payment from');
      return deferReturn(db, owed, clock.now().toISOString());
    }),
  );
}

function returnText(name: string, found: readonly ReturnedPayment[]) {
  const lines = found
    .slice(0, MAX_LINES)
    .map(
      ({ amount_cents, currency, reference, refunded_at }) =>
        `${formatCents(amount_cents)} ${currency} for ${reference.slice(0, 8)}: ${refunded_at === null ? 'waits to go back' : 'sent back'}`,
    );
  const count = found.length === 1 ? 'A payment' : `${found.length} payments`;
  return {
    subject: `${name}: ${count} not as agreed`,
    text: [
      `${count} arrived with another amount, currency or checkout than was agreed, and reserved or settled nothing. We send such payments back by ourselves. Please look at the account with the payment processor.`,
      '',
      ...lines,
    ].join('\n'),
  };
}

/** Raises an alarm for mismatched payments, once; retried if no channel succeeded. */
export async function checkPaymentAlarms(services: AlarmServices, alert: Alert = alertPeople): Promise<void> {
  const { clock, db, tenants } = services;
  const byDealer = Map.groupBy(await unreportedReturns(db), ({ dealer }) => dealer);
  await Promise.all(
    [...byDealer].map(async ([slug, found]) => {
      const dealer = tenants.bySlug(slug);
      const about = { slug, dealer, about: 'Payments', trouble: 'mismatch' } as const;
      const text = returnText(dealer?.name ?? slug, found);
      if (await alert(services, { ...about, facts: { payments: found.length }, ...text }))
        await recordAlarm(db, found, clock.now().toISOString());
    }),
  );
}
