import type { Random } from './random.ts';
import { DEFAULT_WMI, WMI_BY_MAKE } from './world-manufacturers.data.ts';

/** ISO 3779: values of letters and weights of positions; position 9 is the check digit itself. */
const LETTER_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((letters, index) =>
    [...letters].map((letter): [string, number] => [letter, index + 1]),
  ),
);
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_POSITION = 8;
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_CODED_YEAR = 2010;
const ATTRIBUTE_LETTERS = [...'ABCDEFGHJKLMNPRSTUVWXYZ123456789'];
const SERIALS = 900_000;
/** Shares no factor with the number of serials, so that every index gets its own. */
const SERIAL_STEP = 7919;

/** The VIN with position 9 set to the check digit of the others. */
export function withCheckDigit(vin: string): string {
  const sum = [...vin].reduce(
    (total, char, index) => total + (LETTER_VALUES[char] ?? Number(char)) * (WEIGHTS[index] ?? 0),
    0,
  );
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin.slice(0, CHECK_POSITION) + digit + vin.slice(CHECK_POSITION + 1);
}

/** A VIN of the maker and year; another index never gives the same. */
export function makeVin(make: string, year: number, index: number, random: Random): string {
  const attributes = Array.from({ length: 5 }, () => random.pick(ATTRIBUTE_LETTERS)).join('');
  const place = (year - FIRST_CODED_YEAR) % YEAR_CODES.length;
  const yearCode = YEAR_CODES.at(place) ?? '1';
  const serial = 100_000 + ((index * SERIAL_STEP) % SERIALS);
  return withCheckDigit(`${WMI_BY_MAKE[make] ?? DEFAULT_WMI}${attributes}0${yearCode}0${serial}`);
}
