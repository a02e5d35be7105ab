import type { DateOrder, NumberFormat } from '#src/config/sections/stock/feed-columns.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

const SPACES = ' \u00a0\u2009\u202f';
const ENGLISH = '1,234.5';

/** `32990`, `32,990`, `32 990`, `-3`: thousands separators are followed by three digits, so `9,5` does not match. */
const digitsWith = (thousands: string, decimal: string) =>
  String.raw`(-?(?:\d{1,3}(?:[${thousands}${SPACES}]\d{3})+|\d+)(?:[${decimal}]\d+)?)`;

const PATTERNS: Readonly<Record<NumberFormat, string>> = {
  '1,234.5': digitsWith(',', '.'),
  '1.234,5': digitsWith('.', ','),
};

const patternsBy = (around: (digits: string) => string): Readonly<Record<NumberFormat, RegExp>> => ({
  '1,234.5': new RegExp(around(PATTERNS['1,234.5']), 'i'),
  '1.234,5': new RegExp(around(PATTERNS['1.234,5']), 'i'),
});

const CURRENCY = String.raw`AUD|AU?\$|\$`;
const AMOUNT = patternsBy((digits) => String.raw`^(?:${CURRENCY})?\s*${digits}\s*(?:${CURRENCY})?$`);

/** A number with an optional unit. `45k` is rejected: 45 would be wrong by a factor of a thousand. */
const MEASURE = patternsBy((digits) => String.raw`^${digits}\s*(?!k\b)(?:[a-z%][^,;|]*)?$`);

/** A number with any unit. */
const WITH_UNIT = patternsBy((digits) => String.raw`^${digits}\s*([a-z'’′"”″(].*)?$`);

const amountOf = (digits: string, format: NumberFormat): number => {
  const plain = digits.replaceAll(new RegExp(`[${SPACES}]`, 'g'), '');
  return Number(format === ENGLISH ? plain.replaceAll(',', '') : plain.replaceAll('.', '').replace(',', '.'));
};

function numberBy(
  patterns: Readonly<Record<NumberFormat, RegExp>>,
  text: string,
  format: NumberFormat = ENGLISH,
): { number: number; rest: string } | undefined {
  const [, digits, rest = ''] = patterns[format].exec(text) ?? [];
  return digits === undefined ? undefined : { number: amountOf(digits, format), rest };
}

/** `$32,990` → 32990. Undefined for anything else, such as a range or `20k`. */
export const readAmount = (text: string, format?: NumberFormat): number | undefined =>
  numberBy(AMOUNT, text, format)?.number;

/** `201,123 km`, `9.5 L / 100 km`, `5 Doors` → the number. */
export const readMeasure = (text: string, format?: NumberFormat): number | undefined =>
  numberBy(MEASURE, text, format)?.number;

/** `201,123 km` → the number, and the rest. */
const readNumberAndUnit = (text: string, format?: NumberFormat) => numberBy(WITH_UNIT, text, format);

/** Longer texts are not numbers. */
const MAX_LENGTH = 60;
const FIRST_NUMBER = new RegExp(String.raw`\d(?:[\d.,${SPACES}]*\d)?`);

/** What the separators in a number reveal. */
export type Signs =
  /** The only possible format. */
  | { format: NumberFormat }
  /** A single separator after one to three digits and before three: thousands or decimals. */
  | { sign: '.' | ','; thousandths: string; asThousands: number }
  | undefined;

const formatWith = (decimal: string): NumberFormat => (decimal === '.' ? ENGLISH : '1.234,5');
const other = (sign: string) => (sign === '.' ? ',' : '.');

/** For the first number in a text; undefined without separators. */
export function signsIn(text: string): Signs {
  if (text.length > MAX_LENGTH) return undefined;
  const number = FIRST_NUMBER.exec(text)?.[0].replaceAll(new RegExp(`[${SPACES}]`, 'g'), '') ?? '';
  const signs = number.match(/[.,]/g) ?? [];
  const [first] = signs;
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first !== last) return { format: formatWith(last) };
  if (signs.length > 1) return { format: formatWith(other(first)) };
  const [before = '', thousandths = ''] = number.split(first);
  const isOneWay = thousandths.length !== 3 || before.length > 3 || before.startsWith('0');
  return isOneWay
    ? { format: formatWith(first) }
    : { sign: first as '.' | ',', thousandths, asThousands: Number(before + thousandths) };
}

