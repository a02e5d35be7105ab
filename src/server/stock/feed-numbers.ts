import type { NumberFormat } from '#src/config/sections/feed.ts';

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
export const readNumberAndUnit = (text: string, format?: NumberFormat) => numberBy(WITH_UNIT, text, format);

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
