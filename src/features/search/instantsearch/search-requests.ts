import type { SearchParameters } from './search-parameters.ts';

export type SearchRequest = { indexName: string; params: Record<string, unknown> };

/** @param except a facet whose own values are counted as if none were chosen */
function filtersOf(state: SearchParameters, except?: string) {
  const lists = Object.entries(state.disjunctiveFacetsRefinements)
    .filter(([name, values]) => name !== except && values.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const facetFilters = lists.map(([name, values]) => [...values].sort().map((value) => `${name}:${value}`));
  const numericFilters = Object.entries(state.numericRefinements)
    .filter(([name]) => name !== except)
    .flatMap(([name, bounds]) =>
      Object.entries(bounds).flatMap(([operator, values]) =>
        values.map((value) => `${name}${operator}${value}`),
      ),
    );
  return {
    ...(facetFilters.length > 0 && { facetFilters }),
    ...(numericFilters.length > 0 && { numericFilters }),
  };
}

const sorted = (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A request for the hits, and one for the counts of each refined facet. */
function requestsOf(indexName: string, state: SearchParameters): SearchRequest[] {
  const facets = [...state.disjunctiveFacets].sort();
  const hits = {
    ...state.getQueryParams(),
    ...(facets.length > 0 && { facets }),
    ...filtersOf(state),
  };
  const counts = state.getRefinedDisjunctiveFacets().map((name) => ({
    ...state.getQueryParams(),
    ...{ hitsPerPage: 0, page: 0, analytics: false, clickAnalytics: false, facets: name },
    ...filtersOf(state, name),
  }));
  return [hits, ...counts].map((params) => ({ indexName, params: sorted(params) }));
}

/** What the vendor's helper asks for, of lists and ranges. `astro.config.mjs` replaces its module of this purpose. */
export const requestBuilder = { _getQueries: requestsOf };

export default requestBuilder;
// For modules that are required.
export { requestBuilder as 'module.exports' };
