import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { importStock } from '#src/features/stock/server/importing/import-stock.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import {
  FIXTURE_DEALERS,
  feedOf,
  fixtureDealer,
  openStockSite,
  type StockSite,
} from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-feeds' };
let site: StockSite;

beforeEach(async () => {
  site = await openStockSite(engine, fixedClock('2026-03-01T00:00:00Z'));
});
afterEach(() => site.close());

const GOOD = 'A1,Toyota,Corolla,2021,24990,30000';
const records = async () =>
  (await site.services.db.selectFrom('vehicles').select('record').orderBy('identity').execute()).map(
    ({ record }) => JSON.parse(record),
  );

it.each([
  ['an empty file', '', {}, 'the file is empty'],
  ['a header alone', 'stocknum,make,model,year\n', {}, 'a header and no vehicles'],
  ['binary data', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), {}, 'binary data, not text'],
  [
    'other columns than the mapping',
    feedOf(GOOD),
    { columns: { make: 'Manufacturer' } },
    'no column "Manufacturer". The feed has: stocknum, make',
  ],
  [
    'a column twice',
    'make,make,model\na,b,c',
    {},
    'column "make" appears twice, and "stock.feed.columns" maps it',
  ],
  [
    'one endless line',
    `stocknum,make\nA1,"${'x'.repeat(1_200_000)}`,
    {},
    'Look for a quote that is never closed',
  ],
  ['JSON that is none', '{"vehicles": [', { format: 'json' }, 'not valid JSON'],
  ['JSON without a list', '{"cars": 1}', { format: 'json' }, 'expected a list of vehicles'],
  ['rows none of which is a vehicle', 'make,model,year\n,,\n,,', {}, 'none of 2 rows is a vehicle'],
] as const)(
  'PLAT-03 %s is refused with place and remedy, and nothing is written',
  async (_name, text, feed, words) => {
    await expect(site.import(text as string, { feed })).rejects.toThrow(words);
    expect(await records()).toEqual([]);
  },
);

it.each([
  ['a header named twice', 'Comment4,Comment4', 'Comment4', 'each column name once'],
  ['commas at the end of the header', ',', '2 without a name', 'a name for every column'],
])('PLAT-09 a feed with %s is imported, with one line about it', async (_name, extra, value, expected) => {
  const feed = `stocknum,make,model,year,km,price,status,car_type,${extra}\nF1,Toyota,Corolla,2019,50000,25990,in_stock,used,,`;
  const summary = await site.import(feed);
  expect(summary).toMatchObject({ rows: 1, stored: 1, skipped: 0 });
  expect(summary.problems).toMatchObject([{ row: 1, value, expected, reason: 'doubtful', skipped: false }]);
});

it('PLAT-08 a header of 80,000 columns is refused with place and remedy, and nothing is written', async () => {
  const header = Array.from({ length: 80_000 }, (_, at) => at.toString(36)).join(',');
  await expect(site.import(`${header}\nA1`)).rejects.toThrow(
    /row 1: 80,000 columns, at most 2,000 are read\. Look for a missing line break/,
  );
  expect(await records()).toEqual([]);
});

it('PLAT-03 a row nested too deeply is skipped and named', async () => {
  const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
  const car = JSON.stringify({ stocknum: 'A1', make: 'Toyota', model: 'Corolla', year: 2021 });
  const summary = await site.import(`[${car},{"make":${deep}}]`, { feed: { format: 'json' } });
  expect(summary).toMatchObject({ rows: 2, stored: 1, skipped: 1 });
});

it('PLAT-03 a missing file is refused with its path', async () => {
  await expect(site.import(feedOf(GOOD), { feed: { file: 'elsewhere.csv' } })).rejects.toThrow(
    /elsewhere\.csv: there is no such file/,
  );
});

it('PLAT-03 a ragged row is skipped and named, the others stay', async () => {
  const summary = await site.import(feedOf(GOOD, 'A2,Mazda,3', 'A3,Mazda,3,2019,19990,50000'));
  expect(summary).toMatchObject({ stored: 2, skipped: 1 });
  expect(summary.problems).toMatchObject([
    { row: 3, reason: 'broken_row', value: '3 cells where the header has 6' },
  ]);
});

it('PLAT-03 a byte that is no text in the stated encoding costs its cell, and its row where the cell is needed', async () => {
  const rows = [
    `${GOOD},Red`,
    'A2,Citro\u00ebn,C3,2019,9990,50000,White',
    'A3,Kia,Rio,2019,9990,50000,Ros\u00eb',
  ];
  const text = feedOf(...rows).replace('price,km', 'price,km,colour');
  const feed = Buffer.from(text, 'latin1');
  const summary = await site.import(feed, { feed: { encoding: 'utf-8' } });
  expect(summary).toMatchObject({ stored: 2, skipped: 1 });
  expect(summary.problems).toMatchObject([
    { row: 3, column: 'make', reason: 'unreadable_bytes', skipped: true },
    { row: 4, column: 'colour', reason: 'unreadable_bytes', skipped: false },
  ]);
  expect(summary.problems[0]?.remedy).toContain('windows-1252');
  expect(await site.import(feed, { feed: { encoding: 'windows-1252' } })).toMatchObject({
    stored: 3,
    problems: [],
  });
  expect((await records()).map(({ make, colour }) => [make, colour])).toContainEqual(['Kia', 'Ros\u00eb']);
});

