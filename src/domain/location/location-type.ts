import type { Location } from '#src/config/sections/locations.ts';

/** LOC-01, in the order of the tabs. */
export const LOCATION_TABS = ['sales', 'used', 'service', 'parts'] as const;
export type LocationTab = (typeof LOCATION_TABS)[number];

export const LOCATION_TAB_LABELS: Record<LocationTab, string> = {
  sales: 'Sales',
  used: 'Used cars',
  service: 'Service',
  parts: 'Parts',
};

/** Tabs a location stands under: service-and-parts under both, an empty type under sales (LOC-12). */
export function tabsOf({ location_type }: Pick<Location, 'location_type'>): LocationTab[] {
  if (location_type === '') return ['sales'];
  if (location_type === 'service-and-parts') return ['service', 'parts'];
  return [location_type];
}

/** Whether cars are sold there. */
export const sellsCars = (location: Pick<Location, 'location_type'>): boolean =>
  tabsOf(location).some((tab) => tab === 'sales' || tab === 'used');

/** Tabs that hold at least one of these locations, in tab order. */
export function tabsFor(locations: readonly Pick<Location, 'location_type'>[]): LocationTab[] {
  const used = new Set(locations.flatMap(tabsOf));
  return LOCATION_TABS.filter((tab) => used.has(tab));
}
