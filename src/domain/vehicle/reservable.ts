import type { Dealership } from '#src/config/sections/locations.ts';
import { isAvailable } from './availability.ts';
import type { Vehicle } from './vehicle.ts';

/** BUY-01: a car is reserved once, while it is for sale, at a dealership that takes reservations online. */
export const canBeReserved = (
  vehicle: Pick<Vehicle, 'status' | 'reserved'>,
  { switches }: Pick<Dealership, 'switches'>,
): boolean => switches.checkout && isAvailable(vehicle) && !vehicle.reserved;
