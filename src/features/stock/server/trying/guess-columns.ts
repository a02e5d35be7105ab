import {
  FEED_FIELD_NAMES,
  type FeedCell,
  type FeedFieldName,
} from '#src/config/sections/stock/feed-columns.ts';
import { columnJudge } from '#src/features/stock/mapping/column-formats.ts';
import { COLUMN_NAMES, plainName } from '#src/features/stock/mapping/column-names.data.ts';
import { FEED_FIELDS, type FieldKind } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS } from '#src/features/stock/mapping/feed-words.data.ts';
import { ORDER_KEYS } from '#src/features/stock/mapping/picture-cells.ts';
import { readCell } from '#src/features/stock/server/reading/feed-cell.ts';

/** A column of a feed with some of its cells. */
export type SampledColumn = {
  name: string;
  /** Different ones, not empty. */
  cells: readonly string[];
  /** Share of rows that have a value. */
  filled: number;
};

export type ColumnGuess = {
  field: FeedFieldName;
  source: string | FeedCell;
  /** Columns it reads. */
  columns: readonly string[];
  reason: string;
};

/** `fuel` is the fuel in the dealer’s own words, which hardly any feed has beside `simple_fuel`. */
const GUESSED_FIELDS = FEED_FIELD_NAMES.filter((field) => field !== 'fuel');

/** Names that say nothing without that of the element around them. */
const EMPTY_NAMES: ReadonlySet<string> = new Set(
  'name value text amount url src href label title content data item id code description'.split(' '),
);

/** Names by which a column may be known, the most telling first: `vehicle/price/amount` is an amount of a price. */
function namesOf(column: string): string[] {
  const condition = /\[@?\w+=([^\]]+)\](?:\/(?:value|text|content))?$/i.exec(column)?.[1];
  if (condition !== undefined) return [plainName(condition)];
  const steps = column
    .replace(/\[\d+\]/g, '')
    .split('/')
    .map(plainName);
  const last = steps.at(-1) ?? '';
  const outer = steps.at(-2);
  if (outer === undefined) return [last];
  return EMPTY_NAMES.has(last) ? [outer + last, outer, last] : [last, outer + last];
}

/** `options/code` says less than `options/label`. */
const CODES: ReadonlySet<string> = new Set(['code', 'id', 'type']);
const CODE_RANK = 3;

/** `ownershipCondition` ends like a name that is known. */
const SUFFIX_RANK = 20;
const MIN_SUFFIX = 5;

/** Rank of a field's name among these; lower is better. */
function rankOf(field: FeedFieldName, names: readonly string[]): number | undefined {
  const known = [plainName(field), ...(COLUMN_NAMES[field] ?? [])];
  const ranks = names.flatMap((name, at) => {
    const rank = known.indexOf(name);
    const isCode = at > 0 && CODES.has(names.at(-1) ?? '');
    return rank === -1 ? [] : [rank + at * 10 + (isCode ? CODE_RANK : 0)];
  });
  if (ranks.length > 0) return Math.min(...ranks);
  // Of texts anything may be one.
  if (TEXT_KINDS.has(FEED_FIELDS[field])) return undefined;
  const ending = known.findIndex(
    (each) => each.length >= MIN_SUFFIX && names.some((name) => name.endsWith(each)),
  );
  return ending === -1 ? undefined : SUFFIX_RANK + ending;
}

