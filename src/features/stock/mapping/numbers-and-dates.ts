import type { DateOrder, NumberFormat } from '#src/config/sections/stock/stock-section.ts';
import { zonedDate } from '#src/platform/time/clock.ts';

const SPACES = ' \u00a0\u2009\u202f';
const ENGLISH = '1,234.5';

/** `32990`, `32,990`, `32 990`, `-3`: a sign between thousands must have three digits behind it, so `9,5` is none. */
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

/** A number and at most a unit. `45k` is refused: read as 45 it would be wrong by a thousand. */
const MEASURE = patternsBy((digits) => String.raw`^${digits}\s*(?!k\b)(?:[a-z%][^,;|]*)?$`);

/** A number, and whatever unit follows it. */
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

/** `$32,990` → 32990. Anything besides the one amount, such as a range or `20k`, is undefined. */
export const readAmount = (text: string, format?: NumberFormat): number | undefined =>
  numberBy(AMOUNT, text, format)?.number;

/** `201,123 km`, `9.5 L / 100 km`, `5 Doors` → the number. */
export const readMeasure = (text: string, format?: NumberFormat): number | undefined =>
  numberBy(MEASURE, text, format)?.number;

/** `201,123 km` → the number, and the text behind it. */
const readNumberAndUnit = (text: string, format?: NumberFormat) => numberBy(WITH_UNIT, text, format);

/** Longer texts are no numbers. */
const MOST_CHARACTERS = 60;
const FIRST_NUMBER = new RegExp(String.raw`\d(?:[\d.,${SPACES}]*\d)?`);

/** What the signs in a number say. */
export type Signs =
  /** The format it can have. */
  | { format: NumberFormat }
  /** One sign with one to three digits before and three behind it: thousands, or thousandths. */
  | { sign: '.' | ','; thousandths: string; asThousands: number }
  | undefined;

const formatWith = (decimal: string): NumberFormat => (decimal === '.' ? ENGLISH : '1.234,5');
const other = (sign: string) => (sign === '.' ? ',' : '.');

/** Of the first number in a text; undefined where it has no signs. */
export function signsIn(text: string): Signs {
  if (text.length > MOST_CHARACTERS) return undefined;
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

/** Any may be followed by a time of day. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,? \d.*)?$/;
/** A date and time of day with `Z` or an offset: an instant, which is another day in another time zone. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)$/i;

function instantOf(text: string): Date | undefined {
  const [, date, time, utc, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const instant = new Date(`${date}T${time}${utc ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const MONTHS = 12;

/** What a date with its year last says about the order of its day and month; `either` where both fit. */
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
 * `31/3/2027` or `2027-03-31T00:00` → `2027-03-31`; undefined for anything else and for days no month has.
 * @param timeZone where the day of an instant such as `2027-03-30T13:00:00Z` is looked up; without one, it is the day as written
 */
export function readDate(text: string, order: DateOrder, timeZone?: string): string | undefined {
  const [year, month, day] = partsOf(text, order);
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // JavaScript rolls 31 February over into March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  const instant = instantOf(text);
  return instant && timeZone !== undefined ? zonedDate(instant, timeZone).date : iso;
}

/** Databases write these where they know no date. */
export const isPlaceholderDate = (iso: string): boolean => /^(?:0|1[0-8]|1900-01-01|9999)/.test(iso);
