import { expect, it } from 'vitest';
import { shownCount } from './shown-count.ts';

const facets = { car_type: { used: 2_400, new: 300 }, make: { Toyota: 5 } };

it('SRCH-17 up to 1999 the count is that of the search', () => {
  expect(shownCount({ nbHits: 1999, facets }, 6_000)).toBe(1999);
  expect(shownCount({ nbHits: 0 }, 6_000)).toBe(0);
});

it('SRCH-17 above it the configured count stands, else the sum of the facet counts', () => {
  expect(shownCount({ nbHits: 2000, facets }, 6_000)).toBe(6_000);
  expect(shownCount({ nbHits: 2000, facets }, undefined)).toBe(2_700);
  expect(shownCount({ nbHits: 2000, facets: { make: { Toyota: 2_100, Kia: 900 } } }, undefined)).toBe(3_000);
  expect(shownCount({ nbHits: 2000, facets: {} }, undefined)).toBe(2_000);
  expect(shownCount({ nbHits: 2000, facets: { make: { Kia: 900 } }, counted: 2_800 }, undefined)).toBe(2_800);
});
