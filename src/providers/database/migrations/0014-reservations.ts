import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** Vehicles held and reserved by shoppers, which no import touches, and invoices paid online. */
export const reservations = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await finishTable(engine)(
      schema
        .createTable('reservations')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('amount_cents', 'integer', (c) => c.notNull())
        .addColumn('checkout_id', 'text')
        .addColumn('payment_id', 'text')
        .addColumn('lead_id', 'text')
        .addColumn('contact_id', 'text')
        .addColumn('phone', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .addColumn('paid_at', 'text')
        .addColumn('refund_due_at', 'text')
        .addColumn('refunded_at', 'text'),
    );
    await finishTable(engine)(
      schema
        .createTable('online_payments')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('amount_cents', 'integer', (c) => c.notNull())
        .addColumn('checkout_id', 'text')
        .addColumn('payment_id', 'text')
        .addColumn('lead_id', 'text')
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('paid_at', 'text')
        .addColumn('refunded_at', 'text'),
    );
    await schema
      .createIndex('online_payments_created')
      .on('online_payments')
      .columns(['dealer', 'created_at'])
      .execute();
    // One live reservation of a vehicle, whatever two requests do at the same instant.
    await schema
      .createIndex('reservations_live')
      .unique()
      .on('reservations')
      .columns(['dealer', 'vehicle_id'])
      .where(sql<boolean>`state in ('held', 'reserved')`)
      .execute();
    await schema
      .createIndex('reservations_vehicle')
      .on('reservations')
      .columns(['vehicle_id', 'state'])
      .execute();
    await schema.createIndex('reservations_dealer').on('reservations').columns(['dealer', 'state']).execute();
    await schema
      .createIndex('reservations_state')
      .on('reservations')
      .columns(['state', 'expires_at'])
      .execute();
    for (const column of ['payment_id', 'lead_id', 'contact_id', 'phone', 'email', 'refund_due_at'] as const)
      await schema.createIndex(`reservations_of_${column}`).on('reservations').column(column).execute();
  },
});
