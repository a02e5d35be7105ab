import type { Location } from '#src/config/sections/locations.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { sellsCars, visibleLocations } from './directory.ts';
import { tabsOf } from './location-groups.ts';

const names = ({ manufacturers }: Location, make: string) =>
  manufacturers.some((own) => slugOf(own) === slugOf(make));

/** Listed locations that sell a make; all that sell where none names it. */
export function salesPlacesOf(locations: readonly Location[], make: string): Location[] {
  const selling = visibleLocations(locations).filter(sellsCars);
  const own = selling.filter((location) => names(location, make));
  return own.length > 0 ? own : selling;
}

/** Listed workshops and parts counters for a make: those that name it, else those of the dealerships that sell it. */
export function servicePlacesOf(locations: readonly Location[], make: string): Location[] {
  const serving = visibleLocations(locations).filter((location) =>
    tabsOf(location).some((tab) => tab === 'service' || tab === 'parts'),
  );
  const own = serving.filter((location) => names(location, make));
  if (own.length > 0) return own;
  const sellers = new Set(salesPlacesOf(locations, make).map(({ dealership }) => dealership));
  const near = serving.filter(({ dealership }) => sellers.has(dealership));
  return near.length > 0 ? near : serving;
}
