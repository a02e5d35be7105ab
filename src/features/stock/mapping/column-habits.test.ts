import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { readFeedRow } from '#src/features/stock/server/reading/feed-row.ts';
import { formatsJudge } from './column-formats.ts';
import { compileMapping } from './column-mapping.ts';

const CAR = { make: 'MAN', model: 'TGX', year: '2017', car_type: 'used', status: 'in stock' };

/** What is read of one column of a feed, `undefined` where a cell is refused; and what is reported. */
function readColumn(
  field: FeedFieldName,
  cells: readonly string[],
  { column = field as string, ...settings }: { column?: string; numbers?: string; dates?: string } = {},
) {
  const feed = v.parse(FeedSchema, {
    ...{ file: 'stock.csv', format: 'csv', columns: { [field]: column }, ...settings },
  });
  const mapping = compileMapping(feed);
  const rows = cells.map((cell, at) => ({ row: at + 2, cells: { ...CAR, [column]: cell } }));
  const judge = formatsJudge(feed, mapping);
  for (const row of rows) judge.add(row.cells);
  const formats = judge.formats();
  const read = rows.map((row) => readFeedRow(mapping, row, 'Australia/Sydney', formats));
  return {
    values: read.map(({ vehicle }) => vehicle?.[field as keyof typeof vehicle]),
    problems: read.flatMap(({ problems }) => problems),
  };
}

const valuesOf = (...[field, cells, settings]: Parameters<typeof readColumn>) =>
  readColumn(field, cells, settings).values;

describe('a column of numbers', () => {
  it.each([
    ['km', ['254.000 km', '570.420 km'], [254_000, 570_420]],
    ['km', ['254.000', '1.254.000'], [254_000, 1_254_000]],
    ['km', ['254.000', '98000'], [undefined, 98_000]],
    ['km', ['254000.000', '98.000'], [254_000, 98]],
    ['price', ['47839', '32.990'], [47_839_00, undefined]],
    ['price', ['32.990', '1.132.990'], [32_990_00, 1_132_990_00]],
    ['price', ['32.990', '27.490,50'], [32_990_00, 27_490_50]],
    ['price', ['32,990', '27,490'], [32_990_00, 27_490_00]],
    ['price', ['$32,990', '$27,490.50', '$1,132,990'], [32_990_00, 27_490_50, 1_132_990_00]],
    ['price', ['32990.000', '27490.000'], [32_990_00, 27_490_00]],
    ['fuelconsumptioncombined', ['9,5', '7,1 l/100km'], [9.5, 7.1]],
    ['fuelconsumptioncombined', ['9.512', '7.125'], [9.512, 7.125]],
    ['tare_weight', ['1.900 kg', '2.100 kg'], [undefined, undefined]],
    ['tare_weight', ['1.900 kg', '2.100,5 kg'], [1900, 2100.5]],
    ['tare_weight', ['1.925 t', '2.1 t'], [1925, 2100]],
    ['vehiclelength', ['4.530 m', '4.2 m'], [4530, 4200]],
    ['enginesize_litres', ['1,6', '2,0'], [1.6, 2]],
    ['enginesize_litres', ['1.998', '2.0'], [1.998, 2]],
  ] as const)('PLAT-21 is judged as a whole: %s of %j', (field, cells, values) => {
    expect(valuesOf(field, cells)).toEqual(values);
  });

  it('PLAT-21 one cell that contradicts many costs itself', () => {
    const many = Array.from({ length: 20 }, (_, at) => `${20 + at},99${at % 10}`);
    const read = valuesOf('price', [...many, '29,9', '31.990,50']);
    expect(read.slice(0, 2)).toEqual([20_990_00, 21_991_00]);
    expect(read.slice(-2)).toEqual([undefined, undefined]);
  });

  it('PLAT-21 "numbers" decides where no cell of the column does', () => {
    expect(valuesOf('price', ['32.990'], { numbers: '1.234,5' })).toEqual([32_990_00]);
    expect(valuesOf('km', ['254.000'], { numbers: '1.234,5' })).toEqual([254_000]);
    expect(valuesOf('km', ['254.000'], { numbers: '1,234.5' })).toEqual([254]);
  });

  it('PLAT-21 a number that stays ambiguous is reported with its row, and how to decide', () => {
    expect(readColumn('price', ['32.990']).problems).toEqual([
      {
        row: 2,
        column: 'price',
        value: '32.990',
        reason: 'not_understood',
        expected: 'a number that can be read in one way: its point may separate thousands or decimals',
        remedy: 'Set "stock.feed.numbers" to "1,234.5" or "1.234,5".',
        skipped: false,
      },
    ]);
  });

  it('PLAT-21 a number without a unit is not read beside others in miles, unless the column names its unit', () => {
    const column = 'Odometer';
    expect(valuesOf('km', ['62,000 miles', '45,000'], { column })).toEqual([99_779, undefined]);
    expect(valuesOf('km', ['62,000 km', '45,000'], { column })).toEqual([62_000, 45_000]);
    expect(valuesOf('km', ['62,000'], { column: 'Odometer (miles)' })).toEqual([99_779]);
    expect(valuesOf('vehiclelength', ['4.53', '4.6 m'], { column: 'Length [m]' })).toEqual([4530, 4600]);
  });

  it('PLAT-21 an amount is not read where its column or the name of it has another currency', () => {
    expect(valuesOf('price', ['€ 25.990', '$24,990', 'AUD 23,990'])).toEqual([
      undefined,
      undefined,
      23_990_00,
    ]);
    expect(valuesOf('price', ['25990'], { column: 'price_usd' })).toEqual([undefined]);
  });
});

describe('a column of dates', () => {
  it.each([
    [
      ['3/11/2026', '3/23/2026', '3/12/2026'],
      ['2026-03-11', '2026-03-23', '2026-03-12'],
    ],
    [
      ['3/11/2026', '23/3/2026'],
      ['2026-11-03', '2026-03-23'],
    ],
    [
      ['3/11/2026', '4/12/2026', '5/5/2026'],
      [undefined, undefined, '2026-05-05'],
    ],
    [
      ['3/11/2026', '3/23/2026', '23/3/2026'],
      [undefined, '2026-03-23', '2026-03-23'],
    ],
    [
      ['31.03.2026', '2026/3/1', '2026-03-02T10:00'],
      ['2026-03-31', '2026-03-01', '2026-03-02'],
    ],
    [
      ['0001-01-01', '1/1/1900', '9999-12-31'],
      [undefined, undefined, undefined],
    ],
  ])('PLAT-21 is judged as a whole: %j', (cells, values) => {
    expect(valuesOf('rego_expiry', cells)).toEqual(values);
  });

  it('PLAT-21 "dates" decides where no cell of the column does', () => {
    expect(valuesOf('rego_expiry', ['3/11/2026'], { dates: 'DD/MM/YYYY' })).toEqual(['2026-11-03']);
    expect(valuesOf('rego_expiry', ['3/11/2026'], { dates: 'MM/DD/YYYY' })).toEqual(['2026-03-11']);
  });

  it('PLAT-21 a date that stays ambiguous is reported with its row, and how to decide', () => {
    expect(readColumn('rego_expiry', ['3/11/2026']).problems).toMatchObject([
      { row: 2, value: '3/11/2026', remedy: 'Set "stock.feed.dates" to "DD/MM/YYYY" or "MM/DD/YYYY".' },
    ]);
  });
});
