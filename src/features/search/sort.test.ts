import { expect, it } from 'vitest';
import { engineSort, isSortKey, pricedFilters } from './search-index.ts';

const SALES = { subscription: false };

it('SRCH-15 without words the custom rank decides, highest first', () => {
  expect(engineSort('custom_rank', '', SALES)[0]).toBe('custom_rank:desc');
});

it('SRCH-15 with words the default is the best match, a chosen order stays', () => {
  expect(engineSort('custom_rank', 'hilux', SALES)).toEqual([]);
  expect(engineSort('price_desc', 'hilux', SALES)[0]).toBe('price:desc');
});

it.each([
  ['latest', 'created_at_timestamp:desc'],
  ['price_desc', 'price:desc'],
  ['price_asc', 'price:asc'],
  ['km_asc', 'km:asc'],
  ['year_desc', 'year:desc'],
] as const)('SRCH-15 %s sorts by %s', (key, rule) => {
  expect(engineSort(key, '', SALES)[0]).toBe(rule);
});

it('SRCH-15 CFG-16 a subscription site sorts by the price a week, then by the price', () => {
  const site = { subscription: true };
  expect(engineSort('price_asc', '', site).slice(0, 2)).toEqual(['subscription_price:asc', 'price:asc']);
  expect(engineSort('price_desc', '', site).slice(0, 2)).toEqual(['subscription_price:desc', 'price:desc']);
  expect(engineSort('km_asc', '', site)).toEqual(engineSort('km_asc', '', SALES));
  expect(pricedFilters(site)).toEqual(['subscription_price>=1', 'price>=1']);
  expect(pricedFilters(SALES)).toEqual(['price>=1']);
});

it('SRCH-15 nothing else is an order', () => {
  expect(isSortKey('price:asc')).toBe(false);
});