const TEXT_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>(['text', 'make', 'prose', 'list']);

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/i;
const YEAR = /^(?:19[5-9]\d|20[0-4]\d)$/;
const PICTURE = /^(?:https?:\/\/\S+|\S+\.(?:jpe?g|png|webp))(?:[|;,\s]|$)|^\["https?:|^\[\{.*https?:/i;

const shareOf = (cells: readonly string[], isMet: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(isMet).length / cells.length;

const hasWords = (kind: FieldKind): boolean => Object.hasOwn(FEED_WORDS, kind);

/** How many of these cells may be values of a field; 1 where any text may be. */
function fitOf(field: FeedFieldName, { name, cells }: Pick<SampledColumn, 'name' | 'cells'>): number {
  const kind = FEED_FIELDS[field];
  if (field === 'vin') return shareOf(cells, (cell) => VIN.test(cell));
  if (field === 'year') return shareOf(cells, (cell) => YEAR.test(cell));
  if (kind === 'images') return shareOf(cells, (cell) => PICTURE.test(cell));
  if (TEXT_KINDS.has(kind)) return 1;
  const judge = columnJudge(kind, { cell: { column: name }, name }, {});
  for (const cell of cells) judge.add(cell);
  const format = judge.format();
  // What may be read in two ways is readable once the settings say how.
  const decided = judge.openCells() > 0 ? { numbers: '1.234,5' as const, dates: 'DD/MM/YYYY' as const } : {};
  return shareOf(cells, (cell) => 'value' in readCell(kind, cell, { ...decided, ...format }));
}

/** Fewer fitting cells contradict the name of a column. */
const MIN_FIT = 0.5;
/** Words may all be unknown, and their column right: if its name leaves no doubt, or there are few of them. */
const SURE_RANK = 3;
const FEW_WORDS = 12;

type Rated = { field: FeedFieldName; column: SampledColumn; score: number; reason: string };

function rated(field: FeedFieldName, column: SampledColumn): Rated[] {
  const rank = rankOf(field, namesOf(column.name));
  if (rank === undefined) return [];
  const fit = fitOf(field, column);
  const isSure = hasWords(FEED_FIELDS[field]) && (rank <= SURE_RANK || column.cells.length <= FEW_WORDS);
  if (column.cells.length > 0 && fit < MIN_FIT && !isSure) return [];
  const reason =
    fit === 1 || column.cells.length === 0
      ? 'its name'
      : `its name, and ${Math.round(fit * 100)} % of its values can be read`;
  return [
    {
      field,
      column,
      score: 1000 - rank * 5 + fit * 100 + column.filled * 10 + (column.cells.length > 1 ? 20 : 0),
      reason,
    },
  ];
}

/** Columns whose values say what they are, whatever they are called. */
function byValues(column: SampledColumn): Rated[] {
  const { cells } = column;
  if (cells.length < 3) return [];
  const found = (field: FeedFieldName, reason: string) => [{ field, column, score: 100, reason }];
  if (fitOf('vin', column) > 0.9) return found('vin', 'its values are VINs');
  if (shareOf(cells, (cell) => PICTURE.test(cell) && /https?:/.test(cell)) > 0.9)
    return found('images', 'its values are addresses of pictures');
  return [];
}

/** A list of objects with addresses and positions as a whole, so that the positions count. */
function inOrder(guess: ColumnGuess, columns: readonly SampledColumn[]): ColumnGuess {
  const { field, source } = guess;
  if (field !== 'images' || typeof source !== 'string') return guess;
  const list = source.slice(0, source.lastIndexOf('/'));
  const hasOrder = columns.some(
    ({ name }) => name.startsWith(`${list}/`) && ORDER_KEYS.includes(plainName(name.slice(list.length))),
  );
  return list !== '' && hasOrder && !source.includes('@')
    ? { ...guess, source: list, reason: `${guess.reason}, in the order beside it` }
    : guess;
}

/** Half of the prices are above this, and none has cents: they are in cents. */
const TOO_HIGH = 500_000;

/** A price column whose values are too high for dollars. */
function inCents(guess: ColumnGuess, columns: readonly SampledColumn[]): ColumnGuess {
  const { field, source } = guess;
  if (field !== 'price' || typeof source !== 'string') return guess;
  const cells = columns.find(({ name }) => name === source)?.cells ?? [];
  const isWhole = cells.length > 0 && cells.every((cell) => /^\d+00$/.test(cell));
  const high = shareOf(cells, (cell) => Number(cell) > TOO_HIGH);
  return isWhole && high > 0.5
    ? { ...guess, source: { column: source, unit: 'cents' }, reason: `${guess.reason}; too high for dollars` }
    : guess;
}

const NUMBERED = /^(.*?)[\s_-]*0*(\d{1,2})$/;
const PICTURE_NAMES: ReadonlySet<string> = new Set(COLUMN_NAMES.images);

/** `Photo1`, `Photo2`, …: one list of photos. */
function numberedPhotos(columns: readonly SampledColumn[]): ColumnGuess | undefined {
  const groups = Map.groupBy(columns, ({ name }) => plainName(NUMBERED.exec(name)?.[1] ?? ''));
  for (const [name, group] of groups) {
    if (!PICTURE_NAMES.has(name) || group.length < 2) continue;
    const join = group
      .toSorted((a, b) => Number(NUMBERED.exec(a.name)?.[2]) - Number(NUMBERED.exec(b.name)?.[2]))
      .map((column) => column.name);
    return {
      field: 'images',
      source: { join, separator: '|' },
      columns: join,
      reason: 'numbered columns of photos',
    };
  }
  return undefined;
}

const TITLE =
  /^(?<year>(?:19|20)\d{2}) (?<make>Alfa Romeo|Aston Martin|Great Wall|Land Rover|Rolls Royce|\S+) (?<model>\S+)(?: (?<badge>.+))?$/;
const TITLE_FIELDS = ['year', 'make', 'model', 'badge'] as const;

/** Year, make and model of a title, where no columns have them. */
function titleParts(columns: readonly SampledColumn[], known: ReadonlySet<FeedFieldName>): ColumnGuess[] {
  if (known.has('make') && known.has('model')) return [];
  const title = columns.find(
    ({ cells }) => cells.length > 0 && shareOf(cells, (cell) => TITLE.test(cell)) > 0.8,
  );
  if (!title) return [];
  return TITLE_FIELDS.filter((field) => !known.has(field)).map((field) => ({
    field,
    source: { column: title.name, pattern: TITLE.source },
    columns: [title.name],
    reason: 'part of a title',
  }));
}

/**
 * The likeliest columns of vehicle fields (FEED-18), each column once.
 * @param taken fields that the settings map
 */
export function guessColumns(
  columns: readonly SampledColumn[],
  taken: ReadonlySet<FeedFieldName> = new Set(),
): ColumnGuess[] {
  const guesses: ColumnGuess[] = [];
  const known = new Set(taken);
  const used = new Set<string>();
  const add = (guess: ColumnGuess) => {
    if (known.has(guess.field) || guess.columns.some((column) => used.has(column))) return;
    guesses.push(guess);
    known.add(guess.field);
    for (const column of guess.columns) used.add(column);
  };
  const numbered = numberedPhotos(columns);
  if (numbered) add(numbered);
  const all = columns.flatMap((column) => [
    ...GUESSED_FIELDS.flatMap((field) => rated(field, column)),
    ...byValues(column),
  ]);
  for (const { field, column, reason } of all.toSorted((a, b) => b.score - a.score))
    add({ field, source: column.name, columns: [column.name], reason });
  for (const guess of titleParts(columns, known)) {
    guesses.push(guess);
    known.add(guess.field);
  }
  const place = (field: FeedFieldName) => FEED_FIELD_NAMES.indexOf(field);
  return guesses
    .map((guess) => inCents(inOrder(guess, columns), columns))
    .sort((a, b) => place(a.field) - place(b.field));
}
