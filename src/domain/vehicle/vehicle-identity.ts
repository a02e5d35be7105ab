import type { Vehicle } from './vehicle.ts';
import { isVin } from './vin.ts';

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/** By stock number, in any case. */
export const numberIdentity = ({ stocknum }: Named): string | undefined =>
  stocknum ? `stock:${stocknum.toUpperCase()}` : undefined;

/** By VIN, in any case. "UNKNOWN" or seventeen zeros would make one car of many: only what is a VIN counts. */
export function vinIdentity({ vin }: Named): string | undefined {
  const written = vin?.toUpperCase();
  return written !== undefined && isVin(written) ? `vin:${written}` : undefined;
}

/** The identity a row states outright: its stock number, else its VIN. */
export const statedIdentity = (named: Named): string | undefined =>
  numberIdentity(named) ?? vinIdentity(named);

/**
 * The identity of a vehicle that states none: what makes it that car.
 * Price, status and words are left out: they change while the car stays the same.
 */
export function marksIdentity(vehicle: Vehicle): string {
  const marks = [
    vehicle.make,
    vehicle.model,
    vehicle.year,
    vehicle.badge,
    vehicle.car_type,
    vehicle.km,
    vehicle.colour,
    vehicle.simple_transmission,
    vehicle.enginesize_litres,
    vehicle.city,
    vehicle.state,
    vehicle.regplate,
  ];
  return `marks:${marks.map((mark) => String(mark ?? '').toLowerCase()).join('|')}`;
}
