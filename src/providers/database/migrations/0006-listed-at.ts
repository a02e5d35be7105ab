import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DAY_MS } from '#src/domain/duration.ts';
import type { Tables } from '../tables.ts';

/**
 * The offset earlier versions subtracted from a dealer's first import, so that none of its cars was a new arrival.
 */
const BACKDATED_DAYS = 61;

/**
 * Separates the date a vehicle was listed from the moment an import first saw it. Earlier versions stored the
 * feed's date instead of that moment where there was one; of those, the dealer's first import is the earliest it
 * can have been.
 */
export const listedAt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('vehicles').addColumn('listed_at', 'text').execute();
    const tables = db as Kysely<Tables>;
    await tables.updateTable('vehicles').set({ listed_at: sql`first_seen_at` }).execute();
    const firstImports = await tables
      .selectFrom('import_runs')
      .select(({ fn }) => ['dealer', fn.min('started_at').as('at')])
      .groupBy('dealer')
      .execute();
    for (const { dealer, at } of firstImports) {
      const backdated = new Date(Date.parse(at) - BACKDATED_DAYS * DAY_MS).toISOString();
      const ofDealer = tables.updateTable('vehicles').where('dealer', '=', dealer);
      await ofDealer.set({ listed_at: null }).where('first_seen_at', 'in', [at, backdated]).execute();
      await ofDealer.set({ first_seen_at: at }).where('first_seen_at', '<', at).execute();
    }
  },
};
