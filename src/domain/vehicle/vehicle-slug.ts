import { slugOf } from '#src/config/sections/slug.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';

const NAME_LENGTH = 70;
const YEAR_LENGTH = '2026-'.length;

/**
 * Last part of /cars/{slug}: the name, then a distinguishing suffix.
 * @param id hash of the vehicle's identity, used where it has no stock number
 */
export function vehicleSlug(vehicle: Vehicle, id: string): string {
  const name = slugOf(vehicleName(vehicle)).slice(0, NAME_LENGTH).replace(/-$/, '');
  const mark = slugOf(vehicle.stocknum ?? '') || id.slice(0, 8);
  return `${name}-${mark}`;
}

/**
 * What follows the year in the slug of every car so named, cut off where `vehicleSlug` may cut.
 * @param words slugs of a make, or of a make and a model
 */
export const slugAfterYear = (words: readonly string[]): string =>
  `${words.join('-')}-`.slice(0, NAME_LENGTH - YEAR_LENGTH);
