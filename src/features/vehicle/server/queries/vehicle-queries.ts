import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import {
  raiseStockVersions,
  type StockedRow,
  stockedRows,
} from '#src/features/stock/server/queries/stock-queries.ts';
import { withOverlay } from '#src/features/vehicle/price/listing-history.ts';
import { statedValues } from '#src/features/vehicle/text/display-text.ts';
import type { AdvertisedPrice, StockedVehicle, Vehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { VehicleHistoryTable, VehiclesTable } from '#src/platform/database/tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { batches } from '#src/platform/queue/batches.ts';

export type VehicleRow = Selectable<VehiclesTable>;
export type HistoryEntry = Omit<Selectable<VehicleHistoryTable>, 'seq'>;

export function toStockedVehicle(row: StockedRow): StockedVehicle {
  const stated = statedValues(JSON.parse(row.record) as Vehicle);
  const vehicle = {
    ...stated,
    reserved: stated.reserved || row.is_reserved === 1,
    id: row.id,
    dealer: row.dealer,
    slug: row.slug,
    firstSeenAt: row.first_seen_at,
    listedAt: row.listed_at,
    advertised: row.advertised === null ? null : (JSON.parse(row.advertised) as AdvertisedPrice),
    updatedAt: row.updated_at,
    soldAt: row.sold_at,
    removedAt: row.removed_at,
  };
  if (row.set_at === null) return vehicle;
  return withOverlay(vehicle, {
    isHidden: row.set_hidden === 1,
    price: row.set_price_cents,
    changedAt: row.set_at,
  });
}

/** All writers lock rows in this order to avoid deadlocks. */
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Writes a batch, its history and its index changes in one transaction. */
export function writeVehicles(
  db: Database,
  rows: readonly VehicleRow[],
  history: readonly HistoryEntry[],
): Promise<void> {
  return atomically(db, async (trx) => {
    await trx
      .insertInto('vehicles')
      .values([...rows].sort(byId))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          slug: eb.ref('excluded.slug'),
          status: eb.ref('excluded.status'),
          price_cents: eb.ref('excluded.price_cents'),
          record: eb.ref('excluded.record'),
          content_hash: eb.ref('excluded.content_hash'),
          run_id: eb.ref('excluded.run_id'),
          advertised: eb.ref('excluded.advertised'),
          updated_at: eb.ref('excluded.updated_at'),
          sold_at: eb.ref('excluded.sold_at'),
          removed_at: eb.ref('excluded.removed_at'),
        })),
      )
      .execute();
    if (history.length > 0)
      await trx
        .insertInto('vehicle_history')
        .values([...history])
        .execute();
    await markForIndex(trx, rows);
  });
}

const FIRST_VERSION_BELOW = 2 ** 30;
const MARKS_PER_STATEMENT = 500;

/**
 * Queues vehicles for indexing, in the caller's transaction. The initial version is random: if it were always 1, a slow
 * worker could mistake a newer entry for the one it has processed.
 */
export async function markForIndex(
  db: Database,
  vehicles: readonly { id: string; dealer: string }[],
): Promise<void> {
  const version = randomInt(FIRST_VERSION_BELOW);
  for (const batch of batches([...vehicles].sort(byId), MARKS_PER_STATEMENT)) {
    await db
      .insertInto('index_changes')
      .values(batch.map(({ id, dealer }) => ({ vehicle_id: id, dealer, version })))
      .onConflict((conflict) =>
        conflict.column('vehicle_id').doUpdateSet((eb) => ({ version: eb('index_changes.version', '+', 1) })),
      )
      .execute();
  }
  await raiseStockVersions(
    db,
    vehicles.map(({ dealer }) => dealer),
  );
}

export const markVehiclesForIndex = (db: Database, dealer: string, ids: readonly string[]): Promise<void> =>
  atomically(db, (trx) =>
    markForIndex(
      trx,
      ids.map((id) => ({ id, dealer })),
    ),
  );

/** Records the run for vehicles that are unchanged in the feed. */
export const touchVehicles = (db: Database, ids: readonly string[], runId: string): Promise<unknown> =>
  db
    .updateTable('vehicles')
    .set({ run_id: runId })
    .where('id', 'in', [...ids])
    .execute();

