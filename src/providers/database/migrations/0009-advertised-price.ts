import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a vehicle is advertised for and since when, and the same of the price before; known from its next change on. */
export const advertisedPrice: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('vehicles').addColumn('advertised', 'text').execute();
  },
};
