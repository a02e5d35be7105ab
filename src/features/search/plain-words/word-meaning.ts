import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { Near, NumberRange, SearchState } from '#src/features/search/search-state.ts';

/** The characters between a piece and the one before it. */
type Gap = 'none' | 'hyphen' | 'dash' | 'apart';

/** A run of letters, a number, or a sign that has a meaning (`$ + < >`). */
export type Piece = {
  /** Lower case, without accents; a number without its commas. */
  text: string;
  /** Of a number. */
  value?: number;
  gap: Gap;
  /** Place in what was typed. */
  start: number;
  end: number;
};

const PIECE =
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
export function piecesOf(typed: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of typed.matchAll(PIECE)) {
    const before = pieces.at(-1)?.text ?? ' ';
    const gap = pieces.length === 0 ? 'apart' : gapBetween(typed.slice(at, index), before, found);
    at = index + found.length;
    const isNumber = /^\d/.test(found);
    const text = isNumber ? found.replaceAll(',', '') : plain(found);
    pieces.push({ text, ...(isNumber && { value: Number(text) }), gap, start: index, end: at });
  }
  return pieces;
}

/** The pieces of a name run together, as it is looked up: `CX-5`, `cx 5` and `cx5` are one. */
export const keyOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }) => text.replaceAll('.', '')).join('');

/** Whether a meaning may end before this piece: nothing that is written in one word is taken apart. */
export const startsWord = (piece: Piece | undefined): boolean =>
  piece === undefined || piece.gap === 'apart' || piece.gap === 'dash';

/** The typed text of pieces, with one space for other characters between them. */
export function textOf(typed: string, pieces: readonly Piece[], all: readonly Piece[]): string {
  const endBefore = new Map(all.slice(1).map(({ start }, at) => [start, all[at]?.end]));
  const joined = pieces.map((piece, at) => {
    const before = pieces[at - 1];
    const own = typed.slice(piece.start, piece.end);
    if (!before) return own;
    return endBefore.get(piece.start) === before.end ? typed.slice(before.end, piece.start) + own : ` ${own}`;
  });
  return joined.join('').replace(/\s+/g, ' ').trim();
}

export type Lists = { readonly [F in FacetName]?: readonly string[] };
/** Refinements of a search, without its words. */
export type Refinements = { lists: Lists; ranges: Ranges };
export type Ranges = { readonly [F in FacetName]?: NumberRange };

/** What the pieces from `from` up to `to` mean; neither list nor range where they stay text together. */
export type Meaning = {
  from: number;
  to: number;
  lists?: Lists;
  ranges?: Ranges;
  /** A place or postcode that something should be near to. */
  near?: string;
  /** How far from it at most. */
  nearKm?: number;
};

/** Reads what begins at a piece. */
export type Reader = (pieces: readonly Piece[], at: number) => Meaning | undefined;

export const isText = ({ lists, ranges }: Meaning): boolean => lists === undefined && ranges === undefined;

/** Whether the words are at a place, one piece each; the first matching variant. @returns where they end */
export function endOfWords(
  pieces: readonly Piece[],
  at: number,
  ways: readonly (readonly string[])[],
): number | undefined {
  const way = ways.find((words) => words.every((word, offset) => pieces[at + offset]?.text === word));
  return way && at + way.length;
}

/** `more than` as pieces, the longer ways first. */
export const ways = (...phrases: string[]): string[][] =>
  phrases.map((phrase) => phrase.split(' ')).sort((a, b) => b.length - a.length);

/** What the words of a search mean: refinements, and the words that stay text. */
export type UnderstoodQuery = Refinements & { query: string; near?: Near | undefined };

/** A search with its words as refinements, from its first page (SRCH-03). What it was refined by stays. */
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
