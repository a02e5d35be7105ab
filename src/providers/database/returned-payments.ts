import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import type { ReturnedPaymentsTable } from './payment-tables.ts';

export type ReturnedPayment = Selectable<ReturnedPaymentsTable>;
type Noted = Pick<ReturnedPayment, 'payment_id' | 'dealer' | 'reference' | 'amount_cents' | 'currency'>;

/** Notes a payment that is owed back, once. @returns it, as it is stored */
export async function owePayment(db: Database, payment: Noted, now: string): Promise<ReturnedPayment> {
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

/** Notes that it has gone. @returns whether it was one of these */
export async function noteReturned(
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

/** Tries others first, the next time. */
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

/** Payments that are to go back, the one that waits longest first. */
export const returnsDue = (db: Database, limit: number): Promise<ReturnedPayment[]> =>
  db
    .selectFrom('returned_payments')
    .selectAll()
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** The latest that names a reservation or an invoice. */
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

/** Those that no one has been alerted about. */
export const unreportedReturns = (db: Database): Promise<ReturnedPayment[]> =>
  db
    .selectFrom('returned_payments')
    .selectAll()
    .where('reported_at', 'is', null)
    .orderBy('noted_at')
    .orderBy('payment_id')
    .execute();

export const noteReported = (
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
