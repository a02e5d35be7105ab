import { slugOf } from '#src/config/sections/slug.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';

/** ISO 3779: transliteration of letters; I, O and Q are not used. */
const LETTER_VALUES: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
const WEIGHTS: readonly number[] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export const isVinShaped = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);

/** Real VINs have about ten distinct characters, placeholders one or two. */
const MIN_DISTINCT_CHARACTERS = 4;
const SEQUENTIAL = '12345678901234567';

/** Such as seventeen zeros, which have a valid check digit. */
export const isPlaceholderVin = (vin: string): boolean =>
  isVinShaped(vin) && (new Set(vin).size < MIN_DISTINCT_CHARACTERS || vin === SEQUENTIAL);

/** Expects capital letters; does not verify the check digit. */
export const isVin = (vin: string): boolean => isVinShaped(vin) && !isPlaceholderVin(vin);

/** The check digit for position 9: "0" to "9" or "X". @param vin 17 characters */
export function vinCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => {
    const character = vin[at] ?? '0';
    return total + weight * (LETTER_VALUES[character] ?? Number(character));
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Many makers outside North America do not use the check digit, so a mismatch is only a warning. */
export const hasValidCheckDigit = (vin: string): boolean => isVinShaped(vin) && vin[8] === vinCheckDigit(vin);

type Named = Pick<Vehicle, 'stocknum' | 'vin'>;

/** Case-insensitive. */
export const numberIdentity = ({ stocknum }: Named): string | undefined =>
  stocknum ? `stock:${stocknum.toUpperCase()}` : undefined;

/** Case-insensitive. Placeholders such as "UNKNOWN" must not merge different vehicles, so only valid VINs count. */
export function vinIdentity({ vin }: Named): string | undefined {
  const written = vin?.toUpperCase();
  return written !== undefined && isVin(written) ? `vin:${written}` : undefined;
}

/** The stock number, else the VIN. */
export const statedIdentity = (named: Named): string | undefined =>
  numberIdentity(named) ?? vinIdentity(named);

/**
 * Fallback identity of a vehicle without stock number and VIN. Price, status and texts are excluded, as they change over
 * time.
 */
export function attributesIdentity(vehicle: Vehicle): string {
  const attributes = [
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
  return `marks:${attributes.map((mark) => String(mark ?? '').toLowerCase()).join('|')}`;
}

const NAME_LENGTH = 70;
const YEAR_LENGTH = '2026-'.length;

/**
 * The name and a distinguishing suffix.
 * @param id hash of the vehicle's identity, used if it has no stock number
 */
export function vehicleSlug(vehicle: Vehicle, id: string): string {
  const name = slugOf(vehicleName(vehicle)).slice(0, NAME_LENGTH).replace(/-$/, '');
  const mark = slugOf(vehicle.stocknum ?? '') || id.slice(0, 8);
  return `${name}-${mark}`;
}

/**
 * The part after the year that slugs of a make or model have in common, up to the length at which `vehicleSlug`
 * truncates.
 * @param words slugs of a make, or of a make and a model
 */
export const slugAfterYear = (words: readonly string[]): string =>
  `${words.join('-')}-`.slice(0, NAME_LENGTH - YEAR_LENGTH);
