import { expect, it } from 'vitest';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { placeStockWords } from './search-wording.ts';

const words = (own: number, all: number, ...partners: string[]) =>
  placeStockWords({ name: 'Valley', partners, own, all }, stockNoun(['cars']));

it('LOC-277 the heading of a location’s vehicles counts those at it, the link all that its stock page lists', () => {
  expect(words(12, 12)).toEqual({ title: '12 cars at Valley', link: 'View Our Stock' });
  expect(words(12, 12, 'Springwood').title).toBe('12 cars at Valley');
  expect(words(212, 1563, 'Springwood')).toEqual({
    title: '212 cars at Valley',
    link: 'View all 1,563, with Springwood',
  });
  expect(words(0, 1, 'Springwood', 'North Lakes')).toEqual({
    title: '1 car at Springwood and North Lakes',
    link: 'View Our Stock',
  });
});