/**
 * The last step of a full import: turns vehicles missing from the feed into tombstones, unless a concurrent import has
 * written them.
 * @param knownRuns run ids at the time the import was planned
 */
export function removeVehicles(
  db: Database,
  dealer: string,
  ids: readonly string[],
  knownRuns: readonly string[],
  at: string,
): Promise<number> {
  return atomically(db, async (trx) => {
    let removed = 0;
    for (const batch of batches(ids, 500)) {
      const gone = await trx
        .updateTable('vehicles')
        .set({ removed_at: at, updated_at: at })
        // By id alone: SQLite would look at all vehicles of the dealer for each batch.
        .where('id', 'in', batch)
        .where('run_id', 'in', [...knownRuns])
        .where('removed_at', 'is', null)
        .returning(['id', 'dealer'])
        .execute();
      if (gone.length === 0) continue;
      await trx
        .insertInto('vehicle_history')
        .values(
          gone.map(({ id }) => ({ vehicle_id: id, dealer, at, kind: 'removed', before: null, after: null })),
        )
        .execute();
      await markForIndex(trx, gone);
      removed += gone.length;
    }
    return removed;
  });
}

/** Including sold vehicles. */
export async function presentVehicles(db: Database, dealer: string): Promise<StockedVehicle[]> {
  const rows = await stockedRows(db).where('dealer', '=', dealer).where('removed_at', 'is', null).execute();
  return rows.map(toStockedVehicle);
}

export async function countPresentVehicles(db: Database, dealer: string): Promise<number> {
  const { count } = await db
    .selectFrom('vehicles')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('dealer', '=', dealer)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findVehicleById(
  db: Database,
  dealer: string,
  id: string,
): Promise<StockedVehicle | undefined> {
  const row = await stockedRows(db).where('dealer', '=', dealer).where('id', '=', id).executeTakeFirst();
  return row && toStockedVehicle(row);
}

/** Also finds former slugs. */
export async function findVehicleBySlug(
  db: Database,
  dealer: string,
  slug: string,
): Promise<StockedVehicle | undefined> {
  const present = await stockedRows(db)
    .where('dealer', '=', dealer)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (present) return toStockedVehicle(present);
  const former = await db
    .selectFrom('vehicle_history')
    .select('vehicle_id')
    .where('dealer', '=', dealer)
    .where('kind', '=', 'slug_changed')
    .where('before', '=', slug)
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  return former && findVehicleById(db, dealer, former.vehicle_id);
}

/**
 * Includes tombstones.
 * @param afterYear prefix of the slug after the year: lower-case letters, digits and hyphens
 */
export async function findVehiclesBySlugStart(
  db: Database,
  dealer: string,
  afterYear: string,
): Promise<StockedVehicle[]> {
  const rows = await stockedRows(db)
    .where('dealer', '=', dealer)
    .where('slug', 'like', `____-${afterYear}%`)
    .execute();
  return rows.map(toStockedVehicle);
}

/**
 * In the order of the ids, including tombstones; unknown ids are omitted.
 * @param ids each is a parameter of the statement, so there must not be too many
 */
export async function findVehiclesById(
  db: Database,
  dealer: string,
  ids: readonly string[],
): Promise<StockedVehicle[]> {
  if (ids.length === 0) return [];
  const rows = await stockedRows(db)
    .where('dealer', '=', dealer)
    .where('id', 'in', [...ids])
    .execute();
  const order = new Map(ids.map((id, at) => [id, at]));
  return rows.map(toStockedVehicle).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

/**
 * Vehicles by their ids from before ids were keyed hashes; unknown ids are omitted.
 * @param formerIds each is a parameter of the statement, so there must not be too many
 */
export async function findVehiclesByFormerId(
  db: Database,
  dealer: string,
  formerIds: readonly string[],
): Promise<Map<string, StockedVehicle>> {
  if (formerIds.length === 0) return new Map();
  const rows = await stockedRows(db)
    .innerJoin('former_vehicle_ids', 'former_vehicle_ids.vehicle_id', 'vehicles.id')
    .where('former_vehicle_ids.dealer', '=', dealer)
    .where('former_vehicle_ids.former_id', 'in', [...formerIds])
    .select('former_vehicle_ids.former_id')
    .execute();
  return new Map(rows.map((row) => [row.former_id, toStockedVehicle(row)]));
}
