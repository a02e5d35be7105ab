import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';

/** PLAT-72, PLAT-70: counts of a day by dealer; the trace in which a delivery goes on. */
export const dailyCounts = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('daily_counts')
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('bucket', 'integer', (c) => c.notNull())
        .addColumn('count', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('daily_counts_key', ['dealer', 'day', 'name', 'bucket']),
    );
    await schema.createIndex('daily_counts_of_day').on('daily_counts').column('day').execute();
    await schema.alterTable('outbox').addColumn('traceparent', 'text').execute();
  },
});
