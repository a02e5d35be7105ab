import type { DateOrder, FeedConfig, NumberFormat } from '#src/config/sections/feed.ts';
import { orderIn } from './feed-dates.ts';
import type { FieldKind } from './feed-fields.data.ts';
import {
  factorOf,
  isMeasureKind,
  isPossible,
  type MeasureKind,
  unitInName,
  unitOf,
} from './feed-measures.ts';
import { signsIn } from './feed-numbers.ts';

/** How a column is written, as far as its cells tell. */
export type ColumnHabit = {
  numbers?: NumberFormat;
  dates?: DateOrder;
  /** The unit of a number without one, from the name of the column. */
  bareUnit?: string;
  /** A unit or currency which cells of the column state, so that a number without one may be in either. */
  otherUnit?: string;
};

/** Cells that contradict a column are mistakes up to this share; with more of them the column has no habit. */
const STRAY_SHARE = 0.1;

const WHOLE: ReadonlySet<FieldKind> = new Set(['number', 'count', 'odometer', 'cc']);

/** The measure behind a kind of field that has units. */
export function measureOf(kind: FieldKind): MeasureKind | undefined {
  if (isMeasureKind(kind)) return kind;
  if (kind === 'odometer') return 'distance';
  return kind === 'cc' ? 'displacement' : undefined;
}

const isNumeric = (kind: FieldKind): boolean =>
  WHOLE.has(kind) || kind === 'dollars' || kind === 'litres' || isMeasureKind(kind);

const ENGLISH = '1,234.5';
const CONTINENTAL = '1.234,5';

/**
 * The format in which a number can be read, undefined where it has no signs, and `either` where it may be thousands or
 * thousandths: `32.990`. Money has no thousandths, except zeros of a database; whole numbers have none but zeros. A
 * comma separates thousands unless the measure cannot be as large.
 */
export function formatIn(kind: FieldKind, text: string): NumberFormat | 'either' | undefined {
  const signs = signsIn(text);
  if (signs === undefined || 'format' in signs) return signs?.format;
  const { sign, thousandths, asThousands } = signs;
  const thousands: NumberFormat = sign === '.' ? CONTINENTAL : ENGLISH;
  const decimals: NumberFormat = sign === '.' ? ENGLISH : CONTINENTAL;
  if (kind === 'litres') return sign === '.' ? ENGLISH : undefined;
  const measure = measureOf(kind);
  const unit = measure && unitOf(measure, text);
  if (measure && unit !== undefined && !isPossible(measure, asThousands, unit)) return decimals;
  const isNoFraction = WHOLE.has(kind)
    ? thousandths !== '000'
    : kind === 'dollars' && !thousandths.endsWith('0');
  if (isNoFraction && (unit === undefined || unit === '' || factorOf(measure ?? 'distance', unit) <= 1))
    return thousands;
  if (sign === '.') return 'either';
  return WHOLE.has(kind) || kind === 'dollars' ? ENGLISH : undefined;
}

/** What nearly all cells that decide say, if anything. */
function habitual<T extends string>(found: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= found.length * (1 - STRAY_SHARE) ? most[0] : undefined;
}

const FOREIGN_CURRENCY =
  /€|£|¥|(?<![a-z])(?:eur|usd|nzd|gbp|cad|sgd|hkd|chf|jpy|cny|zar|aed|sek|nok|dkk|pln)(?![a-z])|(?<![a-z])(?:us|nz|c|ca|s|hk)\$/i;

export const foreignCurrency = (text: string): string | undefined => FOREIGN_CURRENCY.exec(text)?.[0];

/** The unit that so many cells state beside others without one that a number alone may be in it. */
function strayUnit(units: readonly (string | undefined)[], isStored: (unit: string) => boolean) {
  const others = units.filter((unit) => unit !== undefined && unit !== '' && !isStored(unit));
  return others.length > units.length * STRAY_SHARE ? others[0] : undefined;
}

function unitsOf(kind: FieldKind, column: string, texts: readonly string[]): Partial<ColumnHabit> {
  const measure = measureOf(kind);
  if (measure) {
    const bareUnit = unitInName(measure, column);
    if (bareUnit !== undefined) return { bareUnit };
    const units = texts.map((text) => unitOf(measure, text));
    const otherUnit = strayUnit(units, (unit) => factorOf(measure, unit) === 1);
    return otherUnit === undefined ? {} : { otherUnit };
  }
  if (kind !== 'dollars') return {};
  const otherUnit =
    foreignCurrency(column.replaceAll('_', ' ')) ?? strayUnit(texts.map(foreignCurrency), () => false);
  return otherUnit === undefined ? {} : { otherUnit };
}

/**
 * Judges a column by all its cells, so that no number and no date that can be read in two ways is guessed.
 * @param texts its cells that are not empty
 */
export function habitOf(
  kind: FieldKind,
  column: string,
  texts: readonly string[],
  settings: Pick<FeedConfig, 'numbers' | 'dates'>,
): ColumnHabit {
  if (kind === 'date') {
    const orders = texts.map(orderIn).filter((order) => order !== undefined && order !== 'either');
    const dates = settings.dates ?? habitual(orders);
    return dates === undefined ? {} : { dates };
  }
  if (!isNumeric(kind)) return {};
  const formats = texts
    .map((text) => formatIn(kind, text))
    .filter((format) => format !== undefined && format !== 'either');
  const numbers = settings.numbers ?? habitual(formats);
  return { ...unitsOf(kind, column, texts), ...(numbers === undefined ? {} : { numbers }) };
}

/** Whether the habit of its column matters to a kind of field. */
export const hasHabit = (kind: FieldKind): boolean => kind === 'date' || isNumeric(kind);
