import { expect, it } from 'vitest';
import { collapsedCounts, valuesShown } from './facet-show-more.ts';
import { getFacet } from './facets.ts';

const make = getFacet('make');
const counts = { Toyota: 9, Kia: 1, Mazda: 4, Audi: 4, Ford: 2 };

it('SRCH-05 a list that is not open holds its first values and says how many are left', () => {
  expect(collapsedCounts(make, counts, 2, [])).toEqual({ counts: { Toyota: 9, Audi: 4 }, left: 3 });
  expect(collapsedCounts(make, counts, 5, [])).toEqual({ counts, left: 0 });
});

it('SRCH-05 chosen values stay, however few vehicles they hold', () => {
  expect(collapsedCounts(make, counts, 2, ['Kia'])).toEqual({
    counts: { Toyota: 9, Audi: 4, Kia: 1 },
    left: 2,
  });
  expect(collapsedCounts(make, counts, 5, ['Saab'])).toEqual({ counts, left: 0 });
});

it('SRCH-05 values under one label are one line and stay together', () => {
  const body = getFacet('body');
  expect(collapsedCounts(body, { suv: 9, hatch: 3, ute: 5, hatchback: 4 }, 2, [])).toEqual({
    counts: { suv: 9, hatch: 3, hatchback: 4 },
    left: 1,
  });
});

it('SRCH-05 7 makes and 30 models come first, or as many as the dealer says', () => {
  const dealer = { makesShown: 7, modelsShown: 30 };
  expect(valuesShown(make, dealer)).toBe(7);
  expect(valuesShown(getFacet('model'), dealer)).toBe(30);
  expect(valuesShown(make, { ...dealer, makesShown: 12 })).toBe(12);
  expect(valuesShown(getFacet('colour'), dealer)).toBe(8);
});
