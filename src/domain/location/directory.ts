import type { Location } from '#src/config/sections/locations.ts';
import { addressText } from './directions.ts';
import { LOCATION_TABS, type LocationTab, tabsOf } from './location-groups.ts';

type Typed = Pick<Location, 'location_type'>;

/** LOC-12: a location with `visible` off is not listed. */
export const visibleLocations = (locations: readonly Location[]): Location[] =>
  locations.filter(({ visible }) => visible);

/** Whether cars are sold there. */
export const sellsCars = (location: Typed): boolean =>
  tabsOf(location).some((tab) => tab === 'sales' || tab === 'used');

const BUYING = 'buying';

/** LOC-12: whether shoppers' cars are bought there. */
export const buysCars = ({ location_subtype }: Pick<Location, 'location_subtype'>): boolean =>
  location_subtype.some((name) => name.toLowerCase() === BUYING);

/** Tabs that hold at least one of these locations, in tab order. */
export function tabsFor(locations: readonly Typed[]): LocationTab[] {
  const used = new Set(locations.flatMap(tabsOf));
  return LOCATION_TABS.filter((tab) => used.has(tab));
}

/** LOC-13: the name of the location itself, then of those whose stock its page also lists. */
export function stockedNames(
  { name, distribution_locations }: Location,
  locations: readonly Location[],
): string[] {
  const others = locations.filter(({ slug }) => distribution_locations.includes(slug));
  return [...new Set([name, ...others.map((other) => other.name)])];
}

/** Listed locations at the same street address, the given one first (LOC-06). */
export function atSameAddress(location: Location, locations: readonly Location[]): Location[] {
  const address = addressText(location.address);
  const others = visibleLocations(locations).filter(
    (other) => other.id !== location.id && addressText(other.address) === address,
  );
  return [location, ...others];
}

/** Whether every word of the query is somewhere in `words`, lower case; an empty query finds everything (LOC-03). */
export const matchesQuery = (words: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
