import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Database } from './database.ts';
import { stockedRows } from './stocked-rows.ts';
import { toStockedVehicle } from './vehicles.ts';

/**
 * A dealer's vehicles of these ids, tombstones included, in the order of the ids; unknown ones are left out.
 * @param ids few: each is a parameter of the statement
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
