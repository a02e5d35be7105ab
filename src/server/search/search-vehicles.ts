import type { DealerConfig } from '#src/config/dealer-config.ts';
import { valuesLike } from '#src/domain/search/facet-values.ts';
import { FACETS } from '#src/domain/search/facets.ts';
import { engineSort } from '#src/domain/search/sort.ts';
import { stockScope } from '#src/domain/search/stock-scope.ts';
import type { InstantQuery } from '#src/providers/search-engine/vehicle-search.ts';
import { indexNameOf, type SearchRequest, type SearchResponse } from '#src/wire/search.ts';
import type { Services } from '../services.ts';

type SearchServices = Pick<Services, 'search' | 'clock'>;

const PRICED = 'price>=1';

/** `body:hatch` also asks for `body:hatchback`, which shoppers see as the same. */
function withTwins(filter: string): string[] {
  const at = filter.indexOf(':');
  const facet = FACETS.find(({ name }) => name === filter.slice(0, at));
  if (!facet) return [filter];
  return valuesLike(facet, filter.slice(at + 1)).map((value) => `${facet.name}:${value}`);
}

function toInstantQuery({ indexName: sortBy, params }: SearchRequest, dealer: DealerConfig): InstantQuery {
  const isPricedOnly = sortBy === 'price_asc' && dealer.search.priceAscendingHidesUnpriced;
  return {
    ...params,
    facetFilters: params.facetFilters.map((group) => group.flatMap(withTwins)),
    sort: engineSort(sortBy, params.query),
    numericFilters: isPricedOnly ? [...params.numericFilters, PRICED] : params.numericFilters,
  };
}

/**
 * Searches one dealer's stock, always inside what its shoppers may see.
 * @throws SearchUnavailable
 */
export async function searchVehicles(
  services: SearchServices,
  dealer: DealerConfig,
  requests: readonly SearchRequest[],
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const queries = requests.map((request) => toInstantQuery(request, dealer));
  const results = await services.search.instant(queries, stockScope(dealer, services.clock), signal);
  return {
    results: results.map((result, at) => ({
      ...result,
      index: indexNameOf(requests[at]?.indexName ?? 'custom_rank'),
    })),
  };
}
