import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/search.ts';
import type { UnderstoodQuery } from '#src/domain/search/plain-words/with-words.ts';
import type { Refinements } from '#src/domain/search/plain-words/word-meaning.ts';
import type { NumberRange } from '#src/domain/search/search-state.ts';
import type { SearchRequest } from '#src/wire/search.ts';
import type { Services } from '../services.ts';
import { understandQuery } from './understand-query.ts';

/** The refinements of all requests together: InstantSearch leaves a facet out of the request that counts it. */
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
 * The meanings of the requests' words, by text.
 * @throws SearchUnavailable
 */
export async function understoodQueries(
  services: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  requests: readonly SearchRequest[],
): Promise<ReadonlyMap<string, UnderstoodQuery>> {
  const byQuery = Map.groupBy(requests, ({ params }) => params.query);
  const read = await Promise.all(
    [...byQuery].map(async ([query, asking]) => {
      const words = await understandQuery(services, dealer, query, refinementsOf(asking));
      return words ? [[query, words] as const] : [];
    }),
  );
  return new Map(read.flat());
}

const ends = (name: string, { min, max }: NumberRange) => [
  ...(min === null ? [] : [`${name}>=${min}`]),
  ...(max === null ? [] : [`${name}<=${max}`]),
];

/** Refinements as filters of a request. */
export const filtersOf = ({ lists, ranges }: Pick<Refinements, 'lists' | 'ranges'>) => ({
  facetFilters: Object.entries(lists).map(([name, values]) => values.map((value) => `${name}:${value}`)),
  numericFilters: Object.entries(ranges).flatMap(([name, range]) => ends(name, range)),
});

/** A request with its words as filters. */
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
