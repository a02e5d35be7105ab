import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { comparedSlugs } from '#src/domain/vehicle/comparison.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { type VehicleSheet, vehicleSheet } from '#src/domain/vehicle/vehicle-sheet.ts';
import { findVehicleBySlug } from '#src/providers/database/vehicles.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import { COMPARED_CARS } from '#src/routing/compare-path.ts';
import type { Services } from '../services.ts';
import { pageOf } from './vehicle-page.ts';
import { placeOf, type VehiclePlace } from './vehicle-place.ts';

export type ComparedVehicle = {
  vehicle: StockedVehicle;
  sheet: VehicleSheet;
  isSold: boolean;
} & VehiclePlace;

export type Comparison = {
  vehicles: ComparedVehicle[];
  /** How many of those named have no page. */
  missing: number;
  /** More were named than are compared. */
  isMore: boolean;
};

type Reads = Pick<Services, 'db' | 'clock'>;

const IDS = 'car_ids';

/** FAV-01: the vehicles whose slugs an address names, as far as they have a page. */
export async function comparedVehicles(
  { db, clock }: Reads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Comparison> {
  const { slugs, isMore } = comparedSlugs(query.getAll(COMPARED_CARS));
  const found = await Promise.all(slugs.map((slug) => findVehicleBySlug(db, dealer.slug, slug)));
  // A vehicle may be named by its former address too.
  const unique = new Map(found.flatMap((vehicle) => (vehicle ? [[vehicle.id, vehicle] as const] : [])));
  const now = clock.now();
  const listed = [...unique.values()].filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed');
  const origin = canonicalOrigin(dealer);
  const vehicles = listed.map((vehicle) => ({
    vehicle,
    sheet: vehicleSheet(vehicle, dealer, { clock, origin }),
    isSold: !isAvailable(vehicle),
    ...placeOf(vehicle, dealer),
  }));
  const gone = found.filter((vehicle) => !vehicle).length + unique.size - listed.length;
  return { vehicles, missing: gone, isMore };
}

/**
 * The page of saved vehicles names those chosen by their ids.
 * @returns the slugs of those, or undefined where the address has none
 */
export async function slugsOfChosen(
  { db }: Reads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<string[] | undefined> {
  if (!query.has(IDS)) return undefined;
  const { slugs: ids } = comparedSlugs(query.getAll(IDS));
  return (await findVehiclesById(db, dealer.slug, ids)).map(({ slug }) => slug);
}
