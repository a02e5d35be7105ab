import type { DealerConfig } from '#src/config/dealer-config.ts';
import { tabsOf } from '#src/features/locations/location-directory.ts';
import type { FeedVehicle } from './feed-vehicle.ts';
import { DEMO_PARTS } from './parts.data.ts';

/** The one that lists its parts; other counters are asked by the form. */
const SELLS_PARTS = 'ironbark-trucks';

/** What the dealer's feed lists besides vehicles. */
export function demoParts({
  slug,
  verticals,
  locations,
}: Pick<DealerConfig, 'slug' | 'verticals' | 'locations'>): FeedVehicle[] {
  if (slug !== SELLS_PARTS || !verticals.includes('parts')) return [];
  const counter = locations.find((place) => tabsOf(place).includes('parts'));
  return DEMO_PARTS.map(([part_name, part_number, make, model, year, price, car_type], at) => ({
    ...{ part_name, part_number, make, model, year, price, car_type },
    item_type: 'part',
    status: 'in_stock',
    stocknum: `PT${String(at + 1).padStart(4, '0')}`,
    images: [],
    ...(counter && { location_slug: counter.slug }),
  }));
}
