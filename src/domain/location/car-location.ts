import type { Location } from '#src/config/sections/locations.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** The location of a car: its own, else the first visible one of its dealership. */
export const carLocation = (
  { location_slug, dealership_slug }: Pick<Vehicle, 'location_slug' | 'dealership_slug'>,
  locations: readonly Location[],
): Location | undefined =>
  locations.find(({ slug }) => slug === location_slug) ??
  locations.find(({ dealership, visible }) => visible && dealership === dealership_slug);
