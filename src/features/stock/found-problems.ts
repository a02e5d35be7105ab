import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import { CAUTIOUS_FIELDS, FEED_FIELDS } from '#src/features/stock/mapping/feed-fields.data.ts';
import { FEED_WORDS } from '#src/features/stock/mapping/feed-words.data.ts';
import type { ProblemReason, RowProblem } from './row-problems.ts';

export type UnmappedWord = {
  word: string;
  count: number;
  /** The most likely stored word. */
  suggestion: string | undefined;
};

export type UnmappedColumn = {
  field: FeedFieldName;
  column: string;
  /** Most frequent first. */
  words: readonly UnmappedWord[];
  /** Values that are not counted by word, because there are too many different ones. */
  others: number;
};

/** Words in feeds have few parts; longer text gets no suggestion. */
const MAX_PARTS = 12;
const MAX_LENGTH = 200;

const inOrder = (words: string) =>
  (
    words
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).slice(0, MAX_PARTS);

/** Finds the longest known word within an unknown one: `Dual Cab Ute - Tray` is a ute. */
export function suggestedWord(field: FeedFieldName, word: string): string | undefined {
  const known = FEED_WORDS[FEED_FIELDS[field]] ?? {};
  const parts = inOrder(word);
  for (let length = parts.length; length > 0; length -= 1) {
    const found = new Set<string>();
    for (let at = 0; at + length <= parts.length; at += 1) {
      const key = parts.slice(at, at + length).join('');
      if (Object.hasOwn(known, key)) found.add(known[key] as string);
    }
    const [only, ...others] = found;
    // Contradictory words give no suggestion.
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

/** A column with more different words holds text. */
const WORDS_KEPT = 500;
/** Longer than any word that could be mapped. */
const MAX_WORD_LENGTH = 1000;

/** Counts words of a column, ignoring case as the mapping does. */
export function countWords(field: FeedFieldName, column: string) {
  const byWord = new Map<string, { word: string; count: number }>();
  let others = 0;
  return {
    add(word: string): void {
      const key = word.toLowerCase();
      const known = byWord.get(key);
      if (known) known.count += 1;
      else if (byWord.size >= WORDS_KEPT || word.length > MAX_WORD_LENGTH) others += 1;
      else byWord.set(key, { word, count: 1 });
    },
    counted: (): UnmappedColumn => ({
      field,
      column,
      words: [...byWord.values()]
        .map(({ word, count }) => ({ word, count, suggestion: suggestedWord(field, word) }))
        .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)),
      others,
    }),
  };
}

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The "values" block under "stock.feed", extended with unknown words. "" drops a value, so for cautious fields a word
 * is only added with a suggestion.
 * @param present existing mapping, merged because JSON would drop one of two blocks
 */
export function valuesBlock(columns: readonly UnmappedColumn[], present: Values = {}): Values {
  const block: Record<string, Readonly<Record<string, string>>> = { ...present };
  for (const { field, words } of columns) {
    const added = CAUTIOUS_FIELDS[field] ? words.filter(({ suggestion }) => suggestion !== undefined) : words;
    if (added.length === 0) continue;
    block[field] = {
      ...block[field],
      ...Object.fromEntries(added.map(({ word, suggestion = '' }) => [word, suggestion])),
    };
  }
  return block;
}

/**
 * Unknown words of a feed by column, and the block to paste.
 * @param values "stock.feed.values" of the dealer file
 */
export function unmappedLines(columns: readonly UnmappedColumn[], values: Values): string[] {
  if (columns.length === 0) return [];
  const block = JSON.stringify(valuesBlock(columns, values), null, 2);
  return [
    ...columns.flatMap(({ column, field, words, others }) => [
      `  Words of column "${column}" that are not understood (${field}):`,
      ...words.map(
        ({ word, count, suggestion }) =>
          `  ${String(count).padStart(6)} × ${JSON.stringify(word)}${suggestion ? ` → ${suggestion}?` : ''}`,
      ),
      ...(others > 0 ? [`  ${String(others).padStart(6)} × others`] : []),
    ]),
    ...(block === JSON.stringify(values, null, 2)
      ? []
      : [
          Object.keys(values).length > 0
            ? '  Replace "values" under "stock.feed" with this, once each "" has its word ("" drops the value):'
            : '  Paste this under "stock.feed", once each "" has its word ("" drops the value):',
          `"values": ${block}`,
        ]),
  ];
}

/** Of one reason, in one column and with one effect. */
export type ProblemKind = Pick<RowProblem, 'column' | 'skipped'> & {
  reason: ProblemReason;
  count: number;
  /** Number of rows with it. */
  rows: number;
  firstRows: readonly number[];
  example: RowProblem;
};

export type FoundProblems = {
  /** The first of each kind, in the order in which they were found. */
  problems: readonly RowProblem[];
  kinds: readonly ProblemKind[];
  unmapped: readonly UnmappedColumn[];
};

/** Kept of each kind, of which there may be one for every row. */
export const PROBLEMS_KEPT = 200;
const ROWS_NAMED = 8;

/** Counts distinct rows, of which there may be many for each kind. */
function countRows() {
  let bits = new Uint8Array(64);
  return {
    /** @returns whether the row is new */
    add(row: number): boolean {
      const at = row >> 3;
      if (at >= bits.length) {
        const longer = new Uint8Array(at * 2);
        longer.set(bits);
        bits = longer;
      }
      const bit = 1 << (row & 7);
      const isNew = ((bits[at] ?? 0) & bit) === 0;
      bits[at] = (bits[at] ?? 0) | bit;
      return isNew;
    },
  };
}

/** A cell's text may be a slice of a block of the file, which would stay in memory with it. */
const detached = (problem: RowProblem): RowProblem => JSON.parse(JSON.stringify(problem)) as RowProblem;

export type ProblemCollector = {
  add(...problems: readonly RowProblem[]): void;
  found(): FoundProblems;
};

/** Counts the problems of a feed by kind, and keeps the first of each: their number must not fill the memory. */
export function collectProblems(): ProblemCollector {
  const problems: RowProblem[] = [];
  const kinds = new Map<string, ProblemKind & { firstRows: number[]; seen: ReturnType<typeof countRows> }>();
  const columns = new Map<string, ReturnType<typeof countWords>>();

  function add(problem: RowProblem): void {
    const { reason, column, skipped, row, unmapped } = problem;
    const key = `${reason} ${skipped} ${column}`;
    const present = kinds.get(key);
    const kept = (present?.count ?? 0) < PROBLEMS_KEPT ? detached(problem) : undefined;
    if (kept) problems.push(kept);
    const kind = present ?? {
      ...{ reason, column: kept?.column ?? column, skipped, count: 0, rows: 0, firstRows: [] },
      ...{ example: kept ?? problem, seen: countRows() },
    };
    if (!present) kinds.set(key, kind);
    kind.count += 1;
    if (kind.seen.add(row)) {
      kind.rows += 1;
      if (kind.firstRows.length < ROWS_NAMED) kind.firstRows.push(row);
    }
    if (!unmapped) return;
    const { field, word } = kept?.unmapped ?? unmapped;
    const place = `${field} ${column}`;
    const words = columns.get(place) ?? countWords(field, kind.column);
    columns.set(place, words);
    words.add(word);
  }

  return {
    add: (...added) => {
      for (const problem of added) add(problem);
    },
    found: () => ({
      problems,
      kinds: [...kinds.values()].map(({ seen: _, ...kind }) => kind),
      unmapped: [...columns.values()].map(({ counted }) => counted()),
    }),
  };
}
