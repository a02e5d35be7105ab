import type { Near, SearchState } from '../search-state.ts';
import type { Refinements } from './word-meaning.ts';

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
