import type { Dealership, Location } from '#src/config/sections/locations.ts';
import { carLocation } from '../../location/car-location.ts';
import { sellsCars } from '../../location/directory.ts';
import type { Vehicle } from '../../vehicle/vehicle.ts';

type Dealerships = readonly (Pick<Dealership, 'slug'> & Partial<Pick<Dealership, 'switches'>>)[];

/** CFG-08: whether cars are driven at a location: it is listed, sells cars, and its dealership offers test drives. */
export const drivesCars = (
  location: Pick<Location, 'visible' | 'location_type' | 'dealership'>,
  dealerships: Dealerships,
): boolean =>
  location.visible &&
  sellsCars(location) &&
  dealerships.find(({ slug }) => slug === location.dealership)?.switches?.testDrive !== false;

/** The site whose locations and dealerships decide. */
export type DrivingSite = { locations: readonly Location[]; dealerships: Dealerships };

/** Locations where cars are driven and that open on some day. */
export const testDrivePlaces = ({ locations, dealerships }: DrivingSite): Location[] =>
  locations.filter(
    (location) =>
      drivesCars(location, dealerships) && location.opening_hours.some(({ status }) => status === 'Open'),
  );

/** The places a shopper named; empty or absent means none. */
export type PlaceWish = {
  locationId?: string | undefined;
  car?: Pick<Vehicle, 'location_slug' | 'dealership_slug'> | undefined;
};

/**
 * Where a test drive takes place: the requested location, else the car's, another of its dealership or the main one.
 * Undefined if none of these offers test drives, or if there are several and none was named.
 */
export function testDrivePlace(site: DrivingSite, { locationId, car }: PlaceWish): Location | undefined {
  const places = testDrivePlaces(site);
  if (locationId) return places.find(({ id }) => id === locationId);
  if (car) {
    const stands = carLocation(car, site.locations);
    return (
      places.find(({ id }) => id === stands?.id) ??
      places.find(({ dealership }) => dealership === stands?.dealership) ??
      places.find(({ primary }) => primary)
    );
  }
  return places.length === 1 ? places[0] : undefined;
}
