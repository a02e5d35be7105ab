import type { StockEvent } from '#src/features/account/saved-searches/alert-message.ts';
import { stockedRows } from '#src/features/stock/server/queries/stock-queries.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';

/** Vehicles for sale that were imported or overridden since an instant, ordered by id. */
export async function vehiclesChangedSince(
  db: Database,
  dealer: string,
  { since, after, limit }: { since: string; after: string; limit: number },
): Promise<StockedVehicle[]> {
  const rows = await stockedRows(db)
    .where('dealer', '=', dealer)
    .where('id', '>', after)
    .where('removed_at', 'is', null)
    .where('status', '<>', 'sold')
    .where((eb) => eb.or([eb('updated_at', '>', since), eb('overlay.set_at', '>', since)]))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toStockedVehicle);
}

/** The latest instant that any change of a dealer's stock is dated, by the clock of the machine that made it. */
export async function latestChange(db: Database, dealer: string): Promise<string | undefined> {
  const [stock, history] = await Promise.all([
    stockedRows(db)
      .clearSelect()
      .select(({ fn }) => [fn.max('updated_at').as('updated_at'), fn.max('overlay.set_at').as('set_at')])
      .where('dealer', '=', dealer)
      .executeTakeFirst(),
    db
      .selectFrom('vehicle_history')
      .select(({ fn }) => fn.max('at').as('at'))
      .where('dealer', '=', dealer)
      .executeTakeFirst(),
  ]);
  const instants = [stock?.updated_at, stock?.set_at, history?.at];
  return instants
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1);
}

/** Events that change whether a vehicle is on the website, or its price. */
const KINDS = [
  ...['price_changed', 'sold', 'removed', 'returned', 'hidden', 'shown'],
  ...['set_price', 'set_hidden', 'set_shown'],
];

/** Events of a dealer's vehicles since an instant, by vehicle id, oldest first. */
export async function stockEventsSince(
  db: Database,
  dealer: string,
  since: string,
): Promise<Map<string, StockEvent[]>> {
  const rows = await db
    .selectFrom('vehicle_history')
    .select(['vehicle_id', 'at', 'kind', 'before'])
    .where('dealer', '=', dealer)
    .where('at', '>', since)
    .where('kind', 'in', KINDS)
    .orderBy('seq')
    .execute();
  return Map.groupBy(rows, ({ vehicle_id }) => vehicle_id);
}
