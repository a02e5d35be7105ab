import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** CONT-09: one draw for each phone at each dealer. */
export const prizeDraws = (engine: Engine): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await finishTable(engine)(
      schema
        .createTable('prize_draws')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('phone_hash', 'text', (c) => c.notNull())
        .addColumn('prize_id', 'text', (c) => c.notNull())
        .addColumn('label', 'text', (c) => c.notNull())
        .addColumn('wins', 'integer', (c) => c.notNull())
        .addColumn('lead_id', 'text', (c) => c.notNull())
        .addColumn('drawn_at', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('prize_draws_key', ['dealer', 'phone_hash']),
    );
    await schema.createIndex('prize_draws_lead').on('prize_draws').column('lead_id').execute();
  },
});
