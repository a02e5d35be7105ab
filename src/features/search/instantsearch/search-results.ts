import type { SearchParameters } from './search-parameters.ts';

type Counts = Readonly<Record<string, number>>;
type Response = {
  readonly facets?: Readonly<Record<string, Counts>>;
  readonly facets_stats?: Readonly<Record<string, unknown>>;
  readonly exhaustiveFacetsCount?: boolean;
  readonly processingTimeMS?: number;
};
type FacetResult = { name: string; data: Counts; exhaustive: boolean | undefined; stats?: unknown };

/** The larger count of each value; a count that another equals or exceeds loses its place in the order. */
function largest(...all: readonly Counts[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [value, count] of all.flatMap(Object.entries<number>)) {
    if (count < (counts[value] ?? 0)) continue;
    delete counts[value];
    counts[value] = count;
  }
  return counts;
}

const facetResult = (name: string, data: Counts, response: Response): FacetResult => ({
  ...{ name, data, exhaustive: response.exhaustiveFacetsCount },
  ...(response.facets_stats?.[name] !== undefined && { stats: response.facets_stats[name] }),
});

/**
 * The responses to the requests of one search: all fields of the first, and the counts of each facet, those of a refined
 * facet from its own response. It has what InstantSearch uses of the class of the same name in its vendor's helper.
 * `astro.config.mjs` replaces it.
 */
export class SearchResults {
  readonly hierarchicalFacets: readonly never[] = [];
  readonly facets: readonly never[] = [];
  readonly persistHierarchicalRootCount = false;
  readonly disjunctiveFacets: readonly FacetResult[];
  readonly processingTimeMS: number;
  readonly _rawResults: readonly Response[];
  readonly _state: SearchParameters;

  constructor(state: SearchParameters, responses: readonly Response[]) {
    const [first = {}, ...ofRefined] = responses;
    Object.assign(this, first);
    this.facets = [];
    this._rawResults = responses;
    this._state = state;
    this.processingTimeMS = responses.reduce((sum, { processingTimeMS = 0 }) => sum + processingTimeMS, 0);
    const found = new Map(
      Object.entries(first.facets ?? {}).map(([name, counts]) => [name, facetResult(name, counts, first)]),
    );
    for (const [at] of state.getRefinedDisjunctiveFacets().entries()) {
      const response = ofRefined[at] ?? {};
      for (const [name, counts] of Object.entries(response.facets ?? {})) {
        const data = largest(counts, first.facets?.[name] ?? {});
        for (const value of state.disjunctiveFacetsRefinements[name] ?? []) data[value] ||= 0;
        found.set(name, facetResult(name, data, response));
      }
    }
    this.disjunctiveFacets = state.disjunctiveFacets.flatMap((name) => found.get(name) ?? []);
  }
}

export default SearchResults;
// For modules that are required.
export { SearchResults as 'module.exports' };
