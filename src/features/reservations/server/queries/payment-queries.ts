import type { Selectable } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { onDisk } from '#src/platform/database/engines/log-sync.ts';
import type { OnlinePaymentsTable, ReturnedPaymentsTable } from '#src/platform/database/shopper-tables.ts';
import type { Refund } from './reservation-queries.ts';

export type OnlinePayment = Selectable<OnlinePaymentsTable>;
type Named = Pick<OnlinePayment, 'dealer' | 'id'>;

export const findOnlinePayment = (db: Database, { dealer, id }: Named): Promise<OnlinePayment | undefined> =>
  db
    .selectFrom('online_payments')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .executeTakeFirst();

export async function storeOnlinePayment(db: Database, payment: OnlinePayment): Promise<void> {
  await db.insertInto('online_payments').values(payment).execute();
  await onDisk(db);
}

export async function storeInvoiceCheckout(
  db: Database,
  { dealer, id }: Named,
  checkoutId: string,
): Promise<void> {
  await db
    .updateTable('online_payments')
    .set({ checkout_id: checkoutId })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .execute();
  await onDisk(db);
}

/**
 * Runs in the transaction that stores its lead.
 * @returns false if it was already paid
 */
export async function recordPayment(
  transaction: Database,
  { dealer, id }: Named,
  paid: { paymentId: string; leadId: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('online_payments')
    .set({ payment_id: paid.paymentId, lead_id: paid.leadId, paid_at: paid.now, payload: '' })
    .where('dealer', '=', dealer)
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a refund. If its event precedes that of the payment, the payment is recorded too. */
export async function recordInvoiceRefund(
  db: Database,
  { dealer, payment_id, id }: Refund,
  now: string,
): Promise<void> {
  if (id !== undefined)
    await db
      .updateTable('online_payments')
      .set({ payment_id, paid_at: now, payload: '' })
      .where('dealer', '=', dealer)
      .where('id', '=', id)
      .where('payment_id', 'is', null)
      .execute();
  await db
    .updateTable('online_payments')
    .set({ refunded_at: now })
    .where('dealer', '=', dealer)
    .where('payment_id', '=', payment_id)
    .where('refunded_at', 'is', null)
    .execute();
}

/** Erases the payers; later payments are refunded. Amounts and payments are retained for accounting. */
export const eraseOnlinePaymentsOfContacts = (
  transaction: Database,
  contactIds: readonly string[],
): Promise<unknown> =>
  transaction
    .updateTable('online_payments')
    .set({ contact_id: null, payload: '' })
    .where('contact_id', 'in', [...contactIds])
    .execute();

export const sweepUnpaidInvoices = (db: Database, before: string): Promise<unknown> =>
  db.deleteFrom('online_payments').where('payment_id', 'is', null).where('created_at', '<', before).execute();

export type ReturnedPayment = Selectable<ReturnedPaymentsTable>;
type Noted = Pick<ReturnedPayment, 'payment_id' | 'dealer' | 'reference' | 'amount_cents' | 'currency'>;

/**
 * Records a payment to refund. Idempotent.
 * @returns the stored row
 */
export async function recordOwedPayment(db: Database, payment: Noted, now: string): Promise<ReturnedPayment> {
  await db
    .insertInto('returned_payments')
    .values({ ...payment, noted_at: now, due_at: now, refunded_at: null, reported_at: null })
    .onConflict((on) => on.doNothing())
    .execute();
  await onDisk(db);
  return db
    .selectFrom('returned_payments')
    .selectAll()
    .where('payment_id', '=', payment.payment_id)
    .executeTakeFirstOrThrow();
}

/**
 * Records the refund.
 * @returns false if the payment is not among these
 */
export async function recordReturn(
  db: Database,
  { dealer, payment_id }: Pick<ReturnedPayment, 'dealer' | 'payment_id'>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('returned_payments')
    .set((eb) => ({ due_at: null, refunded_at: eb.fn.coalesce('refunded_at', eb.val(now)) }))
    .where('dealer', '=', dealer)
    .where('payment_id', '=', payment_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves it to the end of the queue. */
export const deferReturn = (
  db: Database,
  { payment_id }: Pick<ReturnedPayment, 'payment_id'>,
  now: string,
): Promise<unknown> =>
  db
    .updateTable('returned_payments')
    .set({ due_at: now })
    .where('payment_id', '=', payment_id)
    .where('due_at', 'is not', null)
    .execute();

/** Payments to refund, longest-waiting first. */
export const returnsDue = (db: Database, limit: number): Promise<ReturnedPayment[]> =>
  db
    .selectFrom('returned_payments')
    .selectAll()
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** The latest one for a reservation or an invoice. */
export const returnedPaymentOf = (
  db: Database,
  { dealer, id }: { dealer: string; id: string },
): Promise<ReturnedPayment | undefined> =>
  db
    .selectFrom('returned_payments')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('reference', '=', id)
    .orderBy('noted_at', 'desc')
    .orderBy('payment_id')
    .executeTakeFirst();

/** Without an alarm so far. */
export const unreportedReturns = (db: Database): Promise<ReturnedPayment[]> =>
  db
    .selectFrom('returned_payments')
    .selectAll()
    .where('reported_at', 'is', null)
    .orderBy('noted_at')
    .orderBy('payment_id')
    .execute();

export const recordAlarm = (
  db: Database,
  payments: readonly ReturnedPayment[],
  now: string,
): Promise<unknown> =>
  db
    .updateTable('returned_payments')
    .set({ reported_at: now })
    .where(
      'payment_id',
      'in',
      payments.map(({ payment_id }) => payment_id),
    )
    .execute();
