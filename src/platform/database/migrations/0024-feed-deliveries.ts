import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** FEED-23: feeds put on the servers of their receivers. */
export const feedDeliveries = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('feed_deliveries')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('settings', 'text', (c) => c.notNull())
        .addColumn('scheduled_at', 'text', (c) => c.notNull())
        .addColumn('next_due_at', 'text', (c) => c.notNull())
        .addColumn('last_attempt_at', 'text')
        .addColumn('last_success_at', 'text')
        .addColumn('last_outcome', 'text')
        .addColumn('last_error', 'text')
        .addColumn('failures', 'integer', (c) => c.notNull())
        .addColumn('failing_since', 'text')
        .addColumn('bytes', 'integer')
        .addColumn('vehicles', 'integer')
        .addColumn('left_out', 'integer')
        .addPrimaryKeyConstraint('feed_deliveries_key', ['dealer', 'id']),
    );
  },
});
