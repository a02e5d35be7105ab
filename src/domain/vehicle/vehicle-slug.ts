import { slugOf } from '../slug.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';

const NAME_LENGTH = 70;

/**
 * Last part of /cars/{slug}: the name, then what tells twins apart.
 * @param id hash of the vehicle's identity, used where it has no stock number
 */
export function vehicleSlug(vehicle: Vehicle, id: string): string {
  const name = slugOf(vehicleName(vehicle)).slice(0, NAME_LENGTH).replace(/-$/, '');
  const mark = slugOf(vehicle.stocknum ?? '') || id.slice(0, 8);
  return `${name}-${mark}`;
}
