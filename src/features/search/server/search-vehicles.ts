import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import type { SearchRequest, SearchResponse, SearchResult } from '#src/features/search/api/search-schema.ts';
import { shownCounts, valuesShown } from '#src/features/search/facets/facet-show-more.ts';
import { FACETS, facetNamed, valuesLike } from '#src/features/search/facets/facets.ts';
import { stockScope } from '#src/features/search/index/stock-scope.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import { DEFAULT_SORT, engineSort, indexNameOf, pricedFilters } from '#src/features/search/search-index.ts';
import { EMPTY_SEARCH, hasDistances, type Near } from '#src/features/search/search-state.ts';
import { encodeSearch } from '#src/features/search/url/url-codec.ts';
import type { Services } from '#src/server/services.ts';
import type { InstantQuery, InstantResult } from './engine/vehicle-search.ts';
import { refinementsOf, understoodQueries, withFilters } from './understand-query.ts';
import { withViews } from './views-of-hits.ts';

/** What requests of one search ask distances from, which is the same in all of them; undefined where they do not. */
function nearOfRequests(dealer: DealerConfig, requests: readonly SearchRequest[]): Near | undefined {
  const asking = requests.find(({ params }) => params.near !== undefined && params.near.trim() !== '');
  if (!asking?.params.near || !hasDistances(dealer)) return undefined;
  return { place: asking.params.near, km: asking.params.within ?? null };
}

/** Where that is; `isNowhere` where no such place is known. */
export async function locateNear(
  { locate }: Pick<Services, 'locate'>,
  near: Near | undefined,
): Promise<{ near?: GeoPoint & { km: number | null }; isNowhere: boolean }> {
  const point = near && (await locate(near.place));
  return point ? { near: { ...point, km: near.km }, isNowhere: false } : { isNowhere: near !== undefined };
}

type WithLists = InstantResult & Pick<SearchResult, 'leftOut'>;

/**
 * A result with the values a page shows first, and the refined ones.
 * @param openLists facets with all their values; undefined for all facets
 */
function withShownLists(
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
