import instantsearch from 'instantsearch.js';
import { afterAll, expect, it } from 'vitest';
import { EMPTY_SEARCH, type SearchState } from '#src/domain/search/search-state.ts';
import { SEARCH_INDEX } from '#src/wire/search-index.ts';
import { connectSearch, fromParameters, type SearchParameters } from './search-widget.ts';
import { toIndexUiState } from './ui-state.ts';

const widget = connectSearch(() => {})({ shown: ['make', 'price'], openLists: ['make'] });

const search = instantsearch({
  indexName: SEARCH_INDEX,
  searchClient: { search: async () => ({ results: [] }) },
});
search.start();
afterAll(() => search.dispose());

function parametersOf(state: SearchState): SearchParameters {
  const uiState = toIndexUiState(state);
  const first = search.helper?.state;
  const found = first && widget.getWidgetSearchParameters?.(first, { uiState });
  if (!found) throw new Error('The widget declares nothing');
  return found;
}

const SEARCH: SearchState = {
  query: 'white',
  page: 3,
  sortBy: 'price_asc',
  lists: { make: ['Toyota', 'Mazda'], badge: ['SR5'] },
  ranges: { price: { min: 10_000, max: null }, year: { min: null, max: 2020 } },
  near: { place: '4006', km: 25 },
};

it('SRCH-01 a search comes back from InstantSearch as it was, facets that are shown nowhere included', () => {
  expect(fromParameters(parametersOf(SEARCH))).toEqual(SEARCH);
  expect(fromParameters(parametersOf(EMPTY_SEARCH))).toEqual(EMPTY_SEARCH);
});

it('SRCH-04 counts the facets that are shown and those that are refined by, no others', () => {
  expect([...parametersOf(EMPTY_SEARCH).disjunctiveFacets].sort()).toEqual(['make', 'price']);
  expect([...parametersOf(SEARCH).disjunctiveFacets].sort()).toEqual(['badge', 'make', 'price', 'year']);
});

it('SRCH-05 asks for every value of a list that is open', () => {
  expect(parametersOf(EMPTY_SEARCH)).toMatchObject({ openLists: ['make'], hitsPerPage: 21 });
});
