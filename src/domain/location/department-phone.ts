import type { InfoPageName } from '#src/config/sections/info-pages.ts';
import type { Location } from '#src/config/sections/locations.ts';
import { type LocationTab, tabsOf } from './location-groups.ts';

/** Whose page it is; any other is everybody's. */
const DEPARTMENTS: Partial<Record<InfoPageName, LocationTab>> = {
  service: 'service',
  'service-plus': 'service',
  'capped-price-servicing': 'service',
  'vehicle-parts-and-accessories': 'parts',
};

/** The number to ring about a page: its department's own where all of its places have the same, else the dealer's. */
export function departmentPhone(
  site: {
    phones: { main: string };
    locations: readonly Pick<Location, 'location_type' | 'phone' | 'visible'>[];
  },
  page: InfoPageName,
): string {
  const department = DEPARTMENTS[page];
  const places = site.locations.filter(
    (place) => department !== undefined && place.visible && tabsOf(place).includes(department),
  );
  const [phone, ...others] = new Set(places.map((place) => place.phone));
  return phone && others.length === 0 ? phone : site.phones.main;
}
