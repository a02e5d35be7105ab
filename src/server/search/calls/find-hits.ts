import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName, SortKey } from '#src/config/sections/search.ts';
import { type CardDocument, toCard } from '#src/domain/search/card-document.ts';
import type { FilterCondition } from '#src/domain/search/filter-conditions.ts';
import { DEFAULT_SORT } from '#src/domain/search/sort.ts';
import type { SearchRequest, SearchResult } from '#src/wire/search.ts';
import type { HitsFound } from '#src/wire/search-found.ts';
import { type SearchServices, searchVehicles } from '../search-vehicles.ts';

export type HitsWanted = {
  conditions: readonly FilterCondition[];
  query?: string;
  sort?: SortKey;
  near?: string | undefined;
  within?: number | undefined;
  /** Vehicles left out before the first one. */
  offset?: number;
  /** 0 for the count alone. */
  length: number;
  facets?: readonly FacetName[];
};

const filtersOf = (conditions: readonly FilterCondition[]) => ({
  facetFilters: conditions.flatMap((condition) =>
    'among' in condition ? [condition.among.map((value) => `${condition.facet}:${value}`)] : [],
  ),
  numericFilters: conditions.flatMap((condition) => {
    if ('atLeast' in condition) return [`${condition.facet}>=${condition.atLeast}`];
    return 'atMost' in condition ? [`${condition.facet}<=${condition.atMost}`] : [];
  }),
});

/** The result pages with the wanted vehicles: one, or two if they begin inside a page. */
function pagesAround({
  conditions,
  query = '',
  sort,
  offset = 0,
  length,
  facets = [],
  near,
  within,
}: HitsWanted) {
  // If no vehicle matches all words, the search is relaxed, which needs a page with at least one vehicle.
  const hitsPerPage = Math.max(length, 1);
  const first = Math.floor(offset / hitsPerPage);
  const request = (page: number, counted: readonly FacetName[]): SearchRequest => ({
    indexName: sort ?? DEFAULT_SORT,
    params: { query, near, within, page, hitsPerPage, facets: [...counted], ...filtersOf(conditions) },
  });
  const skipped = offset - first * hitsPerPage;
  const requests = [request(first, facets), ...(skipped > 0 ? [request(first + 1, [])] : [])];
  return { requests, skipped };
}

/** Only the fields a card shows; the distance of its vehicle where the search names a place (LOC-11). */
const cardOf = (hit: CardDocument): CardDocument => ({
  ...toCard(hit),
  ...(hit.views !== undefined && { views: hit.views }),
  ...(hit.distance_km !== undefined && { distance_km: hit.distance_km }),
});

/**
 * Vehicles of a dealer by typed conditions, through the same rules as its search page.
 * @returns them beside the engine's result, which holds the facets
 * @throws SearchUnavailable
 */
export async function findHits(
  services: SearchServices,
  dealer: DealerConfig,
  wanted: HitsWanted,
  signal?: AbortSignal,
): Promise<{ found: HitsFound; result: SearchResult }> {
  const { length } = wanted;
  const { requests, skipped } = pagesAround(wanted);
  const { results } = await searchVehicles(services, dealer, requests, signal);
  const [result] = results;
  if (!result) throw new Error('A search without a result');
  const { nbHits, processingTimeMS, source, understood, withoutText } = result;
  const hits = results.flatMap((page) => page.hits).slice(skipped, skipped + length);
  const found: HitsFound = {
    hits: hits.map(cardOf),
    count: nbHits,
    pages: length === 0 ? 0 : Math.ceil(nbHits / length),
    ms: processingTimeMS,
    ...(source !== undefined && { source }),
    ...(understood !== undefined && { understood }),
    ...(withoutText !== undefined && { withoutText }),
  };
  return { found, result };
}
