import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { folded } from '#src/platform/text/fold-text.ts';

/** A car's location, or the first one of its dealership. LOC-12: hidden locations are never named. */
export function carLocation(
  { location_slug, dealership_slug }: Pick<Vehicle, 'location_slug' | 'dealership_slug'>,
  locations: readonly Location[],
): Location | undefined {
  const own = locations.find(({ slug }) => slug === location_slug);
  if (own?.visible) return own;
  const seller = dealership_slug ?? own?.dealership;
  return locations.find(({ dealership, visible }) => visible && dealership === seller);
}

/** Feeds write cities in capitals. */
export const isSameCity = (a: string, b: string | undefined): boolean => folded(a) === folded(b ?? '');

/**
 * LOC-10, SRCH-04: city of a car on its page and in searches: its seller's suburb, or its feed's city, or that of its
 * location. Uses the spelling of a location, so that the search lists each city once.
 */
export function carCity<City>(
  { private_suburb, city }: Pick<Vehicle, 'private_suburb' | 'city'>,
  locations: readonly Pick<Location, 'address'>[],
  ofLocation: City,
): string | City {
  const own = private_suburb ?? city;
  if (own === undefined) return ofLocation;
  return locations.find(({ address }) => isSameCity(own, address.city))?.address.city ?? own;
}

/** Seller of a car: the dealership in its feed, or that of its location, or that of the main location. */
export function dealershipOf(
  vehicle: Pick<Vehicle, 'dealership_slug' | 'location_slug'>,
  { locations, dealerships }: { locations: readonly Location[]; dealerships: readonly Dealership[] },
): Dealership | undefined {
  const named = (name: string | undefined) => dealerships.find(({ slug }) => slug === name);
  const location =
    locations.find(({ slug }) => slug === vehicle.location_slug) ?? locations.find(({ primary }) => primary);
  return named(vehicle.dealership_slug) ?? named(location?.dealership);
}
