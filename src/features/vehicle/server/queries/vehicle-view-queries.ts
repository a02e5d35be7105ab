import { stockedRows } from '#src/features/stock/server/queries/stock-queries.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import type { Database } from '#src/platform/database/database.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { findVehicleBySlug, toStockedVehicle } from './vehicle-queries.ts';

/** An upsert, so that concurrent views are counted exactly. */
export async function countView(db: Database, dealer: string, carId: string): Promise<void> {
  await db
    .insertInto('vehicle_views')
    .values({ dealer, car_id: carId, views: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['dealer', 'car_id'])
        .doUpdateSet((eb) => ({ views: eb('vehicle_views.views', '+', 1) })),
    )
    .execute();
}

const IDS_PER_QUERY = 500;

/** By id; vehicles without views are missing. */
export async function viewsOf(
  db: Database,
  dealer: string,
  carIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const batch of batches(carIds, IDS_PER_QUERY)) {
    const rows = await db
      .selectFrom('vehicle_views')
      .select(['car_id', 'views'])
      .where('dealer', '=', dealer)
      .where('car_id', 'in', batch)
      .execute();
    for (const { car_id, views } of rows) found.set(car_id, views);
  }
  return found;
}

/** A single query, unless by a former slug. */
export async function findViewedVehicle(
  db: Database,
  dealer: string,
  slug: string,
): Promise<{ vehicle: StockedVehicle; views: number } | undefined> {
  const present = await stockedRows(db)
    .leftJoin('vehicle_views', (join) =>
      join
        .onRef('vehicle_views.dealer', '=', 'vehicles.dealer')
        .onRef('vehicle_views.car_id', '=', 'vehicles.id'),
    )
    .select('vehicle_views.views')
    .where('vehicles.dealer', '=', dealer)
    .where('vehicles.slug', '=', slug)
    .executeTakeFirst();
  if (present) return { vehicle: toStockedVehicle(present), views: present.views ?? 0 };
  const vehicle = await findVehicleBySlug(db, dealer, slug);
  if (!vehicle) return undefined;
  return { vehicle, views: (await viewsOf(db, dealer, [vehicle.id])).get(vehicle.id) ?? 0 };
}
