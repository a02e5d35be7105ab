import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import type { OnlinePaymentsTable } from './payment-tables.ts';
import type { Refund } from './reservations.ts';

export type OnlinePayment = Selectable<OnlinePaymentsTable>;
type Named = Pick<OnlinePayment, 'dealer' | 'id'>;

/** @returns undefined for another dealer's */
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

/** Notes the checkout it is paid at. */
export async function noteInvoiceCheckout(
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

/** Notes that it was paid, in the transaction that stores its lead. @returns whether it had not been before */
export async function notePaid(
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

/** A payment went back; reported before its payment, it is noted with it. */
export async function noteOnlineRefund(
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

/** Erases who pays: what is paid afterwards goes back. Amount and payment stay, as accounts must. */
export const eraseOnlinePaymentsOfContacts = (
  transaction: Database,
  contactIds: readonly string[],
): Promise<unknown> =>
  transaction
    .updateTable('online_payments')
    .set({ contact_id: null, payload: '' })
    .where('contact_id', 'in', [...contactIds])
    .execute();

/** Deletes what was never paid and began before an instant. */
export const sweepUnpaidInvoices = (db: Database, before: string): Promise<unknown> =>
  db.deleteFrom('online_payments').where('payment_id', 'is', null).where('created_at', '<', before).execute();
