import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { SearchBodySchema, type SearchRequest } from '#src/features/search/api/search-schema.ts';
import { EMPTY_SEARCH, type SearchState } from '#src/features/search/search-state.ts';
import { searchSettings } from '#src/features/search/view/make-search-settings.ts';
import { runs } from '../../../../../tests/extent.ts';
import { anySearch } from '../../../../../tests/fixtures/any-search.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { searchServerState } from './server-state.ts';

const NOW = new Date('2026-07-10T00:00:00Z');
const settings = searchSettings(toPublicConfig(configured()), NOW);
const scope = { path: '/search/used-cars', lists: {} };

/** What the page of a search asks the endpoint for, read as the endpoint does. */
async function requestsOf(first: SearchState): Promise<SearchRequest[]> {
  let asked: SearchRequest[] = [];
  await searchServerState({ settings, scope, first, nowMs: NOW.getTime() }, async (requests) => {
    asked = v.parse(SearchBodySchema, { requests }).requests;
    return { results: asked.map(() => ({ hits: [], nbHits: 0, nbPages: 0, page: 0, facets: {} })) };
  });
  return asked;
}

const filtersOf = ({ lists, ranges }: SearchState) => ({
  facetFilters: Object.entries(lists).flatMap(([name, values]) => values.map((value) => `${name}:${value}`)),
  numericFilters: Object.entries(ranges).flatMap(([name, { min, max }]) => [
    ...(min === null ? [] : [`${name}>=${min}`]),
    ...(max === null ? [] : [`${name}<=${max}`]),
  ]),
});

async function expectAsked(state: SearchState) {
  const [main] = await requestsOf(state);
  const { facetFilters, numericFilters } = filtersOf(state);
  expect(main?.indexName).toBe(state.sortBy);
  expect(main?.params).toMatchObject({ query: state.query, page: state.page - 1, hitsPerPage: 21 });
  expect(main?.params.facetFilters.flat().sort()).toEqual(facetFilters.sort());
  expect([...(main?.params.numericFilters ?? [])].sort()).toEqual(numericFilters.sort());
  expect(main?.params.near).toBe(state.near?.place);
  expect(main?.params.within).toBe(state.near?.km ?? undefined);
}

it('SRCH-01 every search asks for all it is refined by, by facets that a site does not show too', async () => {
  await fc.assert(fc.asyncProperty(anySearch, expectAsked), runs(60));
});

it.each(['a:b', 'a|b', 'a & b', '"a"', "O'Hara", 'a\\b', '-a', '100%'])(
  'SRCH-04 a search is refined by the value %s',
  (value) => expectAsked({ ...EMPTY_SEARCH, lists: { make: [value], transmission: [value] } }),
);

it('SRCH-04 facets that a site does not show are asked for with those that it shows', async () => {
  const [main, ...others] = await requestsOf({ ...EMPTY_SEARCH, lists: { make: ['Kia'] } });
  expect(main?.params.facets).toEqual(expect.arrayContaining([...settings.search.facets]));
  expect(others.map(({ params }) => params.facets)).toEqual([['make']]);
});
