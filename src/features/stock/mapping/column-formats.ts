import type {
  ColumnCell,
  DateOrder,
  FeedFieldName,
  NumberFormat,
} from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { Cells, FeedMapping, FieldSource } from './column-mapping.ts';
import { FEED_FIELDS, type FieldKind } from './feed-fields.data.ts';
import {
  factorOf,
  isMeasureKind,
  isPossible,
  type MeasureKind,
  orderIn,
  signsIn,
  unitInName,
  unitOf,
  unitsOfMeasure,
} from './numbers-and-dates.ts';

/** Format of a column, inferred from its cells. */
export type ColumnFormat = {
  numbers?: NumberFormat;
  dates?: DateOrder;
  /** Unit in the column name, for numbers without one. */
  bareUnit?: string;
  /** Unit or currency stated in some cells, so that numbers without one are ambiguous. */
  otherUnit?: string;
};

/** Up to this proportion, contradicting cells are mistakes; above it, the format of the column is unknown. */
const STRAY_SHARE = 0.1;

const WHOLE: ReadonlySet<FieldKind> = new Set(['number', 'count', 'odometer', 'cc']);

/** The measure of a field that has units. */
export function measureOf(kind: FieldKind): MeasureKind | undefined {
  if (isMeasureKind(kind)) return kind;
  if (kind === 'odometer') return 'distance';
  return kind === 'cc' ? 'displacement' : undefined;
}

/** What a supplier may count money in, in dollars. */
const MONEY_UNITS: Readonly<Record<string, number>> = { dollars: 1, cents: 0.01, thousands: 1000 };

/** Dollars of an amount in this unit. */
export const dollarsIn = (amount: number, unit = 'dollars'): number => amount * (MONEY_UNITS[unit] ?? 1);

/** Words of a column name apart: `odometerMiles`, `price_cents`. */
const wordsApart = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** `price (cents)`, but not `Cents per km`. */
const moneyUnitIn = (name: string): string | undefined =>
  /\bcents?\b(?!\s*per)/i.test(name) ? 'cents' : undefined;

/** Units that a column of this kind may be in (FEED-14). */
export function unitsOf(kind: FieldKind): string[] {
  const measure = measureOf(kind);
  if (measure) return unitsOfMeasure(measure);
  return kind === 'dollars' ? Object.keys(MONEY_UNITS) : [];
}

const isNumeric = (kind: FieldKind): boolean =>
  WHOLE.has(kind) || kind === 'dollars' || kind === 'litres' || isMeasureKind(kind);

const ENGLISH = '1,234.5';
const CONTINENTAL = '1.234,5';

/**
 * The format in which a number is readable; undefined without separators, and `either` if they may be thousands or
 * decimals: `32.990`. Money has no thousandths except zeros from a database; integers have only zeros. A comma
 * separates thousands unless the measure cannot be as large.
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

/** The value of nearly all of these, if any. */
function habitual<T extends string>(counts: ReadonlyMap<T, number>): T | undefined {
  const total = counts.values().reduce((sum, count) => sum + count, 0);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= total * (1 - STRAY_SHARE) ? most[0] : undefined;
}

const FOREIGN_CURRENCY =
  /€|£|¥|(?<![a-z])(?:eur|usd|nzd|gbp|cad|sgd|hkd|chf|jpy|cny|zar|aed|sek|nok|dkk|pln)(?![a-z])|(?<![a-z])(?:us|nz|c|ca|s|hk)\$/i;

const foreignCurrency = (text: string): string | undefined => FOREIGN_CURRENCY.exec(text)?.[0];

