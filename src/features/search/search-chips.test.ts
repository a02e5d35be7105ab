import { expect, it } from 'vitest';
import { EMPTY_SEARCH } from './search-state.ts';
import { chipsOf } from './search-wording.ts';

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
