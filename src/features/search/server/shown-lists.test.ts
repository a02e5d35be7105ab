import { expect, it } from 'vitest';
import { mergeLeftOut } from './search-vehicles.ts';

it('SRCH-05 the first of several results has the lines left out of each facet, as it was counted last', () => {
  const counts = { Kia: 3 };
  const results = [
    { facets: { make: counts, model: counts, body: counts }, leftOut: { make: 5, model: 9 } },
    { facets: { make: counts }, leftOut: { make: 7 } },
    { facets: { model: counts } },
  ];
  expect(mergeLeftOut(results)).toEqual([
    { facets: results[0]?.facets, leftOut: { make: 7 } },
    { facets: { make: counts } },
    { facets: { model: counts } },
  ]);
  expect(mergeLeftOut([{ facets: { model: counts } }])).toEqual([{ facets: { model: counts } }]);
});
