import {
  type ColumnCell,
  type ConstantCell,
  cellsOf,
  columnsIn,
  FEED_FIELD_NAMES,
  type FeedCell,
  type FeedFieldName,
  partsOf,
  type TemplateCell,
} from '#src/config/sections/stock/feed-columns.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { isEmptyValue } from '#src/features/vehicle/text/display-text.ts';
import { withoutInvisible } from '#src/platform/text/invisible-characters.ts';

export type Cells = Readonly<Record<string, string>>;

/** Where the value of a field comes from. */
export type FieldSource = {
  cell: FeedCell;
  /** For a report: the column, several columns, or the field itself. */
  name: string;
};

/** A dealer's mapping, prepared once for all rows of a feed. */
export type FeedMapping = {
  /** All columns that are read. */
  columns: ReadonlySet<string>;
  /** Text of a field after cutting, matching, replacing and constants; '' if empty. */
  textOf(field: FeedFieldName, cells: Cells): string;
  /** The first source with a value, and its text in the feed. */
  filled(field: FeedFieldName, cells: Cells): { source: FieldSource; text: string } | undefined;
  /** Text in the feed, before words are replaced. */
  writtenOf(field: FeedFieldName, cells: Cells): string;
  /** The source with a value, or the last candidate. */
  sourceOf(field: FeedFieldName, cells: Cells): FieldSource;
  /** Whether the row removes its vehicle, by `deletes`. */
  isDeleted(cells: Cells): boolean;
  /** Whether the row is of this dealer, by `only`. */
  isOwn(cells: Cells): boolean;
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

function cellOf(cells: Cells, column: string): string {
  const text = Object.hasOwn(cells, column) ? cells[column] : '';
  return text ? unwrapped(withoutInvisible(text)).trim() : '';
}

/** Removes values from the front: `2019 Mazda 3 Maxx Sport` without year, make, model is `Maxx Sport`. */
export function cutFront(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => {
    const starts = part !== '' && rest.toLowerCase().startsWith(part.toLowerCase());
    return starts && !/^\w/.test(rest.slice(part.length)) ? rest.slice(part.length).trim() : rest;
  }, text);
}

/** The group named like the field, or else the only one. */
function groupIn(match: RegExpExecArray | null, field: FeedFieldName): string {
  const { groups } = match ?? {};
  return (groups && field in groups ? groups[field] : match?.[1]) ?? '';
}

type Words = ReadonlyMap<string, string>;

const wordsOf = (values: Readonly<Record<string, string>> = {}): Words =>
  new Map(Object.entries(values).map(([from, to]) => [from.trim().toLowerCase(), to]));

/** Photos that a template names; more than any vehicle has. */
export const MAX_COUNTED = 60;
const NUMBER_PART = /\{n(?::0(\d))?\}/g;

export const numberedAddress = (template: string, n: number): string =>
  template.replace(NUMBER_PART, (_, digits: string | undefined) =>
    String(n).padStart(Number(digits ?? 1), '0'),
  );

/** `a.jpg|b.jpg`, or a JSON list. */
function fileNames(text: string): string[] {
  const names = itemsOf(text) ?? text.split(/[|;,\n]/);
  return names.flatMap((name) => (typeof name === 'string' ? name.trim() : [])).filter(Boolean);
}

/**
 * Addresses of a template as a JSON list: all of them if their number or names are known, else the template itself.
 * @param given texts of the columns that count and name them
 */
function templateText(
  { template, from }: Pick<TemplateCell, 'template' | 'from'>,
  { count, names: named }: { count: string | undefined; names: string | undefined },
  fieldText: (field: FeedFieldName) => string,
): string {
  const names = [...template.matchAll(/\{([a-z_]+)\}/gi)].map(([, name = '']) => name);
  const filled = new Map(
    names
      .filter((name) => name !== 'n' && name !== 'name')
      .map((name) => [name, fieldText(name as FeedFieldName)]),
  );
  if ([...filled.values()].includes('')) return '';
  const url = template.replace(/\{([a-z_]+)\}/gi, (part, name: string) =>
    name === 'n' || name === 'name' ? part : encodeURIComponent((filled.get(name) ?? '').toWellFormed()),
  );
  if (named !== undefined) {
    const urls = fileNames(named).map((name) =>
      url.replaceAll('{name}', () => encodeURI(name.toWellFormed())),
    );
    return urls.length === 0 ? '' : JSON.stringify(urls);
  }
  if (url.search(NUMBER_PART) === -1) return JSON.stringify([url]);
  if (count === undefined) return JSON.stringify([{ url, from }]);
  const length = Math.min(Number.parseInt(count, 10) || 0, MAX_COUNTED);
  return length === 0
    ? ''
    : JSON.stringify(Array.from({ length }, (_, at) => numberedAddress(url, from + at)));
}

