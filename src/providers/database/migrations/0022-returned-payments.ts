import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** BUY-01: what a hold asks the processor for, who holds it, and payments that pay for nothing of ours. */
export const returnedPayments = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const column of ['description', 'page', 'network', 'session'] as const)
      await schema.alterTable('reservations').addColumn(column, 'text').execute();
    for (const column of ['network', 'session'] as const)
      await schema.createIndex(`reservations_of_${column}`).on('reservations').column(column).execute();
    await finishTable(engine)(
      schema
        .createTable('returned_payments')
        .addColumn('payment_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('amount_cents', 'integer', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('noted_at', 'text', (c) => c.notNull())
        .addColumn('due_at', 'text')
        .addColumn('refunded_at', 'text')
        .addColumn('reported_at', 'text'),
    );
    for (const column of ['reference', 'due_at', 'reported_at'] as const)
      await schema
        .createIndex(`returned_payments_${column}`)
        .on('returned_payments')
        .column(column)
        .execute();
  },
});
