import { expect, it } from 'vitest';
import { growthOf, MOST_GROWTH } from '../../../../tests/fixtures/work-growth.ts';
import { FACET_FILTERS, listCondition, readConditions } from './search-calls.ts';

const read = (text: string) => readConditions(text, FACET_FILTERS);

it.each([
  ['', []],
  ['  ', []],
  ['make:Toyota', [{ facet: 'make', among: ['Toyota'] }]],
  ['make=Toyota', [{ facet: 'make', among: ['Toyota'] }]],
  [
    'make:Land Rover AND  car_type = used',
    [
      { facet: 'make', among: ['Land Rover'] },
      { facet: 'car_type', among: ['used'] },
    ],
  ],
  [
    'price>=10000 AND price <= 30000.5',
    [
      { facet: 'price', atLeast: 10_000 },
      { facet: 'price', atMost: 30_000.5 },
    ],
  ],
  [
    'year:2020',
    [
      { facet: 'year', atLeast: 2020 },
      { facet: 'year', atMost: 2020 },
    ],
  ],
  ['model:"Niva \\"4x4\\""', [{ facet: 'model', among: ['Niva "4x4"'] }]],
  ["model:'It\\'s' ", [{ facet: 'model', among: ["It's"] }]],
  ['colour:"Black AND White"', [{ facet: 'colour', among: ['Black AND White'] }]],
  ['make:LAND ROVER', [{ facet: 'make', among: ['LAND ROVER'] }]],
  ['model:CX-5', [{ facet: 'model', among: ['CX-5'] }]],
  ['make:Škoda', [{ facet: 'make', among: ['Škoda'] }]],
  ['certified:true', [{ facet: 'certified', among: ['true'] }]],
  ['seats:7', [{ facet: 'seats', among: ['7'] }]],
])('SRCH-30 the filters %j are conditions', (text, conditions) => {
  expect(read(text)).toEqual(conditions);
});

it.each([
  'make',
  'make:',
  'make:""',
  ':Toyota',
  'make:Toyota AND',
  'make:Toyota AND ',
  'AND make:Toyota',
  'make:Toyota AND AND body:suv',
  'make:Toyota and body:suv',
  'make:Toyota OR body:suv',
  'make:Toyota OR Mazda',
  'make:NOT Toyota',
  'NOT make:Toyota',
  '(make:Toyota)',
  'make:(Toyota)',
  'make IN [Toyota]',
  'make EXISTS',
  'make:IN',
  'make!=Toyota',
  'make>=Toyota',
  'make:Toyota, Mazda',
  'make:"Toyota',
  'make:"Toyota"AND body:suv',
  'make:"Toy\\ota"',
  'make:"Toyota" OR dealer:"other"',
  'make:Toyota\nOR dealer:other',
  'dealer:other',
  'dealer = "other"',
  'show_on_dealer_website:false',
  'sold_at>=0',
  'hidden:true',
  '__proto__:x',
  'constructor:x',
  'toString:x',
  'manufacturer.name:Toyota',
  'price>1000',
  'price:10000:30000',
  'price>=-1',
  'price>=1e9',
  'price>=9999999999999',
  'price>=1.00001',
  'price>=NaN',
  'price>=１０',
  'certified:yes',
  `make:${'x'.repeat(121)}`,
])('SRCH-30 the filters %j cannot be read', (text) => {
  expect(read(text)).toBeUndefined();
});

it('SRCH-30 a search has names of its own for facets, and no others', () => {
  const names = { 'manufacturer.name': 'make' } as const;
  expect(readConditions('manufacturer.name:Kia', names)).toEqual([{ facet: 'make', among: ['Kia'] }]);
  expect(readConditions('make:Kia', names)).toBeUndefined();
});

it.each<[string, (size: number) => string]>([
  ['filters', (size) => 'make:a '.repeat(size)],
  ['words', (size) => `make:${'a '.repeat(size)}`],
  ['escapes', (size) => `make:"${'\\\\'.repeat(size)}`],
])('SRCH-30 the work of reading grows with the number of %s, not with its square', (_, textOf) => {
  expect(read(textOf(30_000))).toBeUndefined();
  const growth = growthOf({ from: 1000, to: 16_000 }, (size) => {
    const text = textOf(size);
    return () => read(text);
  });
  expect(growth).toBeLessThan(MOST_GROWTH);
});

it('SRCH-30 a range is no list, and half a character is replaced', () => {
  expect(listCondition('price', ['1'])).toBeUndefined();
  expect(listCondition('make', [])).toBeUndefined();
  expect(listCondition('make', ['\ud800'])).toEqual({ facet: 'make', among: ['\ufffd'] });
});
