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
import { BODY_LABELS, equivalentValues, getFacet } from './facets/facets.ts';
import { EMPTY_SEARCH, type SearchState } from './search-state.ts';
import { decodeSearch, encodeSearch } from './url/url-codec.ts';

export const ALL_STOCK_PATH = '/search/new-used-and-demo-cars';

const CAR_TYPES_BY_SLUG: Readonly<Record<string, readonly CarType[]>> = {
  'new-used-and-demo-cars': [],
  'new-and-demo-cars': ['demo', 'new'],
  'used-cars': ['used'],
  'new-cars': ['new'],
  'demo-cars': ['demo'],
};

/** A search path with its refinements (NAV-02). */
export type SearchScope = {
  path: string;
  lists: SearchState['lists'];
};

/** The fixed words take precedence over slugs (NAV-14). */
export function fixedScope(word: string): SearchScope | undefined {
  const carTypes = Object.hasOwn(CAR_TYPES_BY_SLUG, word) ? CAR_TYPES_BY_SLUG[word] : undefined;
  if (!carTypes) return undefined;
  return { path: `/search/${word}`, lists: carTypes.length > 0 ? { car_type: carTypes } : {} };
}

export const conditionsSlug = (carTypes: readonly string[] = []): string | undefined =>
  carTypes.length === 0
    ? undefined
    : Object.entries(CAR_TYPES_BY_SLUG).find(([, types]) => sameValues(types, carTypes))?.[0];

/** Decodes the parameters within a scope; a parameter for a facet of the scope overrides the path. */
export function readSearch(params: URLSearchParams, scope: SearchScope): SearchState {
  const state = decodeSearch(params);
  return { ...state, lists: { ...scope.lists, ...state.lists } };
}

const sameValues = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Whether a search includes all refinements of a scope. */
export const matchesScope = ({ lists }: SearchScope, state: SearchState) =>
  Object.entries(lists).every(([name, values]) =>
    sameValues(values, state.lists[name as keyof SearchState['lists']]),
  );

/** Uses the path of the scope as long as the search includes all its refinements. */
export function searchUrl(state: SearchState, scope: SearchScope): string {
  const inScope = matchesScope(scope, state);
  const lists = inScope
    ? Object.fromEntries(Object.entries(state.lists).filter(([name]) => !Object.hasOwn(scope.lists, name)))
    : state.lists;
  const search = encodeSearch({ ...state, lists }).toString();
  const path = inScope ? scope.path : ALL_STOCK_PATH;
  return search ? `${path}?${search}` : path;
}

/** The number of refinements beyond those of the path. */
export const refinementDepth = (state: SearchState, scope: SearchScope): number => {
  const inScope = matchesScope(scope, state);
  const lists = Object.entries(state.lists)
    .filter(([name]) => !(inScope && Object.hasOwn(scope.lists, name)))
    .reduce((sum, [, values]) => sum + values.length, 0);
  return lists + Object.keys(state.ranges).length;
};

/**
 * Architecture 14, NAV-16: a search with up to one facet beyond the path is indexed under its own URL; the canonical
 * URL of deeper searches, ranges and text searches is the path.
 */
export function indexing(state: SearchState, scope: SearchScope): { canonical: string; noindex: boolean } {
  const hasNumbers = Object.keys(state.ranges).length > 0;
  const isDeep =
    refinementDepth(state, scope) > 1 || hasNumbers || state.query !== '' || state.near !== undefined;
  if (isDeep || !matchesScope(scope, state)) return { canonical: scope.path, noindex: isDeep };
  const plain = { ...EMPTY_SEARCH, lists: state.lists, page: state.page };
  return { canonical: searchUrl(plain, scope), noindex: state.sortBy !== EMPTY_SEARCH.sortBy };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * NAV-16: replaces values by their spelling in stock and drops values without vehicles.
 * @param scope its values are kept, as they come from the path
 * @param counts vehicles found, by facet and value
 */
export function normaliseToStock(
  state: SearchState,
  scope: SearchScope,
  counts: Counts,
): { stocked: SearchState; hasUnknown: boolean } {
  let hasUnknown = false;
  const spelled = (name: FacetName, value: string): string[] => {
    if (scope.lists[name]?.includes(value)) return [value];
    const like = equivalentValues(getFacet(name), value).map(folded);
    const matches = Object.entries(counts[name] ?? {}).flatMap(([stored, count]) =>
      count > 0 && like.includes(folded(stored)) ? [stored] : [],
    );
    hasUnknown ||= matches.length === 0;
    return matches.sort().slice(0, 1);
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

/** NAV-11: breadcrumbs of a search, from its path and, below a make or model, a single selected body type. */
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
  // LOC-13: the location itself precedes those whose stock it also lists.
  const place = lists.dealership_name?.[0] ?? lists.location_name?.[0];
  if (place !== undefined) return [home, all, { name: place, path }];
  const type = single(lists.car_type);
  if (type !== undefined && had !== undefined) return [home, { ...all, path }];
  if (type !== undefined) return [home, { name: `${CAR_TYPE_LABELS[type as 'new']} ${many}`, path }];
  const isNewAndDemo = lists.car_type?.length === 2 && !lists.car_type.includes('used');
  return isNewAndDemo ? [home, all, { name: `New and demo ${many}`, path }] : [home, all];
}
