import { expect, it } from 'vitest';
import { openListOf, withOpenList } from './facet-show-more.ts';

const asked = (text: string) => new URLSearchParams(text);

it('SRCH-05 an address opens the list of one facet', () => {
  expect(openListOf(asked('make=Toyota&show=make'))).toBe('make');
  expect(openListOf(asked('show=model&show=make'))).toBe('model');
});

it.each(['', 'show=', 'show=price', 'show=certified', 'show=wheels', 'show=constructor'])(
  'SRCH-05 "%s" opens none',
  (text) => {
    expect(openListOf(asked(text))).toBeUndefined();
    expect(withOpenList('/search/used-cars', asked(text))).toBe('/search/used-cars');
  },
);

it('SRCH-05 the address of a search carries the open list last', () => {
  expect(withOpenList('/search/used-cars', asked('show=make'))).toBe('/search/used-cars?show=make');
  expect(withOpenList('/search/used-cars?fuel=Diesel', asked('utm_source=x&show=make'))).toBe(
    '/search/used-cars?fuel=Diesel&show=make',
  );
});
