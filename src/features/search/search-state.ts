import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { FacetName, SearchConfig, SortKey } from '#src/config/sections/stock/search-section.ts';
import { DEFAULT_SORT } from './search-index.ts';

/** In the facet's unit; null is an open end. */
export type NumberRange = { min: number | null; max: number | null };

/** LOC-11. */
export type Near = {
  /** A postcode or address, as typed. */
  place: string;
  /** Radius in whole kilometres; null for any distance. */
  km: number | null;
};

/** A search (SRCH-01), shared by the URL, the island and the server. */
export type SearchState = {
  query: string;
  /** 1-based. */
  page: number;
  sortBy: SortKey;
  /** Stored values of list and flag facets, joined by OR. */
  lists: { readonly [F in FacetName]?: readonly string[] };
  ranges: { readonly [F in FacetName]?: NumberRange };
  near?: Near | undefined;
};

export const EMPTY_SEARCH: SearchState = { query: '', page: 1, sortBy: DEFAULT_SORT, lists: {}, ranges: {} };

/** SRCH-07. */
export const PAGE_SIZE = 21;
/** Paging limit, larger than the stock of any dealer. */
export const MAX_TOTAL_HITS = 200_000;
export const MAX_PAGE = Math.ceil(MAX_TOTAL_HITS / PAGE_SIZE);
/** SRCH-02. */
export const SEARCH_DEBOUNCE_MS = 300;
/** In code points. */
export const MAX_VALUE_LENGTH = 120;
/**
 * Limit on the refinements of a URL. The link of each value repeats all others, so page size grows with the square of
 * their number.
 */
export const MAX_VALUES = 40;
export const MAX_LIST_FACETS = 12;
/** Total length of all values, URL-encoded. */
export const MAX_ENCODED_VALUES_LENGTH = 3000;

export const MAX_PLACE_LENGTH = 100;
/** LOC-11. */
export const NEAR_CHOICES_KM = [25, 50, 100, 250, 500] as const;
export const MAX_NEAR_KM = 5000;

/** Counts code points. */
export const isWithinLength = (text: string, characters: number): boolean =>
  text.length <= characters || (text.length <= 2 * characters && [...text].length <= characters);

const without = <T extends object>(record: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) as T;

/** SRCH-03: any change of the result resets the page. */
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
  // Ignores a selection that would exceed the limits of a URL.
  return isWithinBounds(lists) || !isWithinBounds(state.lists) ? fromFirstPage({ ...state, lists }) : state;
}

/** Adds all `values` of a label, or removes them if any is selected. */
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

/** LOC-11: sorting by distance needs a place. */
export const withNear = (state: SearchState, near: Near | undefined): SearchState =>
  fromFirstPage({
    ...without(state, 'near'),
    sortBy: near === undefined && state.sortBy === 'distance' ? DEFAULT_SORT : state.sortBy,
    ...(near && { near }),
  });

export const refinementCount = ({
  lists,
  ranges,
  near,
}: Pick<SearchState, 'lists' | 'ranges' | 'near'>): number =>
  Object.values(lists).reduce((sum, values) => sum + values.length, 0) +
  Object.keys(ranges).length +
  (near ? 1 : 0);

/**
 * Removes the conditions if they equal everything the site sells, as they do not narrow the search.
 * @param sold conditions of the site's stock; undefined if it has all of them
 */
export function withoutImpliedConditions<S extends Pick<SearchState, 'lists'>>(
  state: S,
  sold: readonly string[] | undefined,
): S {
  const chosen = state.lists.car_type ?? [];
  const isAll = sold?.length === chosen.length && sold.every((condition) => chosen.includes(condition));
  return isAll ? { ...state, lists: without(state.lists, 'car_type') } : state;
}

/** LOC-11: whether the site offers search by distance. */
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
