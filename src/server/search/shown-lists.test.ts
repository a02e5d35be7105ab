import { expect, it } from 'vitest';
import { withAllLeftOut, withShownLists } from './shown-lists.ts';

it('SRCH-05 the first of several results has the lines left out of each facet, as it was counted last', () => {
  const counts = { Kia: 3 };
  const results = [
    { facets: { make: counts, model: counts, body: counts }, leftOut: { make: 5, model: 9 } },
    { facets: { make: counts }, leftOut: { make: 7 } },
    { facets: { model: counts } },
  ];
  expect(withAllLeftOut(results)).toEqual([
    { facets: results[0]?.facets, leftOut: { make: 7 } },
    { facets: { make: counts } },
    { facets: { model: counts } },
  ]);
  expect(withAllLeftOut([{ facets: { model: counts } }])).toEqual([{ facets: { model: counts } }]);
});

it('SRCH-17 results that the engine does not count exactly come with the sum of their facets', () => {
  const result = {
    ...{ hits: [], nbHits: 2000, nbPages: 96, page: 0, hitsPerPage: 21, facets_stats: {} },
    ...{ facets: { car_type: { used: 2400, new: 300 } }, query: '', processingTimeMS: 1 },
  };
  const search = { makesShown: 7, modelsShown: 30 };
  expect(withShownLists(result, [], {}, search).counted).toBe(2700);
  expect(withShownLists({ ...result, nbHits: 1999 }, [], {}, search).counted).toBeUndefined();
});
