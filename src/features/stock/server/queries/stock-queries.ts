import { type Selectable, sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { sendSignal } from '#src/platform/database/signals.ts';
import type { VehiclesTable } from '#src/platform/database/tables.ts';

/** A vehicle's row with data that imports do not change. */
export type StockedRow = Selectable<VehiclesTable> & {
  /** BUY-01: whether a shopper has reserved it, as 1 or 0. */
  is_reserved: number;
  /** Manual override; null if never set. */
  set_hidden: number | null;
  set_price_cents: number | null;
  set_at: string | null;
};

const isReservedNow = sql<number>`case when exists (
  select 1 from reservations where reservations.vehicle_id = vehicles.id and reservations.state = 'reserved'
) then 1 else 0 end`.as('is_reserved');

/** Rows for `toStockedVehicle`, as pages, cards and documents need them. */
export const stockedRows = (db: Database) =>
  db
    .selectFrom('vehicles')
    // Its columns are renamed so that callers need not qualify those of vehicles.
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('stock_overlays')
          .select([
            'stock_overlays.vehicle_id as overlaid_id',
            'stock_overlays.is_hidden as set_hidden',
            'stock_overlays.price_cents as set_price_cents',
            'stock_overlays.updated_at as set_at',
          ])
          .as('overlay'),
      (join) => join.onRef('overlay.overlaid_id', '=', 'vehicles.id'),
    )
    .selectAll('vehicles')
    .select([isReservedNow, 'overlay.set_hidden', 'overlay.set_price_cents', 'overlay.set_at']);

/** A dealer's reserved vehicles, few at any time. */
export async function reservedAt(db: Database, dealer: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('reservations')
    .select('vehicle_id')
    .where('dealer', '=', dealer)
    .where('state', '=', 'reserved')
    .execute();
  return new Set(rows.map(({ vehicle_id }) => vehicle_id));
}

/**
 * Increments the version of each dealer's stock. Call it wherever vehicles or their documents change, in the same
 * transaction if there is one; processes with caches are signalled, and compare versions.
 */
export async function raiseStockVersions(db: Database, dealers: Iterable<string>): Promise<void> {
  const rows = [...new Set(dealers)].sort().map((dealer) => ({ dealer, version: 1 }));
  if (rows.length === 0) return;
  await db
    .insertInto('stock_versions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('dealer').doUpdateSet((eb) => ({ version: eb('stock_versions.version', '+', 1) })),
    )
    .execute();
  await sendSignal(
    db,
    'stock',
    rows.map(({ dealer }) => dealer),
  );
}

/** Versions by dealer, of these or all; dealers without stock are absent. */
export async function stockVersions(
  db: Database,
  dealers?: ReadonlySet<string>,
): Promise<Map<string, number>> {
  let query = db.selectFrom('stock_versions').selectAll();
  if (dealers) query = query.where('dealer', 'in', [...dealers]);
  const rows = await query.execute();
  return new Map(rows.map(({ dealer, version }) => [dealer, version]));
}

/** 0 for a dealer that never had stock. */
export async function stockVersion(db: Database, dealer: string): Promise<number> {
  const row = await db
    .selectFrom('stock_versions')
    .select('version')
    .where('dealer', '=', dealer)
    .executeTakeFirst();
  return row?.version ?? 0;
}
