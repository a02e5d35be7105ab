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

export type HeroFound = {
  found: number;
  /** The number of a value, of a model with its make. */
  countOf(name: FacetName, value: string, make?: string): number;
  /** All models of a make that are left, in order of name. */
  modelsOf(make: string): { value: string; count: number }[];
};

export function foundBy({ lists }: HeroChoices, results: readonly Result[]): HeroFound {
  const names = Object.keys(lists) as FacetName[];
  const countsOf = (name: FacetName) => results[names.indexOf(name) + 1]?.facets[countedFacet(name)] ?? {};
  return {
    found: results[0]?.nbHits ?? 0,
    countOf(name, value, make = '') {
      const counts = countsOf(name);
      if (name === 'model') return counts[`${make} ${value}`] ?? 0;
      return equivalentValues(getFacet(name), value).reduce((sum, each) => sum + (counts[each] ?? 0), 0);
    },
    modelsOf: (make) =>
      Object.entries(countsOf('model'))
        .flatMap(([name, count]) =>
          name.startsWith(`${make} `) ? [{ value: name.slice(make.length + 1), count }] : [],
        )
        .sort((a, b) => a.value.localeCompare(b.value)),
  };
}
