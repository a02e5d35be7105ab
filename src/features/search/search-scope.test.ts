import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySearch } from '../../../tests/fixtures/any-search.ts';
import { ALL_STOCK_PATH, fixedScope, indexing, readSearch, searchUrl } from './search-scope.ts';
import { toggleValues } from './search-state.ts';

const toyota = { path: '/search/toyota', lists: { make: ['Toyota'] } };
const at = (search: string, scope = toyota) => readSearch(new URLSearchParams(search), scope);
const split = (url: string) => new URL(url, 'http://site.test');

it.each([
  ['new-used-and-demo-cars', undefined],
  ['new-and-demo-cars', ['demo', 'new']],
  ['used-cars', ['used']],
  ['new-cars', ['new']],
  ['demo-cars', ['demo']],
])('NAV-02 /search/%s means its conditions', (word, carTypes) => {
  expect(fixedScope(word)?.lists.car_type).toEqual(carTypes);
});

it('NAV-14 other words are no fixed words', () => {
  expect(fixedScope('toyota')).toBeUndefined();
  expect(fixedScope('constructor')).toBeUndefined();
});

it('SRCH-01 any search under any scope comes back from its URL', () => {
  fc.assert(
    fc.property(anySearch, (state) => {
      const { pathname, searchParams } = split(searchUrl(state, toyota));
      const scope = pathname === toyota.path ? toyota : { path: ALL_STOCK_PATH, lists: {} };
      expect(readSearch(searchParams, scope)).toEqual(state);
    }),
  );
});

it('SRCH-01 the path stays while the search says what it says, and widens when it no longer does', () => {
  const narrower = toggleValues(at(''), 'body', ['suv']);
  expect(searchUrl(narrower, toyota)).toBe('/search/toyota?body=suv');
  expect(searchUrl(toggleValues(narrower, 'make', ['Mazda']), toyota)).toBe(
    `${ALL_STOCK_PATH}?make=Mazda&make=Toyota&body=suv`,
  );
});

it.each([
  ['', '/search/toyota', false],
  ['body=suv', '/search/toyota?body=suv', false],
  ['page=2', '/search/toyota?page=2', false],
  ['body=suv&fuel=Diesel', '/search/toyota', true],
  ['body=suv&body=ute', '/search/toyota', true],
  ['query=hilux', '/search/toyota', true],
  ['sortBy=latest', '/search/toyota', true],
])('NAV-12 of /search/toyota?%s the canonical address is %s', (search, canonical, noindex) => {
  expect(indexing(at(search), toyota)).toEqual({ canonical, noindex });
});
