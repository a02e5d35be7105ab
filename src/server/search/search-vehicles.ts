import type { DealerConfig } from '#src/config/dealer-config.ts';
import { valuesLike } from '#src/domain/search/facet-values.ts';
import { FACETS } from '#src/domain/search/facets.ts';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import { EMPTY_SEARCH } from '#src/domain/search/search-state.ts';
import { DEFAULT_SORT, engineSort, pricedFilters } from '#src/domain/search/sort.ts';
import { stockScope } from '#src/domain/search/stock-scope.ts';
import { encodeSearch } from '#src/domain/search/url-codec.ts';
import type { InstantQuery, InstantResult } from '#src/providers/search-engine/instant-query.ts';
import type { SearchRequest, SearchResponse } from '#src/wire/search.ts';
import { indexNameOf } from '#src/wire/search-index.ts';
import type { Services } from '../services.ts';
import { locateNear, nearOfRequests } from './near-of-requests.ts';
import { withAllLeftOut, withShownLists } from './shown-lists.ts';
import { withViews } from './views-of-hits.ts';
import { refinementsOf, understoodQueries, withFilters } from './words-of-requests.ts';

export type SearchServices = Pick<Services, 'search' | 'clock' | 'vocabulary' | 'db' | 'log' | 'locate'>;

/** `body:hatch` also asks for `body:hatchback`, which shoppers see as the same. */
export function expandSynonyms(filter: string): string[] {
  const at = filter.indexOf(':');
  const facet = FACETS.find(({ name }) => name === filter.slice(0, at));
  if (!facet) return [filter];
  return valuesLike(facet, filter.slice(at + 1)).map((value) => `${facet.name}:${value}`);
}

/** A page may be refined by facets that it does not show: theirs are not counted. */
const countedFacets = (
  { facets, openLists }: SearchRequest['params'],
  { search, subscription }: DealerConfig,
) =>
  openLists
    ? facets.filter((name) => search.facets.includes(name) || (subscription && name === 'subscription_price'))
    : facets;

function toInstantQuery(
  { indexName, params: { near: _, within: _km, ...params } }: SearchRequest,
  dealer: DealerConfig,
  near: InstantQuery['near'],
): InstantQuery {
  const sortBy = indexName === 'distance' && !near ? DEFAULT_SORT : indexName;
  const isPricedOnly = sortBy === 'price_asc' && dealer.search.priceAscendingHidesUnpriced;
  return {
    ...params,
    facets: countedFacets(params, dealer),
    facetFilters: params.facetFilters.map((group) => group.flatMap(expandSynonyms)),
    sort: engineSort(sortBy, params.query, dealer),
    ...(near && { near }),
    numericFilters: isPricedOnly ? [...params.numericFilters, pricedFilters(dealer)] : params.numericFilters,
  };
}

/** Beyond the condition, which the default searches choose. */
const isRefined = ({ params }: SearchRequest) =>
  params.numericFilters.length > 0 ||
  params.facetFilters.flat().some((filter) => !filter.startsWith('car_type:'));

const hasNoHits = (request: SearchRequest, result: InstantResult | undefined) =>
  request.params.query !== '' && request.params.hitsPerPage > 0 && result?.nbHits === 0;

const withoutText = (request: SearchRequest): SearchRequest => ({
  ...request,
  params: { ...request.params, query: '' },
});

/** SRCH-12: in the dealer's own order, what a shopper can buy; none where the engine does not say. */
async function otherVehicles(
  services: SearchServices,
  dealer: DealerConfig,
  signal: AbortSignal | undefined,
): Promise<InstantResult['hits']> {
  const query: InstantQuery = {
    sort: engineSort(DEFAULT_SORT, '', dealer),
    ...{ query: '', page: 0, hitsPerPage: dealer.search.cardsPerRow, facets: [] },
    ...{ facetFilters: [['status:in_stock']], numericFilters: [] },
  };
  try {
    const found = await services.search.instant([query], stockScope(dealer, services.clock), signal);
    const [viewed] = await withViews(services, dealer, found);
    return viewed?.hits ?? [];
  } catch (error) {
    services.log.error(
      { dealer: dealer.slug, reason: String(error) },
      'no other vehicles where none are found',
    );
    return [];
  }
}

/**
 * Searches one dealer's stock, always within its public scope. Words that name stock are searched as filters; other
 * words that none of the filtered vehicles has are dropped.
 * @param options `withOthers` for the page of a search, which shows other vehicles where none are found
 * @throws SearchUnavailable
 */
export async function searchVehicles(
  services: SearchServices,
  dealer: DealerConfig,
  requests: readonly SearchRequest[],
  signal?: AbortSignal,
  { withOthers = false } = {},
): Promise<SearchResponse> {
  const meant = await understoodQueries(services, dealer, requests);
  const filtered = requests.map((request) => {
    const words = meant.get(request.params.query);
    return words ? withFilters(request, words) : request;
  });
  const words = [...meant.values()].find((one) => one.near !== undefined);
  const { near, isNowhere } = await locateNear(services, nearOfRequests(dealer, requests) ?? words?.near);
  const search = (all: readonly SearchRequest[]) =>
    services.search.instant(
      all.map((request) => toInstantQuery(request, dealer, near)),
      stockScope(dealer, services.clock),
      signal,
    );
  const found = await search(filtered);
  const needsTextFallback = filtered.some(
    (request, at) => hasNoHits(request, found[at]) && isRefined(request),
  );
  const results = await withViews(
    services,
    dealer,
    needsTextFallback ? await search(filtered.map(withoutText)) : found,
  );
  const { lists } = refinementsOf(requests);
  const [first] = results;
  const isEmpty = first?.nbHits === 0 && first.hitsPerPage > 0;
  const others = withOthers && isEmpty ? await otherVehicles(services, dealer, signal) : [];
  return {
    results: withAllLeftOut(
      results.map((result, at) => {
        const { indexName = 'custom_rank', params } = requests[at] ?? {};
        const words = params && params.hitsPerPage > 0 ? meant.get(params.query) : undefined;
        return {
          ...withShownLists(result, params?.openLists, lists, dealer.search),
          index: indexNameOf(indexName),
          query: params?.query ?? '',
          ...(words && { understood: encodeSearch(withWords(EMPTY_SEARCH, words)).toString() }),
          ...(isNowhere && { isNowhere: true as const }),
          ...(needsTextFallback && result.nbHits > 0 && { withoutText: true }),
          ...(at === 0 && others.length > 0 && { others }),
        };
      }),
    ),
  };
}
