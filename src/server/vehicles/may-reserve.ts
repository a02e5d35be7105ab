import type { DealerConfig } from '#src/config/dealer-config.ts';
import { askedCar, formAccess, isOffered } from '#src/domain/lead/form-access.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { pageOf } from './vehicle-page.ts';
import { placeOf } from './vehicle-place.ts';

/**
 * BUY-01: whether a vehicle can be reserved now: it is listed, for sale and free, and its dealership takes reservations.
 * The way to the payment, the payment itself and the page of a reservation all ask this.
 */
export function mayReserve(vehicle: StockedVehicle, dealer: DealerConfig, now: Date): boolean {
  const page = pageOf(vehicle, dealer, now);
  if (page.kind !== 'listed' || page.isSold) return false;
  const { dealership } = placeOf(vehicle, dealer);
  return isOffered(formAccess('reserve', dealer, { car: askedCar(vehicle, dealer), dealership }));
}
