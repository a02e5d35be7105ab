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
  /** Text of a field after cutting, matching, replacing and constants; '' if empty. */
  textOf(field: FeedFieldName, cells: Cells): string;
  /** Text in the feed, before words are replaced. */
  writtenOf(field: FeedFieldName, cells: Cells): string;
  /** Column to name in a report: the one with a value, or the last candidate. */
  columnOf(field: FeedFieldName, cells: Cells): string;
};

export const REQUIRED_FIELDS: ReadonlySet<FeedFieldName> = new Set([
  'make',
  'model',
  'year',
  'car_type',
  'status',
]);

const CDATA = /<!\[CDATA\[([\s\S]*?)\]\]>/g;

/** Left over if XML was converted to a table. */
const unwrapped = (text: string) => (text.includes('<![CDATA[') ? text.replace(CDATA, '$1') : text);

const cellOf = (cells: Cells, column: string) =>
  unwrapped(withoutInvisible(Object.hasOwn(cells, column) ? (cells[column] ?? '') : '')).trim();

/** Removes values from the front: `2019 Mazda 3 Maxx Sport` without year, make, model is `Maxx Sport`. */
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

/** Mapped columns that the feed does not have, with their fields. */
export const unfoundColumns = (feed: FeedConfig, columns: ReadonlySet<string>) =>
  FEED_FIELD_NAMES.filter((field) => feed.columns[field] !== undefined).flatMap((field) =>
    cellsOf(feed.columns, field).flatMap(({ column }) => (columns.has(column) ? [] : [{ field, column }])),
  );

/** Mapped columns that the feed does not have. */
export const missingColumns = (feed: FeedConfig, columns: ReadonlySet<string>): string[] => [
  ...new Set(unfoundColumns(feed, columns).map(({ column }) => column)),
];

/** Required fields without a source among these columns. */
export function unfilledFields(feed: FeedConfig, columns: ReadonlySet<string>): FeedFieldName[] {
  const { textOf } = compileMapping(feed);
  return [...REQUIRED_FIELDS].filter(
    (field) =>
      textOf(field, {}) === '' && !cellsOf(feed.columns, field).some(({ column }) => columns.has(column)),
  );
}

const COLUMNS_NAMED = 40;

/** Names of the first columns, for a message. */
export function namedColumns(columns: ReadonlySet<string>): string {
  const first = columns.values().take(COLUMNS_NAMED).toArray().join(', ');
  return columns.size > COLUMNS_NAMED ? `${first} and ${columns.size - COLUMNS_NAMED} more` : first;
}

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

/** The value of nearly all unambiguous cells, if any. */
function habitual<T extends string>(found: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= found.length * (1 - STRAY_SHARE) ? most[0] : undefined;
}

const FOREIGN_CURRENCY =
  /€|£|¥|(?<![a-z])(?:eur|usd|nzd|gbp|cad|sgd|hkd|chf|jpy|cny|zar|aed|sek|nok|dkk|pln)(?![a-z])|(?<![a-z])(?:us|nz|c|ca|s|hk)\$/i;

const foreignCurrency = (text: string): string | undefined => FOREIGN_CURRENCY.exec(text)?.[0];

/** A unit stated in so many cells that numbers without one may be in it too. */
function strayUnit(units: readonly (string | undefined)[], isStored: (unit: string) => boolean) {
  const others = units.filter((unit) => unit !== undefined && unit !== '' && !isStored(unit));
  return others.length > units.length * STRAY_SHARE ? others[0] : undefined;
}

function unitsOf(kind: FieldKind, column: string, texts: readonly string[]): Partial<ColumnFormat> {
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
 * Infers a column's format from all its cells, so that ambiguous numbers and dates are not guessed.
 * @param texts non-empty cells
 */
function inferFormat(
  kind: FieldKind,
  column: string,
  texts: readonly string[],
  settings: Pick<FeedConfig, 'numbers' | 'dates'>,
): ColumnFormat {
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

/** Whether a field depends on the format of its column. */
export const dependsOnFormat = (kind: FieldKind): boolean => kind === 'date' || isNumeric(kind);

/** Inferred formats of a feed's columns. */
export type ColumnFormats = {
  formatOf(field: FeedFieldName, column: string): ColumnFormat | undefined;
};

/** For values that are not from a feed, such as constants. */
export const NO_FORMATS: ColumnFormats = { formatOf: () => undefined };

const FIELDS = (Object.entries(FEED_FIELDS) as [FeedFieldName, FieldKind][]).filter(([, kind]) =>
  dependsOnFormat(kind),
);

const keyOf = (field: FeedFieldName, column: string) => `${field}\0${column}`;

/** Infers the format of each column with numbers or dates. */
export function inferFormats(
  feed: FeedConfig,
  mapping: FeedMapping,
  { columns, rows }: Pick<FeedContent, 'columns' | 'rows'>,
): ColumnFormats {
  const isFed = ([field]: (typeof FIELDS)[number]) =>
    cellsOf(feed.columns, field).some(({ column }) => columns.has(column));
  const judged = new Map<string, ColumnFormat>();
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
    for (const [column, cells] of texts)
      judged.set(keyOf(field, column), inferFormat(kind, column, cells, feed));
  }
  return { formatOf: (field, column) => judged.get(keyOf(field, column)) };
}
