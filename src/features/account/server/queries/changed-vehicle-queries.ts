import type { StockEvent } from '#src/features/account/saved-searches/alert-message.ts';
import { stockedRows } from '#src/features/stock/server/queries/stock-queries.ts';
import { toStockedVehicle } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';

/**
 * Vehicles for sale that an import has written since an instant, or over whose feed something was set, in the order of
 * their ids.
 * @param page after which id, and how many
 */
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

/** What an alert compares: whether a vehicle was on the website, and for how much. */
const KINDS = [
  ...['price_changed', 'sold', 'removed', 'returned', 'hidden', 'shown'],
  ...['set_price', 'set_hidden', 'set_shown'],
];

/** Events of a dealer's vehicles since an instant by vehicle, oldest first. */
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
