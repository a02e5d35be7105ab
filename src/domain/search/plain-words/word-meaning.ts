import type { FacetName } from '#src/config/sections/search.ts';
import type { NumberRange } from '../search-state.ts';
import type { Piece } from './pieces.ts';

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
