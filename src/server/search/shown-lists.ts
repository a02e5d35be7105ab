import type { FacetName, SearchConfig } from '#src/config/sections/search.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { shownCounts, valuesShown } from '#src/domain/search/shown-values.ts';
import type { InstantResult } from '#src/providers/search-engine/instant-query.ts';
import type { SearchResult } from '#src/wire/search.ts';

type WithLists = InstantResult & Pick<SearchResult, 'leftOut'>;

/**
 * A result with the values a page shows first, and the refined ones.
 * @param openLists facets with all their values; undefined for all facets
 */
export function withShownLists(
  result: InstantResult,
  openLists: readonly FacetName[] | undefined,
  refined: { readonly [F in FacetName]?: readonly string[] },
  search: Pick<SearchConfig, 'makesShown' | 'modelsShown'>,
): WithLists {
  if (!openLists) return result;
  const leftOut: Record<string, number> = {};
  const facets: InstantResult['facets'] = {};
  for (const [name, counts] of Object.entries(result.facets)) {
    const facet = facetNamed(name as FacetName);
    const list = openLists.includes(facet.name)
      ? { counts, left: 0 }
      : shownCounts(facet, counts, valuesShown(facet, search), refined[facet.name] ?? []);
    facets[name] = list.counts;
    if (list.left > 0) leftOut[name] = list.left;
  }
  return {
    ...result,
    facets,
    ...(Object.keys(leftOut).length > 0 && { leftOut }),
  };
}

/**
 * A search in several requests with all of `leftOut` in its first result, which alone browsers read: a refined facet is
 * counted again by a request of its own.
 */
export function withAllLeftOut<R extends Pick<SearchResult, 'facets' | 'leftOut'>>(
  results: readonly R[],
): R[] {
  const leftOut: Record<string, number> = {};
  for (const result of results) {
    for (const name of Object.keys(result.facets)) delete leftOut[name];
    Object.assign(leftOut, result.leftOut);
  }
  return results.map(
    ({ leftOut: _, ...result }, at) =>
      (at === 0 && Object.keys(leftOut).length > 0 ? { ...result, leftOut } : result) as R,
  );
}
