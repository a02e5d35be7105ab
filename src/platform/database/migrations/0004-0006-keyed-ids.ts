import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type Engine, finishTable } from '#src/platform/database/database.ts';
import { VEHICLE_ID_KEY, vehicleId } from '#src/platform/database/installation-keys.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

export const healthTables = (engine: Engine): Migration => {
  const finish = finishTable(engine);

  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await finish(
        schema
          .createTable('health_checks')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('at', 'text', (c) => c.notNull())
          .addColumn('filler', 'text', (c) => c.notNull()),
      );
      await finish(
        schema
          .createTable('installation')
          .addColumn('id', 'text', (c) => c.primaryKey().notNull())
          .addColumn('created_at', 'text', (c) => c.notNull()),
      );
      const installation = { id: randomUUID(), created_at: new Date().toISOString() };
      await (db as Kysely<Tables>).insertInto('installation').values(installation).execute();
    },
  };
};

const PAGE = 500;
const FIRST_VERSION_BELOW = 2 ** 30;

type Moved = { dealer: string; former_id: string; vehicle_id: string; isPresent: boolean };

/** Reads all vehicles first, because their ids change during pagination by id. */
async function plan(db: Kysely<Tables>, key: string): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('vehicles')
      .select(['id', 'dealer', 'identity', 'removed_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, dealer, identity, removed_at } of rows) {
      const vehicle_id = vehicleId(key, dealer, identity);
      moved.push({ dealer, former_id: id, vehicle_id, isPresent: removed_at === null });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return moved;
    after = last.id;
  }
}

/** The search engine must delete documents with former ids and receive those with new ones. */
const markAll = (db: Kysely<Tables>, some: readonly Moved[]) => {
  const version = randomInt(FIRST_VERSION_BELOW);
  const marks = some
    .filter(({ isPresent }) => isPresent)
    .flatMap(({ dealer, former_id, vehicle_id }) =>
      [former_id, vehicle_id].map((id) => ({ vehicle_id: id, dealer, version })),
    );
  return marks.length === 0
    ? undefined
    : db
        .insertInto('index_changes')
        .values(marks)
        .onConflict((on) => on.column('vehicle_id').doNothing())
        .execute();
};

async function moveVehicles(db: Kysely<Tables>, some: readonly Moved[]): Promise<void> {
  await db
    .insertInto('former_vehicle_ids')
    .values(some.map(({ isPresent: _, ...row }) => row))
    .execute();
  const formerIds = some.map(({ former_id }) => former_id);
  for (const table of ['vehicle_history', 'index_changes', 'trade_ins'] as const) {
    await db
      .updateTable(table)
      .set((eb) => ({
        vehicle_id: eb
          .selectFrom('former_vehicle_ids')
          .select('former_vehicle_ids.vehicle_id')
          .whereRef('former_vehicle_ids.former_id', '=', `${table}.vehicle_id`)
          .whereRef('former_vehicle_ids.dealer', '=', `${table}.dealer`),
      }))
      .where('vehicle_id', 'in', formerIds)
      .execute();
  }
  await db
    .updateTable('vehicles')
    .set((eb) => ({
      id: eb.fn.coalesce(
        eb
          .selectFrom('former_vehicle_ids')
          .select('former_vehicle_ids.vehicle_id')
          .whereRef('former_vehicle_ids.former_id', '=', 'vehicles.id')
          .whereRef('former_vehicle_ids.dealer', '=', 'vehicles.dealer'),
        'vehicles.id',
      ),
    }))
    .where('id', 'in', formerIds)
    .execute();
  await markAll(db, some);
}

/** Payloads in the outbox contain the vehicle's id. */
function withNewId(payload: string, formerId: string, id: string): string {
  try {
    const lead = JSON.parse(payload);
    return lead?.car_id === formerId ? JSON.stringify({ ...lead, car_id: id }) : payload;
  } catch {
    return payload;
  }
}

async function moveLeads(db: Kysely<Tables>, idOf: ReadonlyMap<string, string>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('leads')
      .select(['id', 'vehicle_id', 'payload'])
      .where('id', '>', after)
      .where('vehicle_id', 'is not', null)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, vehicle_id: formerId, payload } of rows) {
      const vehicle_id = formerId === null ? undefined : idOf.get(formerId);
      if (formerId === null || vehicle_id === undefined) continue;
      await db
        .updateTable('leads')
        .set({ vehicle_id, payload: withNewId(payload, formerId, vehicle_id) })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Gives every vehicle a keyed id, including in its history, marks, leads and valuations. */
async function keyVehicleIds(db: Kysely<Tables>, key: string): Promise<void> {
  const moved = await plan(db, key);
  for (const some of batches(moved, PAGE)) await moveVehicles(db, some);
  await moveLeads(db, new Map(moved.map(({ former_id, vehicle_id }) => [former_id, vehicle_id])));
  await db
    .updateTable('stock_versions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
}

const KEY_BYTES = 32;

/** Ids that cannot be computed from public data, and a table of former ids. */
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

/** Earlier versions backdated a dealer's first import by this, so that none of its vehicles was a new arrival. */
const BACKDATED_DAYS = 61;

/**
 * Separates the listing date from the time of the first import. Earlier versions stored the feed's date in its place;
 * for those, the dealer's first import is the earliest possible time.
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
