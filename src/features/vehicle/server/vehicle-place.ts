import type { DealerConfig } from '#src/config/dealer-config.ts';
import { memoizeByObject } from '#src/config/memoize.ts';
import { type PublicConfig, toPublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import { dealerPhones, phoneMask } from '#src/features/locations/location-phones.ts';
import { carLocation, dealershipOf } from '#src/features/locations/vehicle-location.ts';
import { maskedPageWords } from '#src/features/vehicle/text/vehicle-sheet.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';

/** Where a vehicle is and who sells it. */
export type VehiclePlace = { location: Location; dealership: Dealership };

/**
 * The vehicle's own location, else the first visible one of its dealership, else the dealer's main one.
 * @throws Error for a dealer without a location, which a valid dealer file always has
 */
export function placeOf(
  vehicle: Pick<StockedVehicle, 'location_slug' | 'dealership_slug'>,
  { locations, dealerships }: Pick<DealerConfig, 'locations' | 'dealerships'>,
): VehiclePlace {
  const location =
    carLocation(vehicle, locations) ?? locations.find(({ primary }) => primary) ?? locations[0];
  const dealership = dealershipOf(vehicle, { locations, dealerships });
  if (!location || !dealership) throw new Error('The dealer has no location');
  return { location, dealership };
}

/** Decision 17: replaces each phone number of the dealer in a text. */
export const phoneMaskOf = memoizeByObject((dealer: DealerConfig) => phoneMask(dealerPhones(dealer)));

/** The settings of a site whose words about vehicles hold no phone number of the dealer. */
export const maskedSite = memoizeByObject((dealer: DealerConfig): PublicConfig => {
  const site = toPublicConfig(dealer);
  return { ...site, vehiclePage: maskedPageWords(site.vehiclePage, phoneMaskOf(dealer)) };
});
