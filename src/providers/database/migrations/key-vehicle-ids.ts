import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { batches } from '#src/domain/batches.ts';
import type { Tables } from '../tables.ts';
import { vehicleId } from '../vehicle-ids.ts';

const PAGE = 500;
const FIRST_VERSION_BELOW = 2 ** 30;

type Moved = { dealer: string; former_id: string; vehicle_id: string; isPresent: boolean };

/** All vehicles first: their ids change under a reader that pages by id. */
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

/** The search engine must delete documents under former ids, and receive those under new ones. */
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

/** Payloads in the outbox contain the car's id too. */
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

/** Gives every vehicle its keyed id, with its history, marks, leads and valuations. */
export async function keyVehicleIds(db: Kysely<Tables>, key: string): Promise<void> {
  const moved = await plan(db, key);
  for (const some of batches(moved, PAGE)) await moveVehicles(db, some);
  await moveLeads(db, new Map(moved.map(({ former_id, vehicle_id }) => [former_id, vehicle_id])));
  await db
    .updateTable('stock_versions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute();
}
