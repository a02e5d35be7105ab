import type { Dealership, Location } from '#src/config/sections/locations.ts';
import type { StockNoun } from '#src/config/sections/verticals.ts';

/** Tabs of the directory, in order (LOC-01). */
export const LOCATION_TABS = ['sales', 'used', 'service', 'parts'] as const;
export type LocationTab = (typeof LOCATION_TABS)[number];

const TAB_LABELS = { sales: 'Sales', service: 'Service', parts: 'Parts' } as const;

export const locationTabLabel = (tab: LocationTab, noun: StockNoun): string =>
  tab === 'used' ? `Used ${noun.many}` : TAB_LABELS[tab];

/** Tabs that list a location: service-and-parts under both, an empty type under sales (LOC-12). */
export function tabsOf({ location_type }: Pick<Location, 'location_type'>): readonly LocationTab[] {
  if (location_type === 'service-and-parts') return ['service', 'parts'];
  return [location_type === '' ? 'sales' : location_type];
}

export type LocationGroup = {
  dealership: Dealership;
  tabs: { tab: LocationTab; locations: Location[] }[];
};

/** One group per dealership that has a visible location, in the order of the file; empty tabs are left out. */
export function locationGroups(
  dealerships: readonly Dealership[],
  locations: readonly Location[],
): LocationGroup[] {
  const visible = locations.filter((location) => location.visible);
  return dealerships.flatMap((dealership) => {
    const own = visible.filter((location) => location.dealership === dealership.slug);
    const tabs = LOCATION_TABS.flatMap((tab) => {
      const listed = own.filter((location) => tabsOf(location).includes(tab));
      return listed.length > 0 ? [{ tab, locations: listed }] : [];
    });
    return tabs.length > 0 ? [{ dealership, tabs }] : [];
  });
}

/** The text that the directory's search box searches (LOC-03), in lower case. */
export const locationSearchText = ({ name, address, manufacturers }: Location): string =>
  [name, address.street, address.city, address.state, address.postcode, ...manufacturers]
    .join(' ')
    .toLowerCase();
