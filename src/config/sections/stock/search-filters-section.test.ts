import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FACETS } from '#src/features/search/facets/facets.ts';
import { NUMBER_FACETS, rangeOf, SearchFiltersSchema } from './search-filters-section.ts';

it('SRCH-30 facets of numbers are filtered by ranges, all others by values', () => {
  const ranges = FACETS.filter(({ kind }) => kind === 'range').map(({ name }) => name);
  expect([...NUMBER_FACETS].sort()).toEqual(ranges.sort());
});

it('SRCH-30 a range is "min:max" with one of the two at least, the lower first', () => {
  expect(['1000:5000', ':50000', '2019:'].map(rangeOf)).toEqual([
    { min: 1000, max: 5000 },
    { max: 50_000 },
    { min: 2019 },
  ]);
  for (const text of [':', '', '5000', '5000:1000', '1:2:3', '-1:5', '1e3:2e3', '1:2 OR price > 0'])
    expect([text, v.is(SearchFiltersSchema, { price: text })]).toEqual([text, false]);
});

it('SRCH-30 an unknown facet or an empty list is refused', () => {
  expect(v.is(SearchFiltersSchema, { make: ['Toyota'], body: 'ute', price: ':50000' })).toBe(true);
  for (const filters of [{ maker: ['Toyota'] }, { make: [] }, { make: '' }, { price: [1] }, { dealer: 'x' }])
    expect([filters, v.is(SearchFiltersSchema, filters)]).toEqual([filters, false]);
});
