import type { DealerConfig } from '#src/config/dealer-config.ts';
import { isDriveAway } from '#src/config/sections/stock/drive-away-facets.ts';
import type { FacetName, SearchConfig } from '#src/config/sections/stock/search-section.ts';
import type { GeoPoint } from '#src/features/locations/distance.ts';
import { locationDistances } from '#src/features/locations/location-directory.ts';
import type { SearchRequest, SearchResponse, SearchResult } from '#src/features/search/api/search-schema.ts';
import { collapsedCounts, valuesShown } from '#src/features/search/facets/facet-show-more.ts';
import {
  byNearness,
  equivalentValues,
  FACETS,
  getFacet,
  type LocationDistances,
} from '#src/features/search/facets/facets.ts';
import { foundKind } from '#src/features/search/found-kind.ts';
import { withWords } from '#src/features/search/plain-words/word-meaning.ts';
import { DEFAULT_SORT, engineSort, indexNameOf, pricedFilters } from '#src/features/search/search-index.ts';
import { EMPTY_SEARCH, hasDistances, type Near } from '#src/features/search/search-state.ts';
import { encodeSearch } from '#src/features/search/url/url-codec.ts';
import { stockScope } from '#src/features/stock/visible-stock.ts';
import type { Services } from '#src/server/services.ts';
import type { InstantQuery, InstantResult } from './engine/vehicle-search.ts';
import { refinementsOf, understoodQueries, withFilters } from './understand-query.ts';
import { withViews } from './views-of-hits.ts';

/** The place is the same in all requests of a search. */
function findNear(dealer: DealerConfig, requests: readonly SearchRequest[]): Near | undefined {
  const request = requests.find(({ params }) => params.near !== undefined && params.near.trim() !== '');
  if (!request?.params.near || !hasDistances(dealer)) return undefined;
  return { place: request.params.near, km: request.params.within ?? null };
}

/** @returns `isNowhere` if the place cannot be resolved */
export async function locateNear(
  { locate }: Pick<Services, 'locate'>,
  near: Near | undefined,
  homeState: string,
): Promise<{ near?: GeoPoint & { km: number | null }; isNowhere: boolean }> {
  const point = near && (await locate(near.place, homeState));
  return point ? { near: { ...point, km: near.km }, isNowhere: false } : { isNowhere: near !== undefined };
}

/** SRCH-253: counted with the vehicles of a page, to name them. */
const KIND_FACETS = ['item_type', 'body'] as const;

const countsKinds = ({ hitsPerPage }: SearchRequest['params']): boolean => hitsPerPage > 0;

type ResultWithLists = InstantResult & Pick<SearchResult, 'leftOut'>;

/**
 * Reduces the facet values to those of collapsed lists and the selected ones.
 * @param openLists facets to return completely; undefined for all
 */
