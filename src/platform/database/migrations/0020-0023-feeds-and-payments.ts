import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-03: scheduled feeds, and manual overrides of feed data. */
export const stockFeeds = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const finish = finishTable(engine);
    await finish(
      schema
        .createTable('feed_states')
        .addColumn('dealer', 'text', (c) => c.primaryKey().notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('scheduled_at', 'text', (c) => c.notNull())
        .addColumn('next_due_at', 'text', (c) => c.notNull())
        .addColumn('etag', 'text')
        .addColumn('last_modified', 'text')
        .addColumn('content_hash', 'text')
        .addColumn('settings_hash', 'text')
        .addColumn('last_attempt_at', 'text')
        .addColumn('last_success_at', 'text')
        .addColumn('last_import_at', 'text')
        .addColumn('last_outcome', 'text')
        .addColumn('last_error', 'text')
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('counts', 'text'),
    );
    await finish(
      schema
        .createTable('feed_runs')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('started_at', 'text', (c) => c.notNull())
        .addColumn('ended_at', 'text')
        .addColumn('outcome', 'text')
        .addColumn('error', 'text')
        .addColumn('bytes', 'integer')
        .addColumn('counts', 'text'),
    );
    await schema
      .createIndex('feed_runs_of_dealer')
      .on('feed_runs')
      .columns(['dealer', 'started_at'])
      .execute();
    await finish(
      schema
        .createTable('feed_alarms')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('raised_at', 'text', (c) => c.notNull())
        .addColumn('reported_at', 'text')
        .addPrimaryKeyConstraint('feed_alarms_key', ['dealer', 'kind']),
    );
    await finish(
      schema
        .createTable('stock_overlays')
        .addColumn('vehicle_id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('is_hidden', 'integer', (c) => c.notNull())
        .addColumn('price_cents', 'integer')
        .addColumn('price_until', 'text')
        .addColumn('updated_at', 'text', (c) => c.notNull()),
    );
  },
});

/** FORM-11: links payments to accounts, so that both are erased. */
export const paymentContacts: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('online_payments').addColumn('contact_id', 'text').execute();
  },
};

/** BUY-01: checkout details of holds, and payments to refund because nothing matches them. */
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

/** FORM-11: a code for what a delivery waits for, in addition to the message. */
export const deliveryCodes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('outbox').addColumn('error_code', 'text').execute();
  },
};
