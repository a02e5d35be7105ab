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

/**
 * A dealer's vehicles by ids they had before ids were keyed, by those ids; unknown ones are left out.
 * @param formerIds few: each is a parameter of the statement
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
