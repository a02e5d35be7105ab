import type { FeedFieldName } from '#src/config/sections/vehicle-fields.ts';
import { CAUTIOUS_FIELDS } from './cautious-fields.data.ts';
import { FEED_FIELDS } from './feed-fields.data.ts';
import { FEED_WORDS } from './feed-words.data.ts';
import type { RowProblem } from './row-problem.ts';

export type UnmappedWord = {
  word: string;
  count: number;
  /** The stored word it most likely means. */
  suggestion: string | undefined;
};

export type UnmappedColumn = { field: FeedFieldName; column: string; words: UnmappedWord[] };

/** A word of a feed has a few parts; a cell that holds a whole text suggests nothing. */
const MOST_PARTS = 12;
const MOST_CHARACTERS = 200;

const inOrder = (words: string) =>
  (
    words
      .slice(0, MOST_CHARACTERS)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).slice(0, MOST_PARTS);

/** A known word inside an unknown one, the longest first: `Dual Cab Ute - Tray` is a ute. */
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
    // Two contradicting words give no suggestion.
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

/** Every unknown word, by column, the most frequent first. Case is ignored, as in the mapping. */
export function unmappedWords(problems: readonly RowProblem[]): UnmappedColumn[] {
  const columns = new Map<string, UnmappedColumn & { byWord: Map<string, UnmappedWord> }>();
  for (const { column, unmapped } of problems) {
    if (!unmapped) continue;
    const { field, word } = unmapped;
    const key = `${field} ${column}`;
    const entry = columns.get(key) ?? { field, column, words: [], byWord: new Map() };
    columns.set(key, entry);
    const known = entry.byWord.get(word.toLowerCase());
    if (known) known.count += 1;
    else entry.byWord.set(word.toLowerCase(), { word, count: 1, suggestion: suggestedWord(field, word) });
  }
  return [...columns.values()].map(({ field, column, byWord }) => ({
    field,
    column,
    words: [...byWord.values()].sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)),
  }));
}

type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The "values" under "stock.feed" with the unknown words added; "" drops the value, so a word of a cautious field is
 * added only with a suggestion.
 * @param present the dealer file's existing mapping, merged because JSON would drop one of two blocks
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
 * The unknown words of a feed by column, and the block to paste.
 * @param values "stock.feed.values" of the dealer file
 */
export function unmappedLines(problems: readonly RowProblem[], values: Values): string[] {
  const columns = unmappedWords(problems);
  if (columns.length === 0) return [];
  const block = JSON.stringify(valuesBlock(columns, values), null, 2);
  return [
    ...columns.flatMap(({ column, field, words }) => [
      `  Words of column "${column}" that are not understood (${field}):`,
      ...words.map(
        ({ word, count, suggestion }) =>
          `  ${String(count).padStart(6)} × ${JSON.stringify(word)}${suggestion ? ` → ${suggestion}?` : ''}`,
      ),
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
