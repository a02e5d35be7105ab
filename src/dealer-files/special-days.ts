import type { DealerConfig } from '#src/config/dealer-config.ts';

/** LOC-14: every location with its special days, including those listed in another location's entry. */
export const withSpecialDaysInPlace = (dealer: DealerConfig): DealerConfig => ({
  ...dealer,
  locations: dealer.locations.map((location) => ({
    ...location,
    special_hours: dealer.locations.flatMap(({ id, special_hours }) =>
      special_hours.filter(({ location_id = id }) => location_id === location.id),
    ),
  })),
});
