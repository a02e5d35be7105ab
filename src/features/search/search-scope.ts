import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { CarType } from '#src/features/vehicle/vehicle.ts';
import {
  CAR_TYPE_LABELS,
  type Crumb,
  makeSearchPath,
  modelSearchPath,
} from '#src/features/vehicle/vehicle-paths.ts';
import { folded } from '#src/platform/text/fold-text.ts';
import { BODY_LABELS, facetNamed, valuesLike } from './facets/facets.ts';
import { EMPTY_SEARCH, type SearchState } from './search-state.ts';
import { decodeSearch, encodeSearch } from './url/url-codec.ts';

/** The search that holds everything; every other path narrows it. */
export const ALL_STOCK_PATH = '/search/new-used-and-demo-cars';

const CAR_TYPES_BY_WORD: Readonly<Record<string, readonly CarType[]>> = {
  'new-used-and-demo-cars': [],
  'new-and-demo-cars': ['demo', 'new'],
  'used-cars': ['used'],
  'new-cars': ['new'],
  'demo-cars': ['demo'],
};

/** What a search path means (NAV-02): refinements that the address has as words. */
export type SearchScope = {
  path: string;
  lists: SearchState['lists'];
};

/** Scope of the fixed words; they come before every slug (NAV-14). */
export function fixedScope(word: string): SearchScope | undefined {
  const carTypes = Object.hasOwn(CAR_TYPES_BY_WORD, word) ? CAR_TYPES_BY_WORD[word] : undefined;
  if (!carTypes) return undefined;
  return { path: `/search/${word}`, lists: carTypes.length > 0 ? { car_type: carTypes } : {} };
}

/** The fixed word that means these conditions. */
export const wordOfConditions = (carTypes: readonly string[] = []): string | undefined =>
  carTypes.length === 0
    ? undefined
    : Object.entries(CAR_TYPES_BY_WORD).find(([, types]) => sameValues(types, carTypes))?.[0];

/** Reads an address inside a scope; a parameter of the scope's own facet overrides the path. */
export function readSearch(params: URLSearchParams, scope: SearchScope): SearchState {
  const state = decodeSearch(params);
  return { ...state, lists: { ...scope.lists, ...state.lists } };
}

const sameValues = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Whether a search holds what the path of a scope says. */
export const matchesScope = ({ lists }: SearchScope, state: SearchState) =>
  Object.entries(lists).every(([name, values]) =>
    sameValues(values, state.lists[name as keyof SearchState['lists']]),
  );

/** Address of a search: the scope's own path while the search still holds what the path says. */
export function searchUrl(state: SearchState, scope: SearchScope): string {
  const inScope = matchesScope(scope, state);
  const lists = inScope
    ? Object.fromEntries(Object.entries(state.lists).filter(([name]) => !Object.hasOwn(scope.lists, name)))
    : state.lists;
  const search = encodeSearch({ ...state, lists }).toString();
  const path = inScope ? scope.path : ALL_STOCK_PATH;
  return search ? `${path}?${search}` : path;
}

/** Refinements that the path does not already say. */
export const depthBeyond = (state: SearchState, scope: SearchScope): number => {
  const inScope = matchesScope(scope, state);
  const lists = Object.entries(state.lists)
    .filter(([name]) => !(inScope && Object.hasOwn(scope.lists, name)))
    .reduce((sum, [, values]) => sum + values.length, 0);
  return lists + Object.keys(state.ranges).length;
};

/**
 * What search engines learn (architecture 14, NAV-16): up to one facet beyond the path may be indexed under
 * its own address; anything deeper, free numbers and every text search point to the path alone.
 */
export function indexing(state: SearchState, scope: SearchScope): { canonical: string; noindex: boolean } {
  const hasNumbers = Object.keys(state.ranges).length > 0;
  const isDeep =
    depthBeyond(state, scope) > 1 || hasNumbers || state.query !== '' || state.near !== undefined;
  if (isDeep || !matchesScope(scope, state)) return { canonical: scope.path, noindex: isDeep };
  const plain = { ...EMPTY_SEARCH, lists: state.lists, page: state.page };
  return { canonical: searchUrl(plain, scope), noindex: state.sortBy !== EMPTY_SEARCH.sortBy };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * NAV-16: a search with its values as the stock spells them, without those that no vehicle has.
 * @param scope its values are kept: they are those of the path
 * @param counts vehicles found, by facet and value
 */
export function asStocked(
  state: SearchState,
  scope: SearchScope,
  counts: Counts,
): { stocked: SearchState; hasUnknown: boolean } {
  let hasUnknown = false;
  const spelled = (name: FacetName, value: string): string[] => {
    if (scope.lists[name]?.includes(value)) return [value];
    const like = valuesLike(facetNamed(name), value).map(folded);
    const known = Object.entries(counts[name] ?? {}).flatMap(([stored, count]) =>
      count > 0 && like.includes(folded(stored)) ? [stored] : [],
    );
    hasUnknown ||= known.length === 0;
    return known.sort().slice(0, 1);
  };
  const lists = Object.fromEntries(
    Object.entries(state.lists).flatMap(([name, values]) => {
      const stored = values.flatMap((value) => spelled(name as FacetName, value));
      return stored.length > 0 ? [[name, [...new Set(stored)].sort()]] : [];
    }),
  );
  return { stocked: { ...state, lists }, hasUnknown };
}

const single = <T>(values: readonly T[] | undefined): T | undefined =>
  values?.length === 1 ? values[0] : undefined;

/**
 * NAV-11: breadcrumbs of a search, from its path and the one body type chosen among a make or model.
 */
export function searchCrumbs(
  { path, lists }: SearchScope,
  { many, had }: StockNoun,
  chosen: SearchState['lists'] = {},
): Crumb[] {
  const home = { name: 'Home', path: '/' };
  const all = { name: `All ${many}`, path: ALL_STOCK_PATH };
  const [make, model] = [lists.make?.[0], lists.model?.[0]];
  if (make !== undefined) {
    const ofMake = { name: make, path: makeSearchPath({ make }) };
    const ofModel = model ? [{ name: model, path: modelSearchPath({ make, model }) }] : [];
    const body = single(chosen.body);
    const ofBody =
      body === undefined
        ? []
        : [{ name: BODY_LABELS[body] ?? body, path: `${path}?${new URLSearchParams({ body })}` }];
    return [home, all, ofMake, ...ofModel, ...ofBody];
  }
  // LOC-13: a location comes before those whose stock it also lists.
  const place = lists.dealership_name?.[0] ?? lists.location_name?.[0];
  if (place !== undefined) return [home, all, { name: place, path }];
  const type = single(lists.car_type);
  if (type !== undefined && had !== undefined) return [home, { ...all, path }];
  if (type !== undefined) return [home, { name: `${CAR_TYPE_LABELS[type as 'new']} ${many}`, path }];
  const isNewAndDemo = lists.car_type?.length === 2 && !lists.car_type.includes('used');
  return isNewAndDemo ? [home, all, { name: `New and demo ${many}`, path }] : [home, all];
}
