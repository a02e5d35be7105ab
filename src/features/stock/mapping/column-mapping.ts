import {
  cellsOf,
  FEED_FIELD_NAMES,
  type FeedCell,
  type FeedFieldName,
} from '#src/config/sections/stock/feed-columns.ts';
import type { DateOrder, FeedConfig, NumberFormat } from '#src/config/sections/stock/stock-section.ts';
import type { FeedContent } from '#src/features/stock/parsing/feed-content.ts';
import { isEmptyValue } from '#src/features/vehicle/text/display-text.ts';
import { withoutInvisible } from '#src/platform/text/invisible-characters.ts';
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
} from './numbers-and-dates.ts';

export type Cells = Readonly<Record<string, string>>;

/** A dealer's mapping, prepared once for all rows of a feed. */
export type FeedMapping = {
  /** The text of a field after cutting, matching, replacing and constants; '' if the row has none. */
  textOf(field: FeedFieldName, cells: Cells): string;
  /** The text in the feed, before words are replaced. */
  writtenOf(field: FeedFieldName, cells: Cells): string;
  /** The column to name in a report: the one with a value, else the last candidate. */
  columnOf(field: FeedFieldName, cells: Cells): string;
};

/** Required fields of a vehicle; any other field may be absent. */
export const REQUIRED_FIELDS: ReadonlySet<FeedFieldName> = new Set([
  'make',
  'model',
  'year',
  'car_type',
  'status',
]);

const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;

/** XML that was turned into a table may have left its marks. */
const unwrapped = (text: string) => (text.includes('<![CDATA[') ? text.replace(CDATA, '$1') : text);

const cellOf = (cells: Cells, column: string) =>
  unwrapped(withoutInvisible(Object.hasOwn(cells, column) ? (cells[column] ?? '') : '')).trim();

/** Cuts values off the front: `2019 Mazda 3 Maxx Sport` without year, make, model is `Maxx Sport`. */
export function cutFront(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => {
    const starts = part !== '' && rest.toLowerCase().startsWith(part.toLowerCase());
    return starts && !/^\w/.test(rest.slice(part.length)) ? rest.slice(part.length).trim() : rest;
  }, text);
}

export function compileMapping(feed: FeedConfig): FeedMapping {
  const emptyWords = new Set(['', ...feed.emptyWords.map((word) => word.trim().toLowerCase())]);
  const sources = new Map(
    FEED_FIELD_NAMES.map((field) => [
      field,
      cellsOf(feed.columns, field).map((cell) => ({
        ...cell,
        expression: cell.pattern === undefined ? undefined : new RegExp(cell.pattern),
      })),
    ]),
  );
  const replacements = new Map(
    Object.entries(feed.values).map(([field, words]) => [
      field,
      new Map(Object.entries(words ?? {}).map(([from, to]) => [from.trim().toLowerCase(), to])),
    ]),
  );

  function read(source: FeedCell & { expression: RegExp | undefined }, cells: Cells): string {
    const whole = cellOf(cells, source.column);
    const rest = source.without
      ? cutFront(
          whole,
          source.without.map((part) => textOf(part, cells)),
        )
      : whole;
    const text = source.expression ? (source.expression.exec(rest)?.[1] ?? '').trim() : rest;
    return isEmptyValue(text) || emptyWords.has(text.toLowerCase()) ? '' : text;
  }

  function writtenOf(field: FeedFieldName, cells: Cells): string {
    for (const source of sources.get(field) ?? []) {
      const text = read(source, cells);
      if (text !== '') return text;
    }
    return '';
  }

  function textOf(field: FeedFieldName, cells: Cells): string {
    const text = writtenOf(field, cells);
    const replaced = replacements.get(field)?.get(text.toLowerCase());
    return replaced ?? (text || (feed.constants[field] ?? ''));
  }

  return {
    textOf,
    writtenOf,
    columnOf(field, cells) {
      const candidates = sources.get(field) ?? [];
      return (candidates.find((source) => read(source, cells) !== '') ?? candidates.at(-1))?.column ?? field;
    },
  };
}

/** Columns the dealer's mapping names that the feed does not have, each with its field. */
export const unfoundColumns = (feed: FeedConfig, columns: ReadonlySet<string>) =>
  FEED_FIELD_NAMES.filter((field) => feed.columns[field] !== undefined).flatMap((field) =>
    cellsOf(feed.columns, field).flatMap(({ column }) => (columns.has(column) ? [] : [{ field, column }])),
  );

/** Columns the dealer's mapping names that the feed does not have. */
export const missingColumns = (feed: FeedConfig, columns: ReadonlySet<string>): string[] => [
  ...new Set(unfoundColumns(feed, columns).map(({ column }) => column)),
];

/** Required fields for which a feed with these columns has no value in any row. */
export function unfilledFields(feed: FeedConfig, columns: ReadonlySet<string>): FeedFieldName[] {
  const { textOf } = compileMapping(feed);
  return [...REQUIRED_FIELDS].filter(
    (field) =>
      textOf(field, {}) === '' && !cellsOf(feed.columns, field).some(({ column }) => columns.has(column)),
  );
}

const COLUMNS_NAMED = 40;

/** The first columns of a feed by name, for a message. */
export function namedColumns(columns: ReadonlySet<string>): string {
  const first = columns.values().take(COLUMNS_NAMED).toArray().join(', ');
  return columns.size > COLUMNS_NAMED ? `${first} and ${columns.size - COLUMNS_NAMED} more` : first;
}

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
function habitOf(
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

/** How the columns of one feed are written, each judged by all its cells. */
export type ColumnHabits = {
  of(field: FeedFieldName, column: string): ColumnHabit | undefined;
};

/** Of a value that is in no feed, such as a constant. */
export const NO_HABITS: ColumnHabits = { of: () => undefined };

const FIELDS = (Object.entries(FEED_FIELDS) as [FeedFieldName, FieldKind][]).filter(([, kind]) =>
  hasHabit(kind),
);

const keyOf = (field: FeedFieldName, column: string) => `${field}\0${column}`;

/** Judges every column that a number or a date is read from. */
export function columnHabits(
  feed: FeedConfig,
  mapping: FeedMapping,
  { columns, rows }: Pick<FeedContent, 'columns' | 'rows'>,
): ColumnHabits {
  const isFed = ([field]: (typeof FIELDS)[number]) =>
    cellsOf(feed.columns, field).some(({ column }) => columns.has(column));
  const judged = new Map<string, ColumnHabit>();
  for (const [field, kind] of FIELDS.filter(isFed)) {
    const texts = new Map<string, string[]>();
    for (const row of rows) {
      if (!('cells' in row)) continue;
      const text = mapping.writtenOf(field, row.cells);
      if (text === '') continue;
      const column = mapping.columnOf(field, row.cells);
      const others = texts.get(column);
      if (others) others.push(text);
      else texts.set(column, [text]);
    }
    for (const [column, cells] of texts) judged.set(keyOf(field, column), habitOf(kind, column, cells, feed));
  }
  return { of: (field, column) => judged.get(keyOf(field, column)) };
}
