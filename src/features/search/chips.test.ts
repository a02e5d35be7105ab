import { expect, it } from 'vitest';
import { EMPTY_SEARCH } from '#src/domain/search/search-state.ts';
import { chipsOf } from './chips.ts';
import { pageNumbers } from './page-numbers.ts';

const state = {
  ...EMPTY_SEARCH,
  query: 'tow bar',
  page: 4,
  lists: { car_type: ['used'], body: ['hatch', 'hatchback'] },
  ranges: {
    price: { min: 10_000, max: null },
    km: { min: null, max: 60_000 },
    year: { min: 2020, max: 2022 },
  },
};

it('SRCH-01 every refinement is a chip in a shopper’s words', () => {
  expect(chipsOf(state).map(({ text }) => text)).toEqual([
    '“tow bar”',
    'Used',
    'Hatchback',
    'Price from $10,000',
    'Year 2020 to 2022',
    'Kilometres up to 60,000 km',
  ]);
});

it('SRCH-04 a chip says what its number counts, and one year once', () => {
  const counted = {
    ...EMPTY_SEARCH,
    lists: { seats: ['7'] },
    ranges: { year: { min: 2020, max: 2020 } },
  };
  expect(chipsOf(counted).map(({ text }) => text)).toEqual(['Year 2020', '7 seats']);
});

it('SRCH-03 a chip takes away its refinement alone, and the page', () => {
  const hatchback = chipsOf(state).find(({ text }) => text === 'Hatchback');
  expect(hatchback?.without).toEqual({ ...state, page: 1, lists: { car_type: ['used'] } });
});

it.each([
  [1, 1, [1]],
  [1, 5, [1, 2, null, 5]],
  [4, 9, [1, 2, 3, 4, 5, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [9, 9, [1, null, 8, 9]],
])('SRCH-07 on page %i of %i the pager shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers);
});
