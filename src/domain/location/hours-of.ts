import type { Location } from '#src/config/sections/locations.ts';

/** Hours of a location with every special day that is for it, also one that stands in another's entry (LOC-14). */
export const hoursOf = (
  { id, opening_hours }: Pick<Location, 'id' | 'opening_hours'>,
  locations: readonly Pick<Location, 'id' | 'special_hours'>[],
): Pick<Location, 'opening_hours' | 'special_hours'> => ({
  opening_hours,
  special_hours: locations.flatMap((each) =>
    each.special_hours.filter(({ location_id = each.id }) => location_id === id),
  ),
});