const countUp = <K>(counts: Map<K, number>, key: K): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Judges a column cell by cell, so that its texts need not be kept. */
export function columnJudge(
  kind: FieldKind,
  { cell, name }: FieldSource,
  feed: Pick<FeedConfig, 'numbers' | 'dates'>,
) {
  const settings: Partial<ColumnCell> = 'column' in cell || 'join' in cell ? cell : {};
  const orders = new Map<DateOrder, number>();
  const formats = new Map<NumberFormat, number>();
  const units = new Map<string, number>();
  const measure = measureOf(kind);
  let cells = 0;
  let open = 0;

  function add(text: string): void {
    cells += 1;
    if (kind === 'date') {
      const order = orderIn(text);
      if (order === 'either') open += 1;
      else if (order !== undefined) countUp(orders, order);
      return;
    }
    const format = formatIn(kind, text);
    if (format === 'either') open += 1;
    else if (format !== undefined) countUp(formats, format);
    const unit = measure ? unitOf(measure, text) : kind === 'dollars' ? foreignCurrency(text) : undefined;
    if (unit !== undefined && unit !== '' && (!measure || factorOf(measure, unit) !== 1))
      countUp(units, unit);
  }

  /** Unit of cells without one; `otherUnit` if so many cells state another that they may be in it too. */
  function unitFormat(): ColumnFormat {
    if (settings.unit !== undefined) return { bareUnit: settings.unit.toLowerCase() };
    const words = wordsApart(name);
    const bareUnit = measure ? unitInName(measure, words) : moneyUnitIn(words);
    if (bareUnit !== undefined) return { bareUnit };
    const named = measure ? undefined : foreignCurrency(words);
    const stray = units.values().reduce((sum, count) => sum + count, 0) > cells * STRAY_SHARE;
    const otherUnit = named ?? (stray ? units.keys().next().value : undefined);
    return otherUnit === undefined ? {} : { otherUnit };
  }

  return {
    add,
    /** Cells that may be read in two ways. */
    openCells: () => open,
    format(): ColumnFormat {
      if (kind === 'date') {
        const dates = settings.dates ?? feed.dates ?? habitual(orders);
        return dates === undefined ? {} : { dates };
      }
      const numbers = settings.numbers ?? feed.numbers ?? habitual(formats);
      return {
        ...(measure || kind === 'dollars' ? unitFormat() : {}),
        ...(numbers === undefined ? {} : { numbers }),
      };
    },
  };
}

/** Whether a field depends on the format of its column. */
export const dependsOnFormat = (kind: FieldKind): boolean => kind === 'date' || isNumeric(kind);

/** Inferred formats of a feed's columns. */
export type ColumnFormats = {
  formatOf(source: FieldSource): ColumnFormat | undefined;
};

/** For values that are not from a feed, such as constants. */
export const NO_FORMATS: ColumnFormats = { formatOf: () => undefined };

const FIELDS = (Object.entries(FEED_FIELDS) as [FeedFieldName, FieldKind][]).filter(([, kind]) =>
  dependsOnFormat(kind),
);

/** Infers the format of each column with numbers or dates from all rows, so that ambiguous cells are not guessed. */
export function formatsJudge(feed: FeedConfig, mapping: FeedMapping) {
  const judges = new Map<FieldSource, { field: FeedFieldName; judge: ReturnType<typeof columnJudge> }>();
  return {
    add(cells: Cells): void {
      for (const [field, kind] of FIELDS) {
        const filled = mapping.filled(field, cells);
        if (!filled) continue;
        const { source, text } = filled;
        const known = judges.get(source) ?? { field, judge: columnJudge(kind, source, feed) };
        judges.set(source, known);
        known.judge.add(text);
      }
    },
    /** The format of each column of a field, for people. */
    judged: () =>
      [...judges].map(([source, { judge, field }]) => {
        const format = judge.format();
        const isOpen = judge.openCells() > 0 && format.numbers === undefined && format.dates === undefined;
        return { field, column: source.name, format, isOpen };
      }),
    formats(): ColumnFormats {
      const found = new Map([...judges].map(([source, { judge }]) => [source, judge.format()]));
      return { formatOf: (source) => found.get(source) };
    },
  };
}
