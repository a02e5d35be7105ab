import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { EMPTY_SEARCH, MAX_PAGE } from '#src/features/search/search-state.ts';
import { anySearch } from '../../../../tests/fixtures/any-search.ts';
import {
  decodeSearch,
  encodeSearch,
  exceedsLimits,
  isFormAddress,
  isQueryCut,
  parseRange,
} from './url-codec.ts';

const read = (search: string) => decodeSearch(new URLSearchParams(search));

it('SRCH-01 every search comes back from its own URL', () => {
  fc.assert(
    fc.property(anySearch, (state) => {
      expect(decodeSearch(encodeSearch(state))).toEqual(state);
    }),
  );
});

it('SRCH-01 reading never throws and always gives a search that has a URL of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const state = read(text);
      expect(decodeSearch(encodeSearch(state))).toEqual(state);
    }),
  );
});

it('SRCH-01 holds query, sortBy, page and one parameter per facet, in one order', () => {
  const state = read('page=2&make=Toyota&price=10000:30000&query=hilux&sortBy=latest&make=Mazda');
  expect(encodeSearch(state).toString()).toBe(
    'query=hilux&make=Mazda&make=Toyota&price=10000%3A30000&sortBy=latest&page=2',
  );
});

it.each([
  ['unknown parameters', 'utm_source=mail&gclid=1&filter=dealer%3Dother'],
  ['a page that is no number', 'page=-1'],
  ['an unknown sort', 'sortBy=dealer:asc'],
  ['a range of words', 'km=few:many'],
  ['a flag that is neither true nor false', 'certified=maybe'],
  ['white space', 'query=%20%20&make=%20'],
])('SRCH-01 drops %s', (_, search) => {
  expect(read(search)).toEqual(EMPTY_SEARCH);
});

it('SRCH-06 ranges may be open at either end', () => {
  expect(parseRange('10000:')).toEqual({ min: 10000, max: null });
  expect(parseRange(':30000')).toEqual({ min: null, max: 30000 });
  expect(parseRange(':')).toBeUndefined();
  expect(parseRange('1:2:3')).toBeUndefined();
});

it('SRCH-06 a form without JavaScript sends both ends apart, as people write numbers', () => {
  const params = new URLSearchParams('price.min=$20,000&price.max=&query=');
  expect(isFormAddress(params)).toBe(true);
  expect(encodeSearch(decodeSearch(params)).toString()).toBe('price=20000%3A');
  expect(isFormAddress(new URLSearchParams('price=20000:'))).toBe(false);
});

it('SRCH-06 a range the wrong way round is swapped, one below 0 begins at 0', () => {
  expect(read('price=50000:10000').ranges.price).toEqual({ min: 10_000, max: 50_000 });
  expect(read('price.min=50000&price.max=10000').ranges.price).toEqual({ min: 10_000, max: 50_000 });
  expect(read('price=50000:10').ranges.price).toEqual({ min: 10, max: 50_000 });
  expect(read('price=-500:99999999').ranges.price).toEqual({ min: 0, max: 99_999_999 });
});

it('SRCH-06 an end of a range that was not moved stays open in the address', () => {
  const upper = { ...EMPTY_SEARCH, ranges: { price: { min: null, max: 196_000 } } };
  expect(decodeURIComponent(encodeSearch(upper).toString())).toBe('price=:196000');
  expect(read('price=:196000').ranges.price).toEqual({ min: null, max: 196_000 });
});

it('SRCH-34 pages beyond the first 96 are read, up to the last that any list has', () => {
  expect(read('page=97').page).toBe(97);
  expect(read('page=999999').page).toBe(MAX_PAGE);
});

it('SRCH-01 words beyond 200 characters are cut, and the address says so', () => {
  const params = (query: string) => new URLSearchParams({ query });
  const long = params('🚗'.repeat(201));
  expect([...decodeSearch(long).query]).toHaveLength(200);
  expect(isQueryCut(long)).toBe(true);
  expect(isQueryCut(params(`  ${'🚗'.repeat(200)}  `))).toBe(false);
  expect(isQueryCut(params(`white ${' '.repeat(300)} ute`))).toBe(false);
  expect(isQueryCut(new URLSearchParams())).toBe(false);
});

const crowded = (facets: number, values: number) =>
  new URLSearchParams(
    FACETS.filter(({ kind }) => kind === 'list')
      .slice(0, facets)
      .flatMap(({ name }) => Array.from({ length: values }, (_, at) => [name, `${name}-${at}`])),
  );

it('SRCH-01 an address holds at most 40 values over all facets; one with more has a shorter one', () => {
  const params = crowded(22, 40);
  const { lists } = decodeSearch(params);
  expect(Object.values(lists).flat()).toHaveLength(40);
  expect(exceedsLimits(params)).toBe(true);
  const shorter = encodeSearch(decodeSearch(params));
  expect(exceedsLimits(shorter)).toBe(false);
  expect(decodeSearch(shorter)).toEqual(decodeSearch(params));
  expect(exceedsLimits(crowded(10, 4))).toBe(false);
});

it('SRCH-01 an address refines by at most 12 lists and 3,000 characters of values', () => {
  expect(Object.keys(decodeSearch(crowded(22, 1)).lists)).toHaveLength(12);
  expect(exceedsLimits(crowded(13, 1))).toBe(true);
  const long = new URLSearchParams(
    Array.from({ length: 30 }, (_, at) => ['make', `${at}${'🚗'.repeat(100)}`]),
  );
  expect(exceedsLimits(long)).toBe(true);
  expect(encodeSearch(decodeSearch(long)).toString().length).toBeLessThan(4000);
});

it('SRCH-01 whatever an address holds, the shorter one of it is not crowded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...FACETS.map(({ name }) => name)), fc.string())),
      (pairs) => {
        expect(exceedsLimits(encodeSearch(decodeSearch(new URLSearchParams(pairs))))).toBe(false);
      },
    ),
  );
});

it('SRCH-01 the same value many times over is one', () => {
  expect(exceedsLimits(new URLSearchParams(Array.from({ length: 60 }, () => ['make', 'Toyota'])))).toBe(
    false,
  );
});
