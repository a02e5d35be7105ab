import type { NumberFormat } from '#src/config/sections/feed.ts';
import { readNumberAndUnit } from './feed-numbers.ts';

type Measure = {
  /** How much of the stored unit one of each unit is; without one, a number is in the stored unit. */
  units: Readonly<Record<string, number>>;
  /** Decimal places of a value that was converted. */
  places: number;
  /** No vehicle has more, in the stored unit: tells thousands from thousandths. */
  most: number;
  expected: string;
};

const unitsOf = (factors: readonly (readonly [string, number])[]): Measure['units'] =>
  Object.fromEntries(factors.flatMap(([names, factor]) => names.split(' ').map((name) => [name, factor])));

const KM = "km kms km's klm klms ks kilometre kilometres kilometer kilometers";
const MILES = 'mi mile miles';
const MM = 'mm mms millimetre millimetres millimeter millimeters';
const CM = 'cm cms centimetre centimetres centimeter centimeters';
const METRES = 'm mtr mtrs metre metres meter meters';
const INCHES = 'in inch inches " ” ″';
const FEET = "ft feet foot ' ’ ′";
const KG = 'kg kgs kilo kilos kilogram kilograms';
const TONNES = 't ton tons tonne tonnes';
const LITRES = 'l lt ltr ltrs litre litres liter liters';
const CC = 'cc ccm cm3 cm³';
const PER_100_KM = 'l/100km l/100kms l/100 litres/100km ltr/100km ltrs/100km l lt ltr ltrs litre litres';

const MM_PER_FOOT = 304.8;
const KM_PER_MILE = 1.609344;

/** What the measured fields of a vehicle are stored in, and the units feeds write. */
const MEASURES = {
  distance: {
    units: unitsOf([
      [KM, 1],
      [MILES, KM_PER_MILE],
    ]),
    places: 0,
    most: 2_000_000,
    expected: 'a distance in km or miles',
  },
  length: {
    units: unitsOf([
      [MM, 1],
      [CM, 10],
      [METRES, 1000],
      [INCHES, MM_PER_FOOT / 12],
      [FEET, MM_PER_FOOT],
    ]),
    places: 0,
    most: 40_000,
    expected: 'a length in mm, cm, m, inches or feet',
  },
  feet: {
    units: unitsOf([
      [FEET, 1],
      [INCHES, 1 / 12],
      [METRES, 1000 / MM_PER_FOOT],
      [CM, 10 / MM_PER_FOOT],
      [MM, 1 / MM_PER_FOOT],
    ]),
    places: 2,
    most: 130,
    expected: 'a length in feet, inches, m, cm or mm',
  },
  mass: {
    units: unitsOf([
      [KG, 1],
      [TONNES, 1000],
    ]),
    places: 0,
    most: 200_000,
    expected: 'a mass in kg or tonnes',
  },
  volume: { units: unitsOf([[LITRES, 1]]), places: 1, most: 2000, expected: 'a volume in litres' },
  displacement: {
    units: unitsOf([
      [CC, 1],
      [LITRES, 1000],
    ]),
    places: 0,
    most: 30_000,
    expected: 'a displacement in cc or litres',
  },
  consumption: {
    units: unitsOf([[PER_100_KM, 1]]),
    places: 1,
    most: 200,
    expected: 'a consumption in L/100 km',
  },
} as const satisfies Record<string, Measure>;

export type MeasureKind = keyof typeof MEASURES;

export const isMeasureKind = (kind: string): kind is MeasureKind => Object.hasOwn(MEASURES, kind);

export const measureExpected = (kind: MeasureKind): string => MEASURES[kind].expected;

/** `20'6"`, `20 ft 6 in`. */
const FEET_AND_INCHES = /^(\d+)\s*(?:'|’|′|ft|feet|foot)\s*(\d+(?:\.\d+)?)\s*(?:"|”|″|''|in|inch|inches)?$/i;
/** `3,500 (braked)`: a remark, and no unit. */
const REMARK = /^\([^()]*\)\s*|^(?:approx|braked|combined|max|maximum|nedc|wltp)(?![a-z])/;

/** The unit that begins a text, whatever follows: `kg` of `kg towing`, `l/100km` of `L / 100 km (combined)`. */
function unitIn(written: string): string {
  const text = written
    .toLowerCase()
    .replace(/\s*\/\s*/g, '/')
    .replace(/100\s+km/, '100km')
    .replace(REMARK, '');
  return /^[^\s(),;.]+/.exec(text)?.[0] ?? '';
}

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** The unit a measure knows that follows the number of a text; '' where none does, undefined where another one does. */
export function unitOf(kind: MeasureKind, text: string): string | undefined {
  const { units }: Measure = MEASURES[kind];
  const number = readNumberAndUnit(text) ?? readNumberAndUnit(text, '1.234,5');
  const unit = number && unitIn(number.rest);
  return unit === '' || (unit !== undefined && Object.hasOwn(units, unit)) ? unit : undefined;
}

/** How much of the stored unit a unit is. */
export const factorOf = (kind: MeasureKind, unit: string): number => {
  const { units }: Measure = MEASURES[kind];
  return units[unit] ?? 1;
};

export const isPossible = (kind: MeasureKind, amount: number, unit: string): boolean =>
  amount * factorOf(kind, unit) <= MEASURES[kind].most;

/** `km` of `Odometer (km)`, `miles` of `odometer_miles`: a unit of one letter counts only in brackets. */
export function unitInName(kind: MeasureKind, column: string): string | undefined {
  const { units }: Measure = MEASURES[kind];
  const bracketed = /[([]\s*([^)\]]+?)\s*[)\]]/.exec(column)?.[1]?.toLowerCase();
  if (bracketed !== undefined && Object.hasOwn(units, bracketed)) return bracketed;
  const words = column.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.find((word) => word.length > 1 && word !== 'in' && Object.hasOwn(units, word));
}

/**
 * A number with or without a unit, as the vehicle holds it; undefined where a measure has no such unit.
 * @param bareUnit of a number without one; by default the stored unit
 */
export function readInUnit(
  kind: MeasureKind,
  text: string,
  { format, bareUnit }: { format?: NumberFormat | undefined; bareUnit?: string | undefined } = {},
): number | undefined {
  const { units, places }: Measure = MEASURES[kind];
  const [, feet, inches] = FEET_AND_INCHES.exec(text) ?? [];
  if (feet !== undefined && inches !== undefined && Object.hasOwn(units, 'ft')) {
    return round((Number(feet) + Number(inches) / 12) * (units.ft ?? 1), places);
  }
  const read = readNumberAndUnit(text, format);
  if (read === undefined) return undefined;
  const unit = unitIn(read.rest) || (bareUnit ?? '');
  const factor = unit === '' ? 1 : Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (factor === undefined) return undefined;
  return factor === 1 ? read.number : round(read.number * factor, places);
}
