import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** Numbers revealed on vehicle pages: each is a shopper about to call. */
export const leadCalls = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('lead_calls')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('website_id', 'text', (c) => c.notNull())
        .addColumn('car_id', 'text', (c) => c.notNull())
        .addColumn('dealership_id', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull()),
    );
    await db.schema
      .createIndex('lead_calls_website')
      .on('lead_calls')
      .columns(['website_id', 'created_at'])
      .execute();
  },
});
