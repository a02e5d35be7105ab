import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** BUY-222: the terms that a reservation was agreed on. */
export const reserveTermsColumn: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('reservations').addColumn('terms', 'text').execute();
  },
};
