import type { DealerConfig } from '#src/config/dealer-config.ts';
import { memoizeByObject } from '#src/config/memoize.ts';
import { type PublicConfig, toPublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { dealerPhones, phoneMask } from '#src/features/locations/location-phones.ts';
import { carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { maskedPageTexts } from '#src/features/vehicle/text/vehicle-sheet.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';

export type VehiclePlace = { location: Location; dealership: Dealership };

/**
 * The vehicle's own location, else the first visible one of its dealership, else the primary one.
 * @throws if the dealer has no location, which a valid dealer file always has
 */
export function vehiclePlaceOf(
  vehicle: Pick<StockedVehicle, 'location_slug' | 'dealership_slug'>,
  { locations, dealerships }: Pick<DealerConfig, 'locations' | 'dealerships'>,
): VehiclePlace {
  const location =
    carLocation(vehicle, locations) ?? locations.find(({ primary }) => primary) ?? locations[0];
  const dealership = dealershipOf(vehicle, { locations, dealerships });
  if (!location || !dealership) throw new Error('The dealer has no location');
  return { location, dealership };
}

/** Decision 17: masks the dealer's phone numbers in a text. */
export const phoneMaskOf = memoizeByObject((dealer: DealerConfig) => phoneMask(dealerPhones(dealer)));

/** Decision 17: the site's settings with phone numbers masked in texts for vehicle pages. */
export const maskedSite = memoizeByObject((dealer: DealerConfig): PublicConfig => {
  const site = toPublicConfig(dealer);
  return { ...site, vehiclePage: maskedPageTexts(site.vehiclePage, phoneMaskOf(dealer)) };
});
