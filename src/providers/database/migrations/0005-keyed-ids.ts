import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import type { Tables } from '../tables.ts';
import { VEHICLE_ID_KEY } from '../vehicle-ids.ts';
import { finishTable } from './finish-table.ts';
import { keyVehicleIds } from './key-vehicle-ids.ts';

const KEY_BYTES = 32;

/** Ids of vehicles that cannot be computed from outside, and those they had before. */
export const keyedIds = (engine: Engine): Migration => {
  const finish = finishTable(engine);

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await finish(
        schema
          .createTable('installation_keys')
          .addColumn('name', 'text', (c) => c.primaryKey().notNull())
          .addColumn('value', 'text', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('former_vehicle_ids')
          .addColumn('dealer', 'text', (c) => c.notNull())
          .addColumn('former_id', 'text', (c) => c.notNull())
          .addColumn('vehicle_id', 'text', (c) => c.notNull())
          .addPrimaryKeyConstraint('former_vehicle_ids_key', ['dealer', 'former_id']),
      );
      const tables = db as Kysely<Tables>;
      const value = randomBytes(KEY_BYTES).toString('hex');
      await tables.insertInto('installation_keys').values({ name: VEHICLE_ID_KEY, value }).execute();
      await keyVehicleIds(tables, value);
    },
  };
};
