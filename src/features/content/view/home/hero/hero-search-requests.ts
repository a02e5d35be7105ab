import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { equivalentValues, getFacet } from '#src/features/search/facets/facets.ts';
import { SEARCH_INDEX } from '#src/features/search/search-index.ts';

/** What is chosen on the home page. */
export type HeroChoices = {
  query: string;
  /** By facet; empty for any. */
  lists: { readonly [F in FacetName]?: string };
  /** The most, by range facet. */
  budgets: { readonly [F in FacetName]?: number };
  /** Filters of the site's default search. */
  within: readonly (readonly string[])[];
};

type Result = { nbHits: number; facets: Readonly<Record<string, Readonly<Record<string, number>>>> };

/** Models are counted with their makes, which may have models of one name. */
const countedFacet = (name: FacetName): FacetName => (name === 'model' ? 'make_model' : name);

/** A list counts its values within the other choices; that of makes also ignores the model, which another make lacks. */
const ignoredBy = (name: FacetName): readonly FacetName[] => (name === 'make' ? ['make', 'model'] : [name]);

/** SRCH-244: the requests of InstantSearch for what is found, and for the numbers of each list. */
export function heroRequests({ query, lists, budgets, within }: HeroChoices): object[] {
  const numericFilters = Object.entries(budgets).map(([name, most]) => `${name}<=${most}`);
  const request = (ignored: readonly FacetName[], facets: readonly FacetName[], hitsPerPage: number) => ({
    indexName: SEARCH_INDEX,
    params: {
      ...{ query, hitsPerPage, facets, numericFilters },
      facetFilters: [
        ...within,
        ...Object.entries(lists).flatMap(([name, value]) =>
          value === '' || ignored.includes(name as FacetName) ? [] : [[`${name}:${value}`]],
        ),
      ],
    },
  });
  const names = Object.keys(lists) as FacetName[];
  // Words are relaxed as on the search page if the first request asks for a vehicle.
  return [request([], [], 1), ...names.map((name) => request(ignoredBy(name), [countedFacet(name)], 0))];
}

/** @returns the number found, and a function for the number of a value, of a make's model with its make */
export function foundBy({ lists }: HeroChoices, results: readonly Result[]) {
  const names = Object.keys(lists) as FacetName[];
  return {
    found: results[0]?.nbHits ?? 0,
    countOf(name: FacetName, value: string, make = ''): number {
      const counts = results[names.indexOf(name) + 1]?.facets[countedFacet(name)] ?? {};
      if (name === 'model') return counts[`${make} ${value}`] ?? 0;
      return equivalentValues(getFacet(name), value).reduce((sum, each) => sum + (counts[each] ?? 0), 0);
    },
  };
}
