import type { Location } from '#src/config/sections/locations.ts';
import { addressText } from './directions.ts';
import { visibleLocations } from './directory.ts';
import { byDistance, distanceKm, type GeoPoint } from './distance.ts';

export type PlaceRowRules = {
  /** Slugs of the only locations shown; empty shows all. */
  only: readonly string[];
  /** Slugs in an order of the dealer's own; the others follow by name. */
  order: readonly string[];
};

const byName = (a: Location, b: Location) => a.name.localeCompare(b.name, 'en-AU');

/** LOC-09: locations of the carousel, by name unless the dealer has an order; hidden ones are left out. */
export function placesInRow(locations: readonly Location[], { only, order }: PlaceRowRules): Location[] {
  const rank = ({ slug }: Location) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return visibleLocations(locations)
    .filter(({ slug }) => only.length === 0 || only.includes(slug))
    .sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

const pointOf = ({ address: { lat, long } }: Location): GeoPoint | undefined =>
  lat === undefined || long === undefined ? undefined : { lat, lng: long };

/** Undefined unless both places are known. */
export function kmFrom(from: GeoPoint | undefined, location: Location): number | undefined {
  const at = pointOf(location);
  return at && from && distanceKm(from, at);
}

/** A location with its kilometres from somewhere, if both are known. */
export type PlaceAway = { location: Location; km: number | undefined };

/** Listed locations, the nearest first; those without a position are last. */
export function placesByDistance(locations: readonly Location[], from: GeoPoint | undefined): PlaceAway[] {
  return visibleLocations(locations)
    .map((location) => ({ location, km: kmFrom(from, location) }))
    .sort(byDistance);
}

/** LOC-11: the other locations, the nearest first, without those at the same address. */
export const placesNear = (location: Location, locations: readonly Location[]): PlaceAway[] =>
  placesByDistance(
    locations.filter(
      ({ slug, address }) => slug !== location.slug && addressText(address) !== addressText(location.address),
    ),
    pointOf(location),
  );