function withCollapsedLists(
  result: InstantResult,
  openLists: readonly FacetName[] | undefined,
  refined: { readonly [F in FacetName]?: readonly string[] },
  search: Pick<SearchConfig, 'makesShown' | 'modelsShown'>,
  distances: LocationDistances | undefined,
): ResultWithLists {
  if (!openLists) return result;
  const leftOut: Record<string, number> = {};
  const facets: InstantResult['facets'] = {};
  for (const [name, counts] of Object.entries(result.facets)) {
    const facet = byNearness(getFacet(name as FacetName), distances);
    const list = openLists.includes(facet.name)
      ? { counts, left: 0 }
      : collapsedCounts(facet, counts, valuesShown(facet, search), refined[facet.name] ?? []);
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
 * Merges `leftOut` into the first result, the only one browsers read. A refined facet is counted by a request of its
 * own, which takes precedence.
 */
export function mergeLeftOut<R extends Pick<SearchResult, 'facets' | 'leftOut'>>(results: readonly R[]): R[] {
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

/** Adds values with the same label: `body:hatch` also searches `body:hatchback`. */
export function expandSynonyms(filter: string): string[] {
  const at = filter.indexOf(':');
  const facet = FACETS.find(({ name }) => name === filter.slice(0, at));
  if (!facet) return [filter];
  return equivalentValues(facet, filter.slice(at + 1)).map((value) => `${facet.name}:${value}`);
}

/** A page can be refined by facets it does not display, which need no counts. */
const countedFacets = (
  { facets, openLists }: SearchRequest['params'],
  { search, subscription }: DealerConfig,
) =>
  openLists
    ? facets.filter(
        (name) =>
          search.facets.some((shown) => shown === name) ||
          (subscription && name === 'subscription_price') ||
          (isDriveAway(name) && openLists.includes(name)),
      )
    : facets;

function toInstantQuery(
  { indexName, params: { near: _, within: _km, ...params } }: SearchRequest,
  dealer: DealerConfig,
  near: InstantQuery['near'],
): InstantQuery {
  const sortBy = indexName === 'distance' && !near ? DEFAULT_SORT : indexName;
  const isPricedOnly = sortBy === 'price_asc' && dealer.search.priceAscendingHidesUnpriced;
  const facets = countedFacets(params, dealer);
  return {
    ...params,
    facets: countsKinds(params) ? [...new Set([...facets, ...KIND_FACETS])] : facets,
    facetFilters: params.facetFilters.map((group) => group.flatMap(expandSynonyms)),
    sort: engineSort(sortBy, params.query, dealer),
    ...(near && { near }),
    numericFilters: isPricedOnly ? [...params.numericFilters, pricedFilters(dealer)] : params.numericFilters,
  };
}

/** Refinements other than the condition, which default searches have. */
const isRefined = ({ params }: SearchRequest) =>
  params.numericFilters.length > 0 ||
  params.facetFilters.flat().some((filter) => !filter.startsWith('car_type:'));

const hasNoHits = (request: SearchRequest, result: InstantResult | undefined) =>
  request.params.query !== '' && request.params.hitsPerPage > 0 && result?.nbHits === 0;

const withoutText = (request: SearchRequest): SearchRequest => ({
  ...request,
  params: { ...request.params, query: '' },
});

/** SRCH-12: vehicles for sale in the dealer's order; empty if the search fails. */
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
 * Searches the public stock of a dealer. Query words that name stock become filters; the rest is dropped if no filtered
 * vehicle matches it.
 * @param options `withOthers` adds other vehicles if there are no results
 * @throws SearchUnavailable
 */
export async function searchVehicles(
  services: SearchServices,
  dealer: DealerConfig,
  requests: readonly SearchRequest[],
  signal?: AbortSignal,
  { withOthers = false } = {},
): Promise<SearchResponse> {
  const understood = await understoodQueries(services, dealer, requests);
  const filtered = requests.map((request) => {
    const words = understood.get(request.params.query);
    return words ? withFilters(request, words) : request;
  });
  const words = [...understood.values()].find((one) => one.near !== undefined);
  const { near, isNowhere } = await locateNear(
    services,
    findNear(dealer, requests) ?? words?.near,
    dealer.state,
  );
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
  const distances = near && locationDistances(dealer.locations, near);
  const [first] = results;
  const isEmpty = first?.nbHits === 0 && first.hitsPerPage > 0;
  const others = withOthers && isEmpty ? await otherVehicles(services, dealer, signal) : [];
  return {
    results: mergeLeftOut(
      results.map((result, at) => {
        const { indexName = 'custom_rank', params } = requests[at] ?? {};
        const words = params && params.hitsPerPage > 0 ? understood.get(params.query) : undefined;
        const { item_type = {}, body = {} } = result.facets;
        const kind = at === 0 ? foundKind(item_type, body, dealer.verticals) : undefined;
        const asked: readonly string[] = params ? countedFacets(params, dealer) : [];
        const facets = Object.fromEntries(
          Object.entries(result.facets).filter(([name]) => asked.includes(name)),
        );
        return {
          ...withCollapsedLists({ ...result, facets }, params?.openLists, lists, dealer.search, distances),
          index: indexNameOf(indexName),
          query: params?.query ?? '',
          ...(words && { understood: encodeSearch(withWords(EMPTY_SEARCH, words)).toString() }),
          ...(isNowhere && { isNowhere: true as const }),
          ...(at === 0 && distances && { distances }),
          ...(kind && { kind }),
          ...(needsTextFallback && result.nbHits > 0 && { withoutText: true }),
          ...(at === 0 && others.length > 0 && { others }),
        };
      }),
    ),
  };
}