type Measure = {
  /** Conversion factors to the stored unit, which is the default. */
  units: Readonly<Record<string, number>>;
  /** Decimal places after conversion. */
  places: number;
  /** Maximum for any vehicle, in the stored unit: distinguishes thousands from decimals. */
  max: number;
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

/** Stored units of measured fields, and the units used in feeds. */
const MEASURES = {
  distance: {
    units: unitsOf([
      [KM, 1],
      [MILES, KM_PER_MILE],
    ]),
    places: 0,
    max: 2_000_000,
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
    max: 40_000,
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
    max: 130,
    expected: 'a length in feet, inches, m, cm or mm',
  },
  mass: {
    units: unitsOf([
      [KG, 1],
      [TONNES, 1000],
    ]),
    places: 0,
    max: 200_000,
    expected: 'a mass in kg or tonnes',
  },
  volume: { units: unitsOf([[LITRES, 1]]), places: 1, max: 2000, expected: 'a volume in litres' },
  displacement: {
    units: unitsOf([
      [CC, 1],
      [LITRES, 1000],
    ]),
    places: 0,
    max: 30_000,
    expected: 'a displacement in cc or litres',
  },
  consumption: {
    units: unitsOf([[PER_100_KM, 1]]),
    places: 1,
    max: 200,
    expected: 'a consumption in L/100 km',
  },
} as const satisfies Record<string, Measure>;

export type MeasureKind = keyof typeof MEASURES;

export const isMeasureKind = (kind: string): kind is MeasureKind => Object.hasOwn(MEASURES, kind);

export const unitsOfMeasure = (kind: MeasureKind): string[] => Object.keys(MEASURES[kind].units);

export const measureExpected = (kind: MeasureKind): string => MEASURES[kind].expected;

/** `20'6"`, `20 ft 6 in`. */
const FEET_AND_INCHES = /^(\d+)\s*(?:'|’|′|ft|feet|foot)\s*(\d+(?:\.\d+)?)\s*(?:"|”|″|''|in|inch|inches)?$/i;
/** `3,500 (braked)`: a remark instead of a unit. */
const REMARK = /^\([^()]*\)\s*|^(?:approx|braked|combined|max|maximum|nedc|wltp)(?![a-z])/;

/** The unit at the start of a text: `kg` in `kg towing`, `l/100km` in `L / 100 km (combined)`. */
function unitIn(written: string): string {
  const text = written
    .toLowerCase()
    .replace(/\s*\/\s*/g, '/')
    .replace(/100\s+km/, '100km')
    .replace(REMARK, '');
  return /^[^\s(),;.]+/.exec(text)?.[0] ?? '';
}

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** The known unit after the number in a text; '' if there is none, undefined if it is unknown. */
export function unitOf(kind: MeasureKind, text: string): string | undefined {
  const { units }: Measure = MEASURES[kind];
  const number = readNumberAndUnit(text) ?? readNumberAndUnit(text, '1.234,5');
  const unit = number && unitIn(number.rest);
  return unit === '' || (unit !== undefined && Object.hasOwn(units, unit)) ? unit : undefined;
}

/** Conversion factor to the stored unit. */
export const factorOf = (kind: MeasureKind, unit: string): number => {
  const { units }: Measure = MEASURES[kind];
  return units[unit] ?? 1;
};

export const isPossible = (kind: MeasureKind, amount: number, unit: string): boolean =>
  amount * factorOf(kind, unit) <= MEASURES[kind].max;

/** `km` in `Odometer (km)`, `miles` in `odometer_miles`; single letters only count in brackets. */
export function unitInName(kind: MeasureKind, column: string): string | undefined {
  const { units }: Measure = MEASURES[kind];
  const bracketed = /[([]\s*([^)\]]+?)\s*[)\]]/.exec(column)?.[1]?.toLowerCase();
  if (bracketed !== undefined && Object.hasOwn(units, bracketed)) return bracketed;
  const words = column.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.find((word) => word.length > 1 && word !== 'in' && Object.hasOwn(units, word));
}

/**
 * A number with optional unit, converted to the stored unit; undefined for an unknown unit.
 * @param bareUnit unit of numbers without one; defaults to the stored unit
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

/** All may be followed by a time. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,? \d.*)?$/;
/** Date and time with `Z` or offset, whose local date depends on the time zone. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)$/i;

function instantOf(text: string): Date | undefined {
  const [, date, time, utc, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const instant = new Date(`${date}T${time}${utc ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const MONTHS = 12;

/** Order of day and month in a date that ends with the year; `either` if ambiguous. */
export function orderIn(text: string): DateOrder | 'either' | undefined {
  const [, first, , second] = YEAR_LAST.exec(text) ?? [];
  if (first === undefined || second === undefined || Number(first) === Number(second)) return undefined;
  const [one, two] = [Number(first), Number(second)];
  if (one > MONTHS) return two > MONTHS ? undefined : 'DD/MM/YYYY';
  return two > MONTHS ? 'MM/DD/YYYY' : 'either';
}

/** Year, month and day. */
function partsOf(text: string, order: DateOrder): readonly string[] {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return yearFirst.slice(1);
  const [, first = '', , second = '', year = ''] = YEAR_LAST.exec(text) ?? [];
  return order === 'DD/MM/YYYY' ? [year, second, first] : [year, first, second];
}

/**
 * `31/3/2027` or `2027-03-31T00:00` → `2027-03-31`; undefined for anything else and for invalid dates.
 * @param timeZone in which an instant such as `2027-03-30T13:00:00Z` is converted to a date; without it, the date as
 * written
 */
export function readDate(text: string, order: DateOrder, timeZone?: string): string | undefined {
  const [year, month, day] = partsOf(text, order);
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript turns 31 February into 3 March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  const instant = instantOf(text);
  return instant && timeZone !== undefined ? zonedDate(instant, timeZone).date : iso;
}

/** Placeholders that databases export for unknown dates. */
export const isPlaceholderDate = (iso: string): boolean => /^(?:0|1[0-8]|1900-01-01|9999)/.test(iso);
