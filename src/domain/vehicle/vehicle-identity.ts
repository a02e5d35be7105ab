import type { Vehicle } from './vehicle.ts';
import { isVinShaped } from './vin.ts';

/** The identity a row states outright; none where it has neither stock number nor a VIN of a VIN's shape. */
export function statedIdentity({ stocknum, vin }: Pick<Vehicle, 'stocknum' | 'vin'>): string | undefined {
  if (stocknum) return `stock:${stocknum.toUpperCase()}`;
  // "UNKNOWN" or "0" in the column would make one car of many.
  const written = vin?.toUpperCase();
  return written !== undefined && isVinShaped(written) ? `vin:${written}` : undefined;
}

/**
 * What a feed knows a vehicle by: its stock number, else its VIN, else what makes it that car.
 * Price, status and words are left out: they change while the car stays the same.
 */
export function vehicleIdentity(vehicle: Vehicle): string {
  const stated = statedIdentity(vehicle);
  if (stated !== undefined) return stated;
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
