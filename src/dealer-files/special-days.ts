import type { DealerConfig } from '#src/config/dealer-config.ts';

/** LOC-14: every location with the special days that are for it, also those that stand in another's entry. */
export const withSpecialDaysInPlace = (dealer: DealerConfig): DealerConfig => ({
  ...dealer,
  locations: dealer.locations.map((location) => ({
    ...location,
    special_hours: dealer.locations.flatMap(({ id, special_hours }) =>
      special_hours.filter(({ location_id = id }) => location_id === location.id),
    ),
  })),
});
