import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Dealership, Location } from '#src/config/sections/locations.ts';
import { carLocation } from '#src/domain/location/car-location.ts';
import { dealershipOf } from '#src/domain/location/dealership-of.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';

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
