import type { FeedConfig } from '#src/config/sections/feed.ts';
import { cellsOf, type FeedCell } from '#src/config/sections/feed-columns.ts';
import { FEED_FIELD_NAMES, type FeedFieldName } from '#src/config/sections/vehicle-fields.ts';
import { isEmptyValue } from '#src/domain/vehicle/display-text.ts';
import { withoutInvisible } from './invisible-characters.ts';

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
