import type { Connector, Widget } from 'instantsearch.js';
import type { FacetName } from '#src/config/sections/search.ts';
import { FACETS, facetNamed } from '#src/domain/search/facets.ts';
import { type NumberRange, PAGE_SIZE, type SearchState } from '#src/domain/search/search-state.ts';
import { DEFAULT_SORT } from '#src/domain/search/sort.ts';
import { indexNameOf, SEARCH_INDEX, sortOfIndexName } from '#src/wire/search-index.ts';
import { fromIndexUiState, toIndexUiState } from './ui-state.ts';

export type SearchParameters = Parameters<NonNullable<Widget['getWidgetSearchParameters']>>[0];
type SearchWidget = { $$type: 'forecourt.search'; renderState: Record<string, unknown> };
type SearchWidgetParams = {
  /** Facets on screen. Others are searched by as well, but not counted. */
  shown: readonly FacetName[];
  /** Facets whose values are all asked for. */
  openLists: readonly FacetName[];
};

const isRefined = ({ lists, ranges }: SearchState, name: FacetName) =>
  lists[name] !== undefined || ranges[name] !== undefined;

type Placed = { near?: string; within?: number };

/** A search in the words of InstantSearch. */
export function toParameters(state: SearchState, { shown, openLists }: SearchWidgetParams) {
  const facets = FACETS.filter(({ name }) => shown.includes(name) || isRefined(state, name));
  const lists = facets.filter(({ kind }) => kind !== 'range');
  return {
    ...{ openLists, hitsPerPage: PAGE_SIZE },
    // LOC-11: parameters of our own server.
    ...{ near: state.near?.place, within: state.near?.km ?? undefined },
    query: state.query,
    page: state.page - 1,
    index: indexNameOf(state.sortBy),
    disjunctiveFacets: facets.map(({ name }) => name),
    disjunctiveFacetsRefinements: Object.fromEntries(
      lists.map(({ name }) => [name, [...(state.lists[name] ?? [])]]),
    ),
    numericRefinements: Object.fromEntries(
      Object.entries(state.ranges).map(([name, { min, max }]) => [
        name,
        { ...(min !== null && { '>=': [min] }), ...(max !== null && { '<=': [max] }) },
      ]),
    ),
  };
}

export function fromParameters(parameters: SearchParameters): SearchState {
  const lists: Record<string, readonly string[]> = {};
  const ranges: Record<string, NumberRange> = {};
  for (const name of parameters.disjunctiveFacets as FacetName[]) {
    if (facetNamed(name).kind !== 'range') {
      const values = parameters.disjunctiveFacetsRefinements[name] ?? [];
      if (values.length > 0) lists[name] = values;
      continue;
    }
    const bound = (operator: '>=' | '<='): number | null => {
      const [value] = parameters.numericRefinements[name]?.[operator] ?? [];
      return typeof value === 'number' ? value : null;
    };
    const range = { min: bound('>='), max: bound('<=') };
    if (range.min !== null || range.max !== null) ranges[name] = range;
  }
  const { near, within = null } = parameters as Placed;
  return {
    ...(near !== undefined && { near: { place: near, km: within } }),
    query: parameters.query ?? '',
    page: (parameters.page ?? 0) + 1,
    sortBy: sortOfIndexName(parameters.index ?? SEARCH_INDEX) ?? DEFAULT_SORT,
    lists,
    ranges,
  };
}

/**
 * The whole search as one widget of InstantSearch: text, page, order and every facet, those an address refines although
 * the dealer shows them nowhere included. Why not a hook for each: `CONTRIBUTING.md`, "Libraries".
 */
export const connectSearch: Connector<SearchWidget, SearchWidgetParams> =
  (renderFn, unmountFn) => (params) => {
    return {
      $$type: 'forecourt.search',
      init: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, true),
      render: ({ instantSearchInstance }) => renderFn({ instantSearchInstance, widgetParams: params }, false),
      dispose: () => unmountFn?.(),
      getRenderState: (renderState) => renderState,
      getWidgetRenderState: () => ({ widgetParams: params }),
      getWidgetUiState: (ui, { searchParameters }) => ({
        ...ui,
        ...toIndexUiState(fromParameters(searchParameters)),
      }),
      getWidgetSearchParameters: (parameters, { uiState }) =>
        parameters.setQueryParameters(toParameters(fromIndexUiState(uiState), params)),
    };
  };
