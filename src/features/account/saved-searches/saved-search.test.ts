import { expect, it } from 'vitest';
import { decodeSearch, savedQuery } from '#src/features/search/url/url-codec.ts';
import { savedSearchName } from './saved-search.ts';

const CARS = { one: 'car', many: 'cars' };
const searched = (query: string) => decodeSearch(new URLSearchParams(query));

it.each([
  ['', 'New, used and demo cars in Brisbane'],
  ['car_type=used&body=suv&price=:30000', 'Used SUVs under $30,000 in Brisbane'],
  ['make=Toyota&model=HiLux&body=ute', 'Toyota HiLux for sale in Brisbane, Ute'],
  ['make=Toyota&make=Mazda&make=Kia', 'New, used and demo cars in Brisbane, Kia, Mazda, Toyota'],
  ['colour=Red&km=:60000', 'New, used and demo cars in Brisbane, Kilometres up to 60,000 km, Red'],
  ['query=tow+bar', 'New, used and demo cars in Brisbane, “tow bar”'],
  ['near=4350&within=50&make=Kia', 'Kia cars for sale in Brisbane, Within 50 km of 4350'],
])('SRCH-33 the search %s is called %s', (query, name) => {
  expect(savedSearchName(searched(query), 'Brisbane', CARS)).toBe(name);
});

it('SRCH-33 order and page are not saved, and equal searches are equal', () => {
  expect(savedQuery(searched('make=Kia&page=3&sortBy=price_asc&make=Audi&utm_source=x'))).toBe(
    savedQuery(searched('make=Audi&make=Kia')),
  );
});
