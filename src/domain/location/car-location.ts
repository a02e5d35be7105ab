import type { Location } from '#src/config/sections/locations.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** The location of a car: its own, else the first one of its dealership. LOC-12: a hidden one is named nowhere. */
export function carLocation(
  { location_slug, dealership_slug }: Pick<Vehicle, 'location_slug' | 'dealership_slug'>,
  locations: readonly Location[],
): Location | undefined {
  const own = locations.find(({ slug }) => slug === location_slug);
  if (own?.visible) return own;
  const seller = dealership_slug ?? own?.dealership;
  return locations.find(({ dealership, visible }) => visible && dealership === seller);
}
