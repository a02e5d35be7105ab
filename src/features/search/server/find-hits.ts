import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName, SortKey } from '#src/config/sections/stock/search-section.ts';
import type { FilterCondition, SearchCall } from '#src/features/search/api/search-calls.ts';
import type { FacetFound, HitsFound, SearchFound } from '#src/features/search/api/search-endpoints.ts';
import type { SearchRequest, SearchResult } from '#src/features/search/api/search-schema.ts';
import {
  type FacetOption,
  facetOptions,
  getFacet,
  offeredOptions,
} from '#src/features/search/facets/facets.ts';
import { type CardDocument, toCard } from '#src/features/search/index/search-document.ts';
import { DEFAULT_SORT } from '#src/features/search/search-index.ts';
import { type SearchServices, searchVehicles } from './search-vehicles.ts';

export type HitsQuery = {
  conditions: readonly FilterCondition[];
  query?: string;
  sort?: SortKey;
  near?: string | undefined;
  within?: number | undefined;
  offset?: number;
  /** 0 for the count only. */
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

/** Converts offset and length to requests for one page, or for two if the offset is not a multiple of the length. */
function pagesAround({
  conditions,
  query = '',
  sort,
  offset = 0,
  length,
  facets = [],
  near,
  within,
}: HitsQuery) {
  // The search is relaxed if nothing matches all words, which requires a page of at least one hit.
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

/** The fields of a card, with views and distance (LOC-11) if present. */
const cardOf = (hit: CardDocument): CardDocument => ({
  ...toCard(hit),
  ...(hit.views !== undefined && { views: hit.views }),
  ...(hit.distance_km !== undefined && { distance_km: hit.distance_km }),
});

/**
 * Searches by filter conditions, with the same rules as the search page.
 * @returns `result` is the first page as returned by the search, with its facets
 * @throws SearchUnavailable
 */
export async function findHits(
  services: SearchServices,
  dealer: DealerConfig,
  options: HitsQuery,
  signal?: AbortSignal,
): Promise<{ found: HitsFound; result: SearchResult }> {
  const { length } = options;
  const { requests, skipped } = pagesAround(options);
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

/** Any value of a label matches all of them; the alphabetically first is stable when counts change. */
const itemsOf = ({ label, values, count }: FacetOption): FacetFound['items'] => {
  const [value] = [...values].sort();
  return value === undefined ? [] : [{ label, value, count }];
};

function facetsOf({ search }: DealerConfig, { facets, facets_stats }: SearchResult): SearchFound['facets'] {
  const found = search.facets.map((name) => {
    const facet = getFacet(name);
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
 * SRCH-29.
 * @throws SearchUnavailable
 */
export async function searchByCall(
  services: SearchServices,
  dealer: DealerConfig,
  { filters, search_filters, hitsPerPage, ...call }: SearchCall,
  signal?: AbortSignal,
): Promise<SearchFound> {
  const { found, result } = await findHits(
    services,
    dealer,
    {
      ...call,
      conditions: [...filters, ...search_filters],
      length: hitsPerPage,
      facets: dealer.search.facets,
    },
    signal,
  );
  return { ...found, facets: facetsOf(dealer, result) };
}
