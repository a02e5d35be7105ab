import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import type { Clock } from '#src/domain/clock.ts';
import { savedCarImageUrl } from '#src/domain/image/picture-sources.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { comparedSlugs } from '#src/domain/vehicle/compared-list.ts';
import type { ComparedCar } from '#src/domain/vehicle/comparison.ts';
import { pricedDollars } from '#src/domain/vehicle/price-display.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { vehicleSheet } from '#src/domain/vehicle/vehicle-sheet.ts';
import { findVehicleBySlug } from '#src/providers/database/vehicles.ts';
import { findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import { COMPARED_CARS } from '#src/routing/compare-path.ts';
import type { Services } from '../services.ts';
import { pageOf } from './vehicle-page.ts';
import { placeOf } from './vehicle-place.ts';

export type Comparison = {
  /** What the address names. */
  slugs: string[];
  cars: ComparedCar[];
  /** How many of those named have no page. */
  missing: number;
  /** More were named than are compared. */
  isMore: boolean;
};

type ComparisonReads = Pick<Services, 'db' | 'clock'>;

const IDS = 'car_ids';

function comparedCar(vehicle: StockedVehicle, dealer: DealerConfig, clock: Clock): Omit<ComparedCar, 'slug'> {
  const sheet = vehicleSheet(vehicle, dealer, { clock, origin: canonicalOrigin(dealer) });
  const { name, picture, price, repayment, tables, features, basis, smallPrint } = sheet;
  const isByTheWeek = price.kind === 'subscription';
  const availability = vehicle.reserved ? 'Reserved' : isByTheWeek ? 'Available' : 'For sale';
  return {
    ...{ id: vehicle.id, path: vehiclePath(vehicle.slug), name, repayment, features, basis, smallPrint },
    image: picture && savedCarImageUrl(dealer.images, picture),
    price: { text: price.text, typeText: price.typeText },
    dollars: pricedDollars(price),
    facts: [
      { label: 'Availability', text: isAvailable(vehicle) ? availability : dealer.copy.sold },
      { label: 'Location', text: placeOf(vehicle, dealer).location.name },
      ...tables.flatMap(({ rows }) => rows),
    ],
  };
}

/** FAV-01: the vehicles whose slugs an address names, as far as they have a page. */
export async function comparedVehicles(
  { db, clock }: ComparisonReads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<Comparison> {
  const { slugs, isMore } = comparedSlugs(query.getAll(COMPARED_CARS));
  const found = await Promise.all(slugs.map((slug) => findVehicleBySlug(db, dealer.slug, slug)));
  // A vehicle may be named by its former address too.
  const unique = new Map(
    found.flatMap((vehicle, at) => (vehicle ? [[vehicle.id, { vehicle, slug: slugs[at] ?? '' }]] : [])),
  );
  const now = clock.now();
  const listed = [...unique.values()].filter(({ vehicle }) => pageOf(vehicle, dealer, now).kind === 'listed');
  const cars = listed.map(({ vehicle, slug }) => ({ slug, ...comparedCar(vehicle, dealer, clock) }));
  const gone = found.filter((vehicle) => !vehicle).length + unique.size - listed.length;
  return { slugs, cars, missing: gone, isMore };
}

/**
 * The page of saved vehicles names those chosen by their ids.
 * @returns the slugs of those, or undefined where the address has none
 */
export async function slugsOfChosen(
  { db }: ComparisonReads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<string[] | undefined> {
  if (!query.has(IDS)) return undefined;
  const { slugs: ids } = comparedSlugs(query.getAll(IDS));
  return (await findVehiclesById(db, dealer.slug, ids)).map(({ slug }) => slug);
}
