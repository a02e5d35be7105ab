import { expect, it } from 'vitest';
import { engineSort, isSortKey } from './sort.ts';

it('SRCH-15 without words the custom rank decides, highest first', () => {
  expect(engineSort('custom_rank', '')[0]).toBe('custom_rank:desc');
});

it('SRCH-15 with words the default is the best match, a chosen order stays', () => {
  expect(engineSort('custom_rank', 'hilux')).toEqual([]);
  expect(engineSort('price_desc', 'hilux')[0]).toBe('price:desc');
});

it.each([
  ['latest', 'created_at_timestamp:desc'],
  ['price_desc', 'price:desc'],
  ['price_asc', 'price:asc'],
  ['km_asc', 'km:asc'],
  ['year_desc', 'year:desc'],
] as const)('SRCH-15 %s sorts by %s', (key, rule) => {
  expect(engineSort(key, '')[0]).toBe(rule);
});

it('SRCH-15 nothing else is an order', () => {
  expect(isSortKey('price:asc')).toBe(false);
});
