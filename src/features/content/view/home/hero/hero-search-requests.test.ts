import { expect, it } from 'vitest';
import { foundBy, type HeroChoices, heroRequests } from './hero-search-requests.ts';

const CHOSEN: HeroChoices = {
  query: 'tow bar',
  lists: { make: 'Toyota', model: 'HiLux', body: '' },
  budgets: { price: 30_000 },
  within: [['car_type:used']],
};
const paramsOf = (choices: HeroChoices) =>
  heroRequests(choices).map((request) => (request as { params: Record<string, unknown> }).params);

it('SRCH-244 what is found meets all choices, and each list is counted within the others', () => {
  const [all, ...lists] = paramsOf(CHOSEN);
  expect(all).toMatchObject({
    query: 'tow bar',
    hitsPerPage: 1,
    numericFilters: ['price<=30000'],
    facetFilters: [['car_type:used'], ['make:Toyota'], ['model:HiLux']],
  });
  expect(lists.map(({ facets, facetFilters }) => [facets, facetFilters])).toEqual([
    [['make'], [['car_type:used']]],
    [['make_model'], [['car_type:used'], ['make:Toyota']]],
    [['body'], [['car_type:used'], ['make:Toyota'], ['model:HiLux']]],
  ]);
});

it('SRCH-244 a value has the number of its list, a model that of its make', () => {
  const counts = [
    {},
    { make: { Toyota: 9 } },
    { make_model: { 'Toyota 3': 4, 'BMW 3': 2 } },
    { body: { hatch: 1, hatchback: 2 } },
  ];
  const { found, countOf, modelsOf } = foundBy(
    CHOSEN,
    counts.map((facets) => ({ nbHits: 7, facets })),
  );
  expect(found).toBe(7);
  expect(countOf('make', 'Toyota')).toBe(9);
  expect([countOf('model', '3', 'BMW'), countOf('model', '3', 'Kia')]).toEqual([2, 0]);
  expect(countOf('body', 'hatch')).toBe(3);
  expect([modelsOf('BMW'), modelsOf('Kia')]).toEqual([[{ value: '3', count: 2 }], []]);
});
