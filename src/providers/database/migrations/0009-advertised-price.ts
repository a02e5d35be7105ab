import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The advertised price of a vehicle and since when, and the price before it; known from its next change on. */
export const advertisedPrice: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('vehicles').addColumn('advertised', 'text').execute();
  },
};
