import type { Dealership, Location } from '#src/config/sections/locations.ts';
import { addressText } from './directions.ts';

export type DirectoryGroup = { dealership: Dealership; locations: Location[] };

type Places = { dealerships: readonly Dealership[]; locations: readonly Location[] };

/** LOC-12: a location with `visible` off is listed nowhere. */
export const visibleLocations = ({ locations }: Pick<Places, 'locations'>): Location[] =>
  locations.filter(({ visible }) => visible);

/** One group per dealership that has a location to show, in the order of the dealer's file (LOC-01). */
export function groupByDealership(places: Places): DirectoryGroup[] {
  const shown = visibleLocations(places);
  return places.dealerships
    .map((dealership) => ({
      dealership,
      locations: shown.filter((location) => location.dealership === dealership.slug),
    }))
    .filter(({ locations }) => locations.length > 0);
}

/** Locations at the same street address, the one given first (LOC-06). */
export function atSameAddress(location: Location, places: Pick<Places, 'locations'>): Location[] {
  const address = addressText(location.address);
  const others = visibleLocations(places).filter(
    (other) => other.id !== location.id && addressText(other.address) === address,
  );
  return [location, ...others];
}

/** Everything a shopper may type to find a location, in lower case. */
export const searchWords = (location: Location, { name }: Pick<Dealership, 'name'>): string =>
  [name, location.name, addressText(location.address), ...location.manufacturers].join(' ').toLowerCase();

/** Whether every word of the query is somewhere in `words`; an empty query finds everything (LOC-03). */
export const matchesQuery = (words: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
