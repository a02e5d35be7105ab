import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { finishTable } from './finish-table.ts';

/** How often the page of each vehicle was viewed. */
export const vehicleViews = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await finishTable(engine)(
      db.schema
        .createTable('vehicle_views')
        .addColumn('dealer', 'text', (c) => c.notNull())
        .addColumn('car_id', 'text', (c) => c.notNull())
        .addColumn('views', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('vehicle_views_key', ['dealer', 'car_id']),
    );
  },
});
