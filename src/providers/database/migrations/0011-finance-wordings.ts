import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** Disclaimers shown beside repayments, so that what a shopper read can be read later. */
export const financeWordings = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('finance_wordings')
        .addColumn('version', 'text', (c) => c.primaryKey())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('first_shown_at', 'text', (c) => c.notNull()),
    );
  },
});
