import type { Location } from '#src/config/sections/locations.ts';
import type { SearchConfig } from '#src/config/sections/search.ts';

/** LOC-11: whether shoppers of a site may search by distance. */
export function hasDistances({
  search,
  locations,
}: {
  search: Pick<SearchConfig, 'distance'>;
  locations: readonly Pick<Location, 'visible'>[];
}): boolean {
  if (search.distance !== 'auto') return search.distance === 'on';
  return locations.filter(({ visible }) => visible).length > 1;
}
