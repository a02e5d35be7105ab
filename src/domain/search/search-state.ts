import type { FacetName, SortKey } from '#src/config/sections/search.ts';
import { DEFAULT_SORT } from './sort.ts';

/** Bounds of a range facet in the facet's own unit; null is an open end. */
export type NumberRange = { min: number | null; max: number | null };

/** What a shopper asked for (SRCH-01). The URL, the island and the server all read this one shape. */
export type SearchState = {
  query: string;
  /** From 1. */
  page: number;
  sortBy: SortKey;
  /** Stored values of list and flag facets; any of them matches. */
  lists: { readonly [F in FacetName]?: readonly string[] };
  ranges: { readonly [F in FacetName]?: NumberRange };
};

export const EMPTY_SEARCH: SearchState = { query: '', page: 1, sortBy: DEFAULT_SORT, lists: {}, ranges: {} };

/** SRCH-07. */
export const PAGE_SIZE = 21;
/** Deeper pages than the engine's 2,000 hits cannot exist. */
export const MAX_PAGE = 96;
/** SRCH-02: pause in typing before a search starts. */
export const SEARCH_DEBOUNCE_MS = 300;
export const MAX_QUERY_LENGTH = 200;

const without = <T extends object>(record: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;

/** SRCH-03: whatever narrows or widens the result starts again at its first page. */
const fromFirstPage = (state: SearchState): SearchState => ({ ...state, page: 1 });

export const withQuery = (state: SearchState, query: string): SearchState =>
  fromFirstPage({ ...state, query });

export const withSort = (state: SearchState, sortBy: SortKey): SearchState =>
  fromFirstPage({ ...state, sortBy });

export const withPage = (state: SearchState, page: number): SearchState => ({ ...state, page });

export function withList(state: SearchState, name: FacetName, values: readonly string[]): SearchState {
  const lists =
    values.length > 0 ? { ...state.lists, [name]: [...new Set(values)] } : without(state.lists, name);
  return fromFirstPage({ ...state, lists });
}

/** Adds all of `values`, or takes them away where one of them was chosen; one label can stand for several. */
export function toggleValues(state: SearchState, name: FacetName, values: readonly string[]): SearchState {
  const chosen = state.lists[name] ?? [];
  const rest = chosen.filter((value) => !values.includes(value));
  return withList(state, name, rest.length < chosen.length ? rest : [...chosen, ...values]);
}

/** A range open at both ends is no refinement. */
export function withRange(state: SearchState, name: FacetName, range: NumberRange): SearchState {
  const open = range.min === null && range.max === null;
  const ranges = open ? without(state.ranges, name) : { ...state.ranges, [name]: range };
  return fromFirstPage({ ...state, ranges });
}

/** Number of refinements a shopper could take away one by one. */
export const refinementCount = ({ lists, ranges }: SearchState): number =>
  Object.values(lists).reduce((sum, values) => sum + values.length, 0) + Object.keys(ranges).length;
