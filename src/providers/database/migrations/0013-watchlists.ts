import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** Vehicles that people who sign in watch. */
export const watchlists = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await finishTable(engine)(
      schema
        .createTable('watchlists')
        .addColumn('contact_id', 'text', (c) => c.notNull().references('contacts.id').onDelete('cascade'))
        .addColumn('vehicle_id', 'text', (c) => c.notNull())
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('saved_at', 'text', (c) => c.notNull())
        .addColumn('price_cents', 'integer')
        .addColumn('price_type', 'text')
        .addPrimaryKeyConstraint('watchlists_key', ['contact_id', 'vehicle_id']),
    );
    await schema.createIndex('watchlists_vehicle').on('watchlists').column('vehicle_id').execute();
  },
});
