import type { Dealership, Location } from '#src/config/sections/locations.ts';
import { matchesQuery } from './directory.ts';
import { byDistance, type GeoPoint } from './distance.ts';
import { type LocationTab, locationGroups, locationSearchText, tabsOf } from './location-groups.ts';
import { kmFrom } from './place-row.ts';

export type DirectoryEntry = {
  location: Location;
  /** LOC-11: from the shopper's place, where both are known. */
  km: number | undefined;
  /** Whether the search finds it; the others are hidden, so that a script can show them again. */
  isFound: boolean;
};

export type DirectoryGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; isFound: boolean; isFirst: boolean }[];
  places: DirectoryEntry[];
  isFound: boolean;
};

/** LOC-03: the text a location is found by. */
export const directoryText = (dealership: Dealership, location: Location): string =>
  `${dealership.name.toLowerCase()} ${locationSearchText(location)}`;

/**
 * LOC-01: the cards of the directory, each location once, however many tabs list it.
 * @param asked what a shopper searches for, and from where; then the nearest are first
 */
export function directoryGroups(
  site: { dealerships: readonly Dealership[]; locations: readonly Location[] },
  { query, from }: { query: string; from: GeoPoint | undefined },
): DirectoryGroup[] {
  const groups = locationGroups(site.dealerships, site.locations).map(({ dealership, tabs }) => {
    const entryOf = (location: Location): DirectoryEntry => ({
      location,
      km: kmFrom(from, location),
      isFound: matchesQuery(directoryText(dealership, location), query.trim()),
    });
    const places = [...new Set(tabs.flatMap(({ locations }) => locations))].map(entryOf);
    const found = new Set(places.flatMap((place) => (place.isFound ? tabsOf(place.location) : [])));
    const first = tabs.find(({ tab }) => found.has(tab))?.tab;
    return {
      dealership,
      tabs: tabs.map(({ tab }) => ({ tab, isFound: found.has(tab), isFirst: tab === first })),
      places: places.sort(byDistance),
      isFound: found.size > 0,
    };
  });
  const nearest = ({ places: [first] }: DirectoryGroup) => ({ km: first?.km });
  return from ? groups.sort((a, b) => byDistance(nearest(a), nearest(b))) : groups;
}
