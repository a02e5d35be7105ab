import { expect, it } from 'vitest';
import { stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { foundKind, foundNoun } from './found-kind.ts';
import { countOfCars, searchHeading } from './search-wording.ts';

const VERTICALS = ['cars', 'trucks', 'motorcycles', 'caravans'] as const;
const CARS = stockNoun(VERTICALS);
const kindOf = (types: Record<string, number>, motorhomes = 0) =>
  foundKind(types, { motorhome: motorhomes, suv: 1 }, VERTICALS);

it.each([
  ['what the site mainly sells', { car: 20 }, 0, undefined],
  ['it with a few others', { car: 500, caravan: 25, motorcycle: 25 }, 20, undefined],
  ['motorcycles alone', { motorcycle: 5 }, 0, 'motorcycle'],
  ['trucks alone', { truck: 3 }, 0, 'truck'],
  ['cars whose body is that of a motorhome', { car: 3 }, 3, 'motorhome'],
  ['motorhomes and caravans', { car: 13, caravan: 5 }, 13, 'vehicle'],
  ['cars and trucks', { car: 100, truck: 32 }, 0, 'vehicle'],
  ['nothing', {}, 0, undefined],
] as const)('SRCH-253 of %s', (_, types, motorhomes, kind) => {
  expect(kindOf(types, motorhomes)).toBe(kind);
});

it('SRCH-253 a site that sells motorcycles finds those without a word about it', () => {
  expect(foundKind({ motorcycle: 9 }, {}, ['motorcycles'])).toBeUndefined();
  expect(foundKind({ car: 9 }, {}, ['motorcycles'])).toBe('car');
});

it('SRCH-253 heading and count have the noun of what is found', () => {
  const noun = foundNoun('motorcycle', CARS);
  const state = { lists: { make: ['Yamaha'] }, ranges: {} };
  expect(searchHeading(state, 'Brisbane', noun)).toBe('Yamaha motorcycles for sale in Brisbane');
  expect(countOfCars(1, noun)).toBe('1 motorcycle');
  expect(countOfCars(5, foundNoun('vehicle', CARS))).toBe('5 vehicles');
  expect(foundNoun(undefined, CARS)).toBe(CARS);
});