/** Fields that hold lists. */
const LIST_FIELDS: ReadonlySet<FeedFieldName> = new Set<FeedFieldName>([
  'images',
  'spin_images',
  'standardEquipment',
  'filtered_features',
  'categories',
]);

/** Items of a JSON list; undefined for other texts. */
function itemsOf(text: string): readonly unknown[] | undefined {
  if (!/^\[\s*["{\]]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Texts as one. Repeated elements and lists are put together as a list, or item by item where a text is wanted. */
function joined(texts: readonly string[], separator: string, isList: boolean): string {
  const lists = texts.map(itemsOf);
  if (lists.every((list) => list === undefined)) return texts.join(separator);
  const items = texts.flatMap((text, at) => lists[at] ?? [text]);
  return isList
    ? JSON.stringify(items)
    : items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(separator);
}

type CompiledSource = FieldSource & {
  /** Text in the feed. */
  read(cells: Cells): string;
  /** Words of this source alone. */
  words: Words;
};

export function compileMapping(feed: FeedConfig): FeedMapping {
  const emptyWords = new Set(['', ...feed.emptyWords.map((word) => word.trim().toLowerCase())]);
  const stated = (text: string) =>
    text === '' || isEmptyValue(text) || emptyWords.has(text.toLowerCase()) ? '' : text;

  /** Reads a column or constant, its pattern and `without` applied. */
  function compilePart(field: FeedFieldName, part: ColumnCell | ConstantCell): (cells: Cells) => string {
    if ('constant' in part) return () => part.constant;
    const cut = compileCut(field, part);
    return (cells) => cut(cellOf(cells, part.column), cells);
  }

  function compileCut(
    field: FeedFieldName,
    { without, pattern, replace }: Pick<ColumnCell, 'without' | 'pattern' | 'replace'>,
  ) {
    const parts = Object.entries(replace ?? {});
    const expression = pattern === undefined ? undefined : new RegExp(pattern);
    return (written: string, cells: Cells): string => {
      const whole = parts.reduce((text, [from, to]) => text.replaceAll(from, to), written);
      const rest = without
        ? cutFront(
            whole,
            without.map((part) => textOf(part, cells)),
          )
        : whole;
      return stated(expression ? groupIn(expression.exec(rest), field).trim() : rest);
    };
  }

  function compile(field: FeedFieldName, cell: FeedCell): CompiledSource {
    const name = columnsIn(cell).join(' + ') || field;
    if ('template' in cell) {
      const read = (cells: Cells) => {
        const [count, names] = [cell.count, cell.names].map((column) =>
          column === undefined ? undefined : stated(cellOf(cells, column)),
        );
        return templateText(cell, { count, names }, (part) => textOf(part, cells));
      };
      return { cell, name, read, words: new Map() };
    }
    if ('join' in cell) {
      const parts = partsOf(cell).map((part) => {
        const readPart = compilePart(field, part);
        const words = wordsOf('values' in part ? part.values : {});
        return { isColumn: 'column' in part, read: (cells: Cells) => replaced(words, readPart(cells)) };
      });
      const cut = compileCut(field, cell);
      const read = (cells: Cells) => {
        const texts = parts.map((part) => ({ ...part, text: part.read(cells) }));
        // Constants alone are no value.
        if (texts.every(({ isColumn, text }) => !isColumn || text === '')) return '';
        const whole = texts.map(({ text }) => text).filter((text) => text !== '');
        return cut(joined(whole, cell.separator, LIST_FIELDS.has(field)), cells);
      };
      return { cell, name, read, words: wordsOf(cell.values) };
    }
    const values = 'values' in cell ? cell.values : undefined;
    return { cell, name, read: compilePart(field, cell), words: wordsOf(values) };
  }

  const replaced = (words: Words, text: string) => words.get(text.toLowerCase()) ?? text;
  const sources = new Map(
    FEED_FIELD_NAMES.map((field) => [
      field,
      cellsOf(feed.columns, field).map((cell) => compile(field, cell)),
    ]),
  );
  const words = new Map(Object.entries(feed.values).map(([field, values]) => [field, wordsOf(values)]));
  const own = Object.entries(feed.only ?? {}).map(
    ([column, values]) => [column, new Set(values.map((value) => value.toLowerCase()))] as const,
  );
  const deleting = new Set(feed.deletes?.words.map((word) => word.toLowerCase()));

  /** The first source with a value. */
  function filled(field: FeedFieldName, cells: Cells): { source: CompiledSource; text: string } | undefined {
    for (const source of sources.get(field) ?? []) {
      const text = source.read(cells);
      if (text !== '') return { source, text };
    }
    return undefined;
  }

  function textOf(field: FeedFieldName, cells: Cells): string {
    const found = filled(field, cells);
    const written = found?.text ?? '';
    const key = written.toLowerCase();
    return (
      found?.source.words.get(key) ?? words.get(field)?.get(key) ?? (written || (feed.constants[field] ?? ''))
    );
  }

  return {
    columns: new Set([
      ...FEED_FIELD_NAMES.flatMap((field) => cellsOf(feed.columns, field).flatMap(columnsIn)),
      ...(feed.deletes ? [feed.deletes.column] : []),
      ...Object.keys(feed.only ?? {}),
    ]),
    textOf,
    filled,
    writtenOf: (field, cells) => filled(field, cells)?.text ?? '',
    sourceOf: (field, cells) =>
      filled(field, cells)?.source ?? sources.get(field)?.at(-1) ?? { cell: { column: field }, name: field },
    isOwn: (cells) => own.every(([column, values]) => values.has(cellOf(cells, column).toLowerCase())),
    isDeleted: (cells) =>
      feed.deletes !== undefined && deleting.has(cellOf(cells, feed.deletes.column).toLowerCase()),
  };
}

/** Mapped columns that the feed does not have, with their fields. */
export const unfoundColumns = (feed: FeedConfig, columns: ReadonlySet<string>) =>
  FEED_FIELD_NAMES.filter((field) => feed.columns[field] !== undefined).flatMap((field) =>
    cellsOf(feed.columns, field)
      .flatMap(columnsIn)
      .flatMap((column) => (columns.has(column) ? [] : [{ field, column }])),
  );

/** Mapped columns that the feed does not have. */
export const missingColumns = (feed: FeedConfig, columns: ReadonlySet<string>): string[] => [
  ...new Set([
    ...unfoundColumns(feed, columns).map(({ column }) => column),
    ...(feed.deletes && !columns.has(feed.deletes.column) ? [feed.deletes.column] : []),
    ...Object.keys(feed.only ?? {}).filter((column) => !columns.has(column)),
  ]),
];

/** Columns that a feed lacks: those without which it is refused, and those of `optionalColumns` that no required field waits for. */
export function lackedColumns(
  feed: FeedConfig,
  columns: ReadonlySet<string>,
): { needed: string[]; optional: string[] } {
  const unfilled = new Set(unfilledFields(feed, columns));
  const waitedFor = new Set(
    unfoundColumns(feed, columns).flatMap(({ field, column }) => (unfilled.has(field) ? [column] : [])),
  );
  const optional = new Set(feed.optionalColumns).difference(waitedFor);
  const missing = missingColumns(feed, columns);
  return {
    needed: missing.filter((column) => !optional.has(column)),
    optional: missing.filter((column) => optional.has(column)),
  };
}

/** Required fields without a source among these columns. */
export function unfilledFields(feed: FeedConfig, columns: ReadonlySet<string>): FeedFieldName[] {
  const { textOf } = compileMapping(feed);
  return [...REQUIRED_FIELDS].filter(
    (field) =>
      textOf(field, {}) === '' &&
      !cellsOf(feed.columns, field)
        .flatMap(columnsIn)
        .some((column) => columns.has(column)),
  );
}

const COLUMNS_NAMED = 40;

/** Names of the first columns, for a message. */
export function namedColumns(columns: ReadonlySet<string>): string {
  const first = columns.values().take(COLUMNS_NAMED).toArray().join(', ');
  return columns.size > COLUMNS_NAMED ? `${first} and ${columns.size - COLUMNS_NAMED} more` : first;
}
