import type { Dealership, Location } from '#src/config/sections/locations.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** Who sells a car: the dealership its feed names, else that of its location, else that of the main location. */
export function dealershipOf(
  vehicle: Pick<Vehicle, 'dealership_slug' | 'location_slug'>,
  { locations, dealerships }: { locations: readonly Location[]; dealerships: readonly Dealership[] },
): Dealership | undefined {
  const named = (name: string | undefined) => dealerships.find(({ slug }) => slug === name);
  const location =
    locations.find(({ slug }) => slug === vehicle.location_slug) ?? locations.find(({ primary }) => primary);
  return named(vehicle.dealership_slug) ?? named(location?.dealership);
}
