import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { Near, NumberRange, SearchState } from '#src/features/search/search-state.ts';

/** What separates a token from the previous one. */
type Gap = 'none' | 'hyphen' | 'dash' | 'apart';

/** A run of letters, a number, or one of the signs `$ + < >`. */
export type Token = {
  /** Lower case, without accents; a number without its commas. */
  text: string;
  /** Numbers only. */
  value?: number;
  gap: Gap;
  /** Offset in the query. */
  start: number;
  end: number;
};

const TOKEN =
  /\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|\d+(?:\.\d+)?|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[$+<>]/gu;
const HYPHENS = /^[-–—]$/;
const SIGNS = /^[$+<>]$/;
const MARKS = /\p{M}|['’]/gu;

const plain = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase();

function gapBetween(between: string, before: string, text: string): Gap {
  if (between === '') return SIGNS.test(before) || SIGNS.test(text) ? 'apart' : 'none';
  if (HYPHENS.test(between)) return 'hyphen';
  return HYPHENS.test(between.trim()) ? 'dash' : 'apart';
}

/** `CX-5 under $45k` → cx, 5 (hyphen), under, $, 45, k (none). */
export function tokenize(typed: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const { 0: found, index } of typed.matchAll(TOKEN)) {
    const before = tokens.at(-1)?.text ?? ' ';
    const gap = tokens.length === 0 ? 'apart' : gapBetween(typed.slice(at, index), before, found);
    at = index + found.length;
    const isNumber = /^\d/.test(found);
    const text = isNumber ? found.replaceAll(',', '') : plain(found);
    tokens.push({ text, ...(isNumber && { value: Number(text) }), gap, start: index, end: at });
  }
  return tokens;
}

/** Lookup key of a name: `CX-5`, `cx 5` and `cx5` have the same. */
export const keyOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text }) => text.replaceAll('.', '')).join('');

/** Whether a meaning may end before this token: a word is never split. */
export const startsWord = (token: Token | undefined): boolean =>
  token === undefined || token.gap === 'apart' || token.gap === 'dash';

/** The query text of the tokens, with a single space where tokens were removed. */
export function textOf(typed: string, tokens: readonly Token[], all: readonly Token[]): string {
  const endBefore = new Map(all.slice(1).map(({ start }, at) => [start, all[at]?.end]));
  const joined = tokens.map((token, at) => {
    const before = tokens[at - 1];
    const own = typed.slice(token.start, token.end);
    if (!before) return own;
    return endBefore.get(token.start) === before.end ? typed.slice(before.end, token.start) + own : ` ${own}`;
  });
  return joined.join('').replace(/\s+/g, ' ').trim();
}

export type Lists = { readonly [F in FacetName]?: readonly string[] };
export type Refinements = { lists: Lists; ranges: Ranges };
export type Ranges = { readonly [F in FacetName]?: NumberRange };

/** The meaning of tokens `from` (inclusive) to `to` (exclusive); without lists and ranges they stay text as a whole. */
export type Meaning = {
  from: number;
  to: number;
  lists?: Lists;
  ranges?: Ranges;
  /** A place or postcode to search around. */
  near?: string;
  /** Radius. */
  nearKm?: number;
};

/** Parses the phrase that starts at a token. */
export type Reader = (tokens: readonly Token[], at: number) => Meaning | undefined;

export const isText = ({ lists, ranges }: Meaning): boolean => lists === undefined && ranges === undefined;

/** @returns the end of the first variant that matches at a token, one word per token */
export function endOfWords(
  tokens: readonly Token[],
  at: number,
  candidates: readonly (readonly string[])[],
): number | undefined {
  const match = candidates.find((words) => words.every((word, offset) => tokens[at + offset]?.text === word));
  return match && at + match.length;
}

/** Splits phrases into words, longest phrase first. */
export const variants = (...phrases: string[]): string[][] =>
  phrases.map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length);

/** The refinements of a query, and the words that stay text. */
export type UnderstoodQuery = Refinements & { query: string; near?: Near | undefined };

/** Merges the meaning of the query into a search and resets the page (SRCH-03). Existing refinements take precedence. */
export const withWords = (
  state: SearchState,
  { query, lists, ranges, near }: UnderstoodQuery,
): SearchState => ({
  ...state,
  page: 1,
  query,
  lists: { ...lists, ...state.lists },
  ranges: { ...ranges, ...state.ranges },
  ...(near && !state.near && { near }),
});
