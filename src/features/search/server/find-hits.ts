import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName, SortKey } from '#src/config/sections/stock/search-section.ts';
import type { FilterCondition, SearchCall } from '#src/features/search/api/search-calls.ts';
import type { FacetFound, HitsFound, SearchFound } from '#src/features/search/api/search-endpoints.ts';
import type { SearchRequest, SearchResult } from '#src/features/search/api/search-schema.ts';
import {
  type FacetOption,
  facetNamed,
  facetOptions,
  offeredOptions,
} from '#src/features/search/facets/facets.ts';
import { type CardDocument, toCard } from '#src/features/search/index/search-document.ts';
import { DEFAULT_SORT } from '#src/features/search/search-index.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';

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

/** Any value under a label finds all of them; the first in the alphabet is used, whatever the counts. */
const itemsOf = ({ label, values, count }: FacetOption): FacetFound['items'] => {
  const [value] = [...values].sort();
  return value === undefined ? [] : [{ label, value, count }];
};

function facetsOf({ search }: DealerConfig, { facets, facets_stats }: SearchResult): SearchFound['facets'] {
  const found = search.facets.map((name) => {
    const facet = facetNamed(name);
    const options = offeredOptions(facet, facetOptions(facet, facets[name] ?? {}), search);
    const { min, max } = facets_stats[name] ?? {};
    const hasStats = facet.kind === 'range' && min !== undefined && max !== undefined;
    return [
      name,
      {
        label: facet.label,
        items: options.flatMap(itemsOf),
        ...(hasStats && { facetStats: { min, max } }),
      },
    ] as const;
  });
  return Object.fromEntries(found);
}

/**
 * SRCH-29: answers the documented search.
 * @throws SearchUnavailable
 */
export async function searchByCall(
  services: SearchServices,
  dealer: DealerConfig,
  { filters, search_filters, hitsPerPage, ...asked }: SearchCall,
  signal?: AbortSignal,
): Promise<SearchFound> {
  const { found, result } = await findHits(
    services,
    dealer,
    {
      ...asked,
      conditions: [...filters, ...search_filters],
      length: hitsPerPage,
      facets: dealer.search.facets,
    },
    signal,
  );
  return { ...found, facets: facetsOf(dealer, result) };
}
