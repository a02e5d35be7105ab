import type { Location } from '#src/config/sections/locations.ts';
import { sellsCars, visibleLocations } from '../location/directory.ts';

/** Locations where cars are driven: those that sell cars and open on some day. */
export const testDrivePlaces = (locations: readonly Location[]): Location[] =>
  visibleLocations(locations).filter(
    (location) => sellsCars(location) && location.opening_hours.some(({ status }) => status === 'Open'),
  );

/** What a shopper has said about where; empty or absent is nothing. */
export type PlaceWish = {
  locationId?: string | undefined;
  car?: { location_slug?: string | undefined } | undefined;
};

/**
 * Where a test drive takes place: the location asked for, else that of the car or the main one for it. Undefined where
 * none of these does test drives, or where there are several and nobody has said which.
 */
export function testDrivePlace(
  locations: readonly Location[],
  { locationId, car }: PlaceWish,
): Location | undefined {
  const places = testDrivePlaces(locations);
  if (locationId) return places.find(({ id }) => id === locationId);
  if (car) {
    return places.find(({ slug }) => slug === car.location_slug) ?? places.find(({ primary }) => primary);
  }
  return places.length === 1 ? places[0] : undefined;
}
