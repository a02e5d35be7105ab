import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { FacetName, SearchConfig, SortKey } from '#src/config/sections/stock/search-section.ts';
import { DEFAULT_SORT } from './search-index.ts';

/** Bounds of a range facet in the facet's own unit; null is an open end. */
export type NumberRange = { min: number | null; max: number | null };

/** LOC-11: where vehicles should be near to. */
export type Near = {
  /** A postcode, or an address, as the shopper wrote it. */
  place: string;
  /** Whole kilometres; null is any distance. */
  km: number | null;
};

/** What a shopper asked for (SRCH-01). The URL, the island and the server all read this one shape. */
export type SearchState = {
  query: string;
  /** From 1. */
  page: number;
  sortBy: SortKey;
  /** Stored values of list and flag facets; any of them matches. */
  lists: { readonly [F in FacetName]?: readonly string[] };
  ranges: { readonly [F in FacetName]?: NumberRange };
  near?: Near | undefined;
};

export const EMPTY_SEARCH: SearchState = { query: '', page: 1, sortBy: DEFAULT_SORT, lists: {}, ranges: {} };

/** SRCH-07. */
export const PAGE_SIZE = 21;
/** The last vehicle of a list that can be reached: more than the largest dealer has. */
export const MAX_TOTAL_HITS = 200_000;
export const MAX_PAGE = Math.ceil(MAX_TOTAL_HITS / PAGE_SIZE);
/** SRCH-02: pause in typing before a search starts. */
export const SEARCH_DEBOUNCE_MS = 300;
/** Characters as people count them. */
export const MAX_VALUE_LENGTH = 120;
/**
 * The refinements one address may have, far more than shoppers choose. Every value is repeated in the link of every
 * other one, so the size of a page grows with the square of these.
 */
export const MAX_VALUES = 40;
export const MAX_LIST_FACETS = 12;
/** All values together, as an address spells them. */
export const MAX_ENCODED_VALUES_LENGTH = 3000;

/** Letters of a place. */
export const MAX_PLACE_LENGTH = 100;
/** LOC-11: a shopper's choice of kilometres, and the farthest an address may say. */
export const NEAR_CHOICES_KM = [25, 50, 100, 250, 500] as const;
export const MAX_NEAR_KM = 5000;

/** Whether a text has at most this many characters. */
export const isWithinLength = (text: string, characters: number): boolean =>
  text.length <= characters || (text.length <= 2 * characters && [...text].length <= characters);

const without = <T extends object>(record: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;

/** SRCH-03: whatever narrows or widens the result starts again at its first page. */
const fromFirstPage = (state: SearchState): SearchState => ({ ...state, page: 1 });

export const withQuery = (state: SearchState, query: string): SearchState =>
  fromFirstPage({ ...state, query });

export const withSort = (state: SearchState, sortBy: SortKey): SearchState =>
  fromFirstPage({ ...state, sortBy });

export const withPage = (state: SearchState, page: number): SearchState => ({ ...state, page });

const isWithinBounds = (lists: SearchState['lists']) =>
  Object.keys(lists).length <= MAX_LIST_FACETS && Object.values(lists).flat().length <= MAX_VALUES;

export function withList(state: SearchState, name: FacetName, values: readonly string[]): SearchState {
  const lists =
    values.length > 0 ? { ...state.lists, [name]: [...new Set(values)] } : without(state.lists, name);
  // What no address could say is not chosen.
  return isWithinBounds(lists) || !isWithinBounds(state.lists) ? fromFirstPage({ ...state, lists }) : state;
}

/** Adds all of `values`, or removes them if one of them was chosen; one label can have several. */
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

/** LOC-11: without a place there is no order by distance. */
export const withNear = (state: SearchState, near: Near | undefined): SearchState =>
  fromFirstPage({
    ...without(state, 'near'),
    sortBy: near === undefined && state.sortBy === 'distance' ? DEFAULT_SORT : state.sortBy,
    ...(near && { near }),
  });

/** Number of refinements a shopper could remove one by one. */
export const refinementCount = ({
  lists,
  ranges,
  near,
}: Pick<SearchState, 'lists' | 'ranges' | 'near'>): number =>
  Object.values(lists).reduce((sum, values) => sum + values.length, 0) +
  Object.keys(ranges).length +
  (near ? 1 : 0);

/**
 * Without the conditions, where they are all that a site sells: leaving them out would find the same.
 * @param sold conditions of its stock; undefined where it has all of them
 */
export function besidesSold<S extends Pick<SearchState, 'lists'>>(
  state: S,
  sold: readonly string[] | undefined,
): S {
  const chosen = state.lists.car_type ?? [];
  const isAll = sold?.length === chosen.length && sold.every((condition) => chosen.includes(condition));
  return isAll ? { ...state, lists: without(state.lists, 'car_type') } : state;
}

/** LOC-11: whether shoppers of a site may search by distance. */
export function hasDistances({
  search,
  locations,
}: {
  search: Pick<SearchConfig, 'distance'>;
  locations: readonly Pick<Location, 'visible'>[];
}): boolean {
  if (search.distance !== 'auto') return search.distance === 'on';
  return locations.filter(({ visible }) => visible).length > 1;
}
