import type { Location } from '#src/config/sections/locations.ts';
import { capitalised, type StockNoun } from '#src/config/sections/verticals.ts';
import { type LocationTab, tabsOf } from './location-groups.ts';

const together = new Intl.ListFormat('en-AU', { type: 'conjunction' });

/**
 * LOC-12: what a location does, in words: `Sales of Toyota and Mazda`, `Used cars of every make`,
 * `Cars by subscription`.
 */
export function placeServices(
  location: Pick<Location, 'location_type' | 'manufacturers'>,
  { many, had }: StockNoun,
): { tab: LocationTab; text: string }[] {
  const makes = together.format(location.manufacturers);
  const texts: Record<LocationTab, string> = {
    sales: had ? capitalised(`${makes || many} ${had}`) : `Sales of ${makes || many}`,
    used: makes ? `Used ${many}: ${makes} and others` : `Used ${many} of every make`,
    service: makes ? `Servicing of ${makes}` : 'Servicing of every make',
    parts: 'Parts and accessories',
  };
  return tabsOf(location).map((tab) => ({ tab, text: texts[tab] }));
}
