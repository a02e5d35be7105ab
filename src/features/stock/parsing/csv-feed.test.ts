import { expect, it } from 'vitest';
import { type CsvSettings, detectHead } from './csv-feed.ts';

const TABLE: CsvSettings = { quotes: true, header: true };
const MAPPED = new Set(['make', 'model', 'price']);

it.each([
  ['make;model;price\nKia;Rio;9,990', ';', 0],
  ['Make|MODEL|Price\nKia|Rio|9990', '|', 0],
  ['Stock of Monday, 9 March, all yards, all makes\n\nmake\tmodel\tprice\nKia\tRio\t1', '\t', 1],
  ['Report\nYard;Geelong\nmake;model;price\n', ';', 2],
  ['make,model,price\nmodel,make,price', ',', 0],
  ['Marke,Modell\nKia,Rio', ',', 0],
  ['', ',', 0],
  ['"make,model', ',', 0],
] as const)(
  'PLAT-25 of %j the cells are separated by %j, with %i records above the header',
  (text, delimiter, above) => {
    expect(detectHead(text, MAPPED, TABLE)).toEqual({ delimiter, above });
  },
);

it('PLAT-25 the header is found by the delimiter that is known', () => {
  expect(detectHead('Yard, Geelong\nmake;model,price', MAPPED, { ...TABLE, delimiter: ',' })).toEqual({
    delimiter: ',',
    above: 1,
  });
});
