import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/stock/search-section.ts';
import { isPostcode } from '#src/features/locations/distance.ts';
import type { SearchWords } from '#src/features/search/api/search-endpoints.ts';
import type { SearchRequest } from '#src/features/search/api/search-schema.ts';
import {
  type Refinements,
  type UnderstoodQuery,
  withWords,
} from '#src/features/search/plain-words/word-meaning.ts';
import type { SearchScope } from '#src/features/search/search-scope.ts';
import { EMPTY_SEARCH, hasDistances, type NumberRange } from '#src/features/search/search-state.ts';
import { decodeSearch, encodeSearch } from '#src/features/search/url/url-codec.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import { isSearchUnavailable } from './search-failure.ts';
import { MODEL_TRAITS } from './stock-vocabulary.ts';

type Vocabulary = Pick<Services, 'vocabulary'>;

const MAX_MODELS = 4;

async function traitsOf({ vocabulary }: Vocabulary, dealer: DealerConfig, models: readonly string[]) {
  const some = models.slice(0, MAX_MODELS);
  const counts = await Promise.all(some.map((model) => vocabulary.traits(dealer, model)));
  const values = (name: FacetName) => counts.flatMap((one) => Object.keys(one[name] ?? {}));
  return {
    badges: Object.fromEntries(some.map((model, at) => [model, Object.keys(counts[at]?.badge ?? {})])),
    values,
  };
}

/** The refined facets that no vehicle of the models matches, such as a HiLux of 2020 when none is in stock. */
function unmatchedFacets(values: (name: FacetName) => readonly string[], { lists, ranges }: Refinements) {
  return MODEL_TRAITS.filter((name) => {
    const stated = lists[name];
    const { min = null, max = null } = ranges[name] ?? {};
    const own = values(name);
    if (stated) return !stated.some((value) => own.includes(value));
    if (min === null && max === null) return false;
    return !own.map(Number).some((value) => value >= (min ?? value) && value <= (max ?? value));
  });
}

/**
 * Parses the query words using the dealer's stock. Words that match no vehicle of the model in the query stay text.
 * @param chosen refinements already selected, which take precedence
 * @returns undefined if all words stay text
 * @throws SearchUnavailable
 */
export async function understandQuery(
  services: Vocabulary,
  dealer: DealerConfig,
  query: string,
  chosen: Refinements,
): Promise<UnderstoodQuery | undefined> {
  if (query.trim() === '') return undefined;
  const read = await services.vocabulary.reader(dealer);
  let found = read(query, chosen);
  const inStock = await services.vocabulary.modelNames(dealer);
  const models = (chosen.lists.model ?? found.lists.model ?? []).filter((model) => inStock.has(model));
  const isModelAlone =
    found.rest === '' &&
    Object.keys(found.ranges).length === 0 &&
    Object.keys(found.lists).every((name) => name === 'make' || name === 'model');
  if (models.length > 0 && models.length <= MAX_MODELS && !isModelAlone) {
    const { badges, values } = await traitsOf(services, dealer, models);
    const unmatched = unmatchedFacets(values, found).map((name) => [name, []]);
    found = read(query, { ...chosen, lists: { ...Object.fromEntries(unmatched), ...chosen.lists } }, badges);
  }
  const { lists, ranges, rest, near } = found;
  const isNear = near !== undefined && isPostcode(near.place) && hasDistances(dealer);
  if (found.parts.length === 0 && !isNear) return undefined;
  if (!isNear) return { lists, ranges, query: rest };
  return { lists, ranges, query: near.rest, near: { place: near.place, km: near.km } };
}

/**
 * The refinements of a path, overridden by a make or model in the query.
 * @throws SearchUnavailable
 */
export async function scopeOverriddenBy(
  { vocabulary }: Vocabulary,
  dealer: DealerConfig,
  scope: SearchScope,
  words: Refinements,
): Promise<SearchScope['lists']> {
  const { make = [], model: _, ...others } = scope.lists;
  const { make: typedMake, model: typedModels } = words.lists;
  if (!typedMake && !typedModels) return scope.lists;
  if (typedMake || !typedModels) return others;
  const modelsOfMakes = await Promise.all(make.map((one) => vocabulary.models(dealer, one)));
  const isOwn = typedModels.every((model) => modelsOfMakes.some((models) => Object.hasOwn(models, model)));
  return isOwn && make.length > 0 ? { ...others, make } : others;
}

/** Merges the refinements of all requests, as InstantSearch omits a facet from the request that counts it. */
export function refinementsOf(requests: readonly SearchRequest[]): Refinements {
  const lists: Partial<Record<FacetName, string[]>> = {};
  const ranges: Partial<Record<FacetName, NumberRange>> = {};
  for (const { params } of requests) {
    for (const filter of params.facetFilters.flat()) {
      const at = filter.indexOf(':');
      const name = filter.slice(0, at) as FacetName;
      lists[name] = [...(lists[name] ?? []), filter.slice(at + 1)];
    }
    for (const filter of params.numericFilters) {
      const [name = ''] = filter.split(/[<>]/, 1);
      ranges[name as FacetName] = { min: null, max: null };
    }
  }
  return { lists, ranges };
}

/**
 * Parsed queries by query text.
 * @throws SearchUnavailable
 */
export async function understoodQueries(
  services: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  requests: readonly SearchRequest[],
): Promise<ReadonlyMap<string, UnderstoodQuery>> {
  const byQuery = Map.groupBy(requests, ({ params }) => params.query);
  const read = await Promise.all(
    [...byQuery].map(async ([query, sameQuery]) => {
      const words = await understandQuery(services, dealer, query, refinementsOf(sameQuery));
      return words ? [[query, words] as const] : [];
    }),
  );
  return new Map(read.flat());
}

const boundFilters = (name: string, { min, max }: NumberRange) => [
  ...(min === null ? [] : [`${name}>=${min}`]),
  ...(max === null ? [] : [`${name}<=${max}`]),
];

export const filtersOf = ({ lists, ranges }: Pick<Refinements, 'lists' | 'ranges'>) => ({
  facetFilters: Object.entries(lists).map(([name, values]) => values.map((value) => `${name}:${value}`)),
  numericFilters: Object.entries(ranges).flatMap(([name, range]) => boundFilters(name, range)),
});

export function withFilters(
  request: SearchRequest,
  { lists, ranges, query }: UnderstoodQuery,
): SearchRequest {
  const { params } = request;
  const { facetFilters, numericFilters } = filtersOf({ lists, ranges });
  return {
    ...request,
    params: {
      ...params,
      query,
      facetFilters: [...params.facetFilters, ...facetFilters],
      numericFilters: [...params.numericFilters, ...numericFilters],
    },
  };
}

/**
 * `GET /api/search/words`: parses the query without searching. 503 `search_unavailable`.
 */
export async function respondToWords(
  services: Pick<Services, 'vocabulary' | 'log'>,
  dealer: DealerConfig,
  params: URLSearchParams,
): Promise<Response> {
  const search = decodeSearch(params);
  try {
    const words = await understandQuery(services, dealer, search.query, search);
    const found: SearchWords = {
      understood: words ? encodeSearch(withWords(EMPTY_SEARCH, words)).toString() : null,
    };
    return Response.json(found, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error(
      { dealer: dealer.slug, reason: error.message },
      'words of a search are not understood',
    );
    return errorResponse(503, 'search_unavailable', 'The words cannot be understood now.');
  }
}
