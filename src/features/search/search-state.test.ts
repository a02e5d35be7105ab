import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySearch } from '../../../tests/fixtures/any-search.ts';
import {
  EMPTY_SEARCH,
  MAX_VALUES,
  refinementCount,
  toggleValues,
  withList,
  withoutImpliedConditions,
  withPage,
  withQuery,
  withRange,
  withSort,
} from './search-state.ts';

const onPage3 = withPage(EMPTY_SEARCH, 3);

it.each([
  ['a refinement', toggleValues(onPage3, 'make', ['Toyota'])],
  ['a list', withList(onPage3, 'make', ['Toyota'])],
  ['a range', withRange(onPage3, 'price', { min: 1, max: null })],
  ['the order', withSort(onPage3, 'latest')],
])('SRCH-03 changing %s clears the page', (_, next) => {
  expect(next.page).toBe(1);
});

it('SRCH-02 writing the query clears the page and keeps the refinements', () => {
  const next = withQuery(toggleValues(onPage3, 'make', ['Toyota']), 'hilux');
  expect(next).toEqual({ ...EMPTY_SEARCH, query: 'hilux', lists: { make: ['Toyota'] } });
});

it('SRCH-03 choosing a value and choosing it again leaves the other refinements as they were', () => {
  fc.assert(
    fc.property(anySearch, fc.constantFrom('make', 'body', 'fuel'), (state, name) => {
      const value = '\u0000 never a value';
      const there = toggleValues(state, name, [value]);
      expect(refinementCount(there)).toBe(refinementCount(state) + 1);
      expect(toggleValues(there, name, [value])).toEqual({ ...state, page: 1 });
    }),
  );
});

it('SRCH-05 one label for two stored values goes as one', () => {
  const state = withList(EMPTY_SEARCH, 'body', ['hatch', 'suv']);
  expect(toggleValues(state, 'body', ['hatch', 'hatchback']).lists).toEqual({ body: ['suv'] });
});

it('SRCH-06 a range open at both ends is no refinement', () => {
  const narrowed = withRange(EMPTY_SEARCH, 'price', { min: 10_000, max: null });
  expect(refinementCount(narrowed)).toBe(1);
  expect(withRange(narrowed, 'price', { min: null, max: null })).toEqual(EMPTY_SEARCH);
});

it('SRCH-03 a value more than an address holds is not chosen, and taking one away still works', () => {
  const most = Array.from({ length: MAX_VALUES }, (_, at) => `make ${at}`);
  const full = withList(EMPTY_SEARCH, 'make', most);
  expect(toggleValues(full, 'body', ['suv'])).toEqual(full);
  expect(refinementCount(toggleValues(full, 'make', ['make 7']))).toBe(MAX_VALUES - 1);
});

it('SRCH-05 all conditions that a site sells are no refinement; fewer, or another, are', () => {
  const chosen = (...conditions: string[]) => ({ lists: { make: ['Kia'], car_type: conditions } });
  expect(withoutImpliedConditions(chosen('used'), ['used'])).toEqual({ lists: { make: ['Kia'] } });
  expect(withoutImpliedConditions(chosen('used', 'new'), ['new', 'used'])).toEqual({
    lists: { make: ['Kia'] },
  });
  const refined = chosen('used');
  for (const sold of [['new'], ['new', 'used'], undefined])
    expect(withoutImpliedConditions(refined, sold)).toBe(refined);
});