it('PLAT-03 byte order marks are understood', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(feedOf(GOOD), 'utf16le')]);
  expect(await site.import(utf16)).toMatchObject({ stored: 1 });
  expect(await site.import(`\uFEFF${feedOf(GOOD)}`)).toMatchObject({ stored: 1, unchanged: 1 });
});

it('PLAT-03 a bad value of an optional field is left out and reported, the car stays', async () => {
  const summary = await site.import(feedOf('A1,Toyota,Corolla,2021,call us,lots'));
  expect(
    summary.problems.map(({ column, value, reason, skipped }) => [column, value, reason, skipped]),
  ).toEqual([
    ['price', 'call us', 'not_understood', false],
    ['km', 'lots', 'not_understood', false],
  ]);
  expect((await records())[0].price).toBeUndefined();
});

it('PLAT-03 NDJSON and JSON feeds have lists and amounts', async () => {
  const car = {
    stocknum: 'A1',
    make: 'Toyota',
    model: 'Corolla',
    year: 2021,
    price: 24990.5,
    images: ['p1', 'p2'],
    categories: ['Family'],
  };
  await site.import(`${JSON.stringify(car)}\nnot json\n`, { feed: { format: 'ndjson' } });
  expect((await records())[0]).toMatchObject({
    price: 2499050,
    images: [{ id: 'p1' }, { id: 'p2' }],
    categories: ['Family'],
  });
  expect(await site.import(JSON.stringify({ vehicles: [car] }), { feed: { format: 'json' } })).toMatchObject({
    unchanged: 1,
  });
});

it('PLAT-03 objects may omit a mapped key; a key that none has is named', async () => {
  const feed = { format: 'ndjson', columns: { km: 'odo', vin: 'chassis' } } as const;
  const car = { stocknum: 'A1', make: 'Toyota', model: 'Corolla', year: 2021, odo: 50_000 };
  const summary = await site.import(JSON.stringify(car), { feed });
  expect(summary).toMatchObject({ stored: 1, problems: [{ column: 'chassis', reason: 'doubtful' }] });
  await expect(site.import('{"a', { feed })).rejects.toThrow('none of its rows can be read. First: row 1');
  await expect(site.import('{"odo":1}', { feed })).rejects.toThrow('First: row 1, make');
});

it('PLAT-03 an untidy listing in another format is imported by configuration alone', async () => {
  const summary = await importStock(
    site.services,
    { ...fixtureDealer('listings'), slug: site.dealer.slug },
    { dealersDir: FIXTURE_DEALERS },
  );
  expect(summary).toMatchObject({ rows: 58, stored: 54, skipped: 4 });
  expect(summary.problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [51, 'Brand', 'missing'],
    [52, 'Year', 'not_allowed'],
    [53, 'UsedOrNew', 'not_understood'],
    [54, 'BodyType', 'not_understood'],
    [54, 'Transmission', 'not_understood'],
    [2, '', 'duplicate'],
  ]);
  const all = await records();
  expect(all.find(({ make, year }) => make === 'Toyota' && year === 2008)).toMatchObject({
    badge: 'SR5 (4X4)',
    car_type: 'demo',
    simple_body: 'ute',
    enginesize_litres: 2.8,
    cylinders: 4,
    fuelconsumptioncombined: 8.1,
    km: 9000,
    colour: 'White',
    interior_colour: 'Black',
    city: 'Geelong',
    state: 'vic',
    doors: 4,
    seats: 5,
    price: 999000,
  });
  const named = (make: string) =>
    all
      .filter((car) => car.make === make)
      .map(({ model, badge, seats, colour }) => [model, badge, seats, colour]);
  expect(named('Land Rover')).toEqual([['Range Rover Sport', 'HSE', 5, 'Black']]);
  expect(named('Alfa Romeo')).toEqual([['Giulietta', 'Veloce', 5, 'Red']]);
  expect(named('Saab')).toEqual([['9-3', 'Linear', 5, 'Silver']]);
  expect(named('Iveco')).toEqual([['Daily', '50C17 (4X2)', 3, 'White']]);
  const toOrder = all.find(({ preorder }) => preorder);
  expect(toOrder).toMatchObject({ model: 'Seltos', car_type: 'new', status: 'coming_soon' });
  expect(toOrder.colour).toBeUndefined();
  const unpriced = all.filter(({ price }) => price === undefined);
  expect(unpriced).toHaveLength(3);
});
