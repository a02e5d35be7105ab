import type { Location } from '#src/config/sections/locations.ts';
import { carLocation } from '../location/car-location.ts';
import { sellsCars, visibleLocations } from '../location/directory.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

/** Locations where cars are driven: those that sell cars and open on some day. */
export const testDrivePlaces = (locations: readonly Location[]): Location[] =>
  visibleLocations(locations).filter(
    (location) => sellsCars(location) && location.opening_hours.some(({ status }) => status === 'Open'),
  );

/** What a shopper has said about where; empty or absent is nothing. */
export type PlaceWish = {
  locationId?: string | undefined;
  car?: Pick<Vehicle, 'location_slug' | 'dealership_slug'> | undefined;
};

/**
 * Where a test drive takes place: the location asked for, else where the car stands, another of its dealership or the
 * main one. Undefined where none of these does test drives, or where there are several and nobody has said which.
 */
export function testDrivePlace(
  locations: readonly Location[],
  { locationId, car }: PlaceWish,
): Location | undefined {
  const places = testDrivePlaces(locations);
  if (locationId) return places.find(({ id }) => id === locationId);
  if (car) {
    const stands = carLocation(car, locations);
    return (
      places.find(({ id }) => id === stands?.id) ??
      places.find(({ dealership }) => dealership === stands?.dealership) ??
      places.find(({ primary }) => primary)
    );
  }
  return places.length === 1 ? places[0] : undefined;
}
