import { describe, expect, it } from 'vitest';
import { createSuggester, MAX_SUGGESTIONS, type StockNames, suggestionsOf } from './suggestions.ts';

const STOCK: StockNames = {
  path: '/search/new-used-and-demo-cars',
  makes: [
    {
      name: 'Toyota',
      count: 120,
      models: [
        { name: 'HiLux', count: 40 },
        { name: 'LandCruiser', count: 20 },
        { name: 'Land Cruiser Prado', count: 10 },
        { name: 'Corolla', count: 30 },
      ],
    },
    {
      name: 'Mazda',
      count: 80,
      models: [
        { name: 'CX-5', count: 30 },
        { name: 'CX-3', count: 20 },
        { name: 'Mazda3', count: 10 },
      ],
    },
    { name: 'Volkswagen', count: 9, also: ['vw'], models: [{ name: 'Golf', count: 9 }] },
    { name: 'Škoda', count: 4, models: [{ name: 'Octavia', count: 4 }] },
    { name: 'Suzuki', count: 3, models: [{ name: 'Swift', count: 3 }] },
    {
      name: 'Subaru',
      count: 50,
      models: [
        { name: 'Forester', count: 20 },
        { name: 'Outback', count: 10 },
        { name: 'Impreza', count: 9 },
        { name: 'XV', count: 8 },
        { name: 'WRX', count: 2 },
        { name: 'BRZ', count: 1 },
      ],
    },
  ],
  bodies: [
    { name: 'SUV', count: 200, values: ['suv'], also: ['suvs'] },
    { name: 'Hatchback', count: 60, values: ['hatch', 'hatchback'] },
    { name: 'Ute', count: 50, values: ['ute'], also: ['pickup'] },
  ],
  badges: [
    { name: 'SR5', count: 30 },
    { name: 'GXL', count: 20 },
  ],
};

const suggest = createSuggester(suggestionsOf(STOCK));
const texts = (query: string) => suggest(query).map(({ text }) => text);

describe('suggestions', () => {
  it.each([
    ['cx5', ['Mazda CX-5']],
    ['CX 5', ['Mazda CX-5']],
    ['cx-', ['Mazda CX-5', 'Mazda CX-3']],
    ['landcruiser', ['Toyota LandCruiser', 'Toyota Land Cruiser Prado']],
    ['land cruiser', ['Toyota LandCruiser', 'Toyota Land Cruiser Prado']],
    ['cruiser', ['Toyota LandCruiser', 'Toyota Land Cruiser Prado']],
    ['mazda 3', ['Mazda3', 'Mazda CX-3']],
    ['mazda', ['Mazda', 'Mazda3', 'Mazda CX-5', 'Mazda CX-3']],
    ['toyota hil', ['Toyota HiLux']],
    ['hilux toyota', ['Toyota HiLux']],
    ['skoda', ['Škoda', 'Škoda Octavia']],
    ['vw', ['Volkswagen']],
    ['pickup', ['Ute']],
    ['hatch', ['Hatchback']],
    ['sr5', ['SR5']],
    [
      'toyota',
      ['Toyota', 'Toyota HiLux', 'Toyota Corolla', 'Toyota LandCruiser', 'Toyota Land Cruiser Prado'],
    ],
    ['ruiser', []],
    ['', []],
    [' - ', []],
    ['(.*', []],
  ])('SRCH-02 %j suggests what begins so', (query, expected) => {
    expect(texts(query)).toEqual(expected);
  });

  it('SRCH-02 one kind leaves room for the others', () => {
    expect(texts('su').slice(0, 3)).toEqual(['Subaru', 'Suzuki', 'SUV']);
    expect(texts('su')).toHaveLength(MAX_SUGGESTIONS);
  });

  it.each([
    ['toyota', '/search/toyota'],
    ['prado', '/search/toyota/land-cruiser-prado'],
    ['hatch', '/search/new-used-and-demo-cars?body=hatch&body=hatchback'],
    ['gxl', '/search/new-used-and-demo-cars?badge=GXL'],
    ['skoda', '/search/skoda'],
  ])('NAV-02 %j leads to %s', (query, address) => {
    expect(suggest(query)[0]?.href).toBe(address);
  });
});
