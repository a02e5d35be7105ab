import type { Vehicle } from './vehicle.ts';
import { isVinShaped } from './vin.ts';

/**
 * What a feed knows a vehicle by (decision 3): its stock number, else its VIN, else what makes it that car.
 * Price, status and words are left out: they change while the car stays the same.
 */
export function vehicleIdentity(vehicle: Vehicle): string {
  if (vehicle.stocknum) return `stock:${vehicle.stocknum.toUpperCase()}`;
  const vin = vehicle.vin?.toUpperCase();
  // "UNKNOWN" or "0" in the column would make one car of many.
  if (vin !== undefined && isVinShaped(vin)) return `vin:${vin}`;
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
