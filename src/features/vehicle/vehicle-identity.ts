import { slugOf } from '#src/config/sections/slug.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';

/** ISO 3779: letters represent digits; I, O and Q do not occur. */
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

/** 17 capital letters and digits; I, O and Q do not occur. */
export const isVinShaped = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);

/** Real ones have about ten different characters, placeholders one or two. */
const FEWEST_CHARACTERS = 4;
const COUNTED_UP = '12345678901234567';

/** Seventeen zeros, whose check digit is right, and the like. */
export const isPlaceholderVin = (vin: string): boolean =>
  isVinShaped(vin) && (new Set(vin).size < FEWEST_CHARACTERS || vin === COUNTED_UP);

/** A VIN by its characters, in capital letters. */
export const isVin = (vin: string): boolean => isVinShaped(vin) && !isPlaceholderVin(vin);

/** The check digit that belongs in position 9: "0" to "9" or "X". @param vin 17 characters */
export function vinCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => {
    const character = vin[at] ?? '0';
    return total + weight * (LETTER_VALUES[character] ?? Number(character));
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Many makers outside North America do not fill the check digit: a wrong one is a warning, not a refusal. */
export const hasValidCheckDigit = (vin: string): boolean => isVinShaped(vin) && vin[8] === vinCheckDigit(vin);

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
