import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFeedLocations } from '#src/config/environment.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { checkedDealer } from '../../tests/fixtures/checked-dealer.ts';
import { dealerFolder } from '../../tests/fixtures/dealer-folder.ts';
import { doubtfulFeed } from './feed-settings.ts';

const { dealer } = checkedDealer();
let files: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  files = dealerFolder();
  mkdirSync(join(files.folder, 'feeds'));
});
afterEach(() => files.remove());

const CONSTANTS = { car_type: 'used', status: 'in_stock' };

function doubts(content: string | Buffer, settings: object = {}) {
  writeFileSync(join(files.folder, 'feeds', 'stock'), content);
  const feed = v.parse(FeedSchema, {
    ...{ file: 'feeds/stock', format: 'csv', columns: {}, constants: CONSTANTS },
    ...settings,
  });
  const places = { ...readFeedLocations({}), dealersDir: files.folder };
  return doubtfulFeed({ ...dealer, stock: { ...dealer.stock, feed } }, places);
}
const paths = (...given: Parameters<typeof doubts>) => doubts(...given).map(({ path }) => path);

it.each([
  ['CSV', 'Make,Model,YEAR,price\nKia,Rio,2020,9990\n', {}],
  ['CSV without rows and line break', 'make;model;year', {}],
  ['CSV below a title', 'Stock of Monday\nmake\tmodel\tyear\nKia\tRio\t2020\n', {}],
  ['CSV with a quote that stays open further down', 'make,model,year\nKia,"Rio,2020\n', {}],
  ['a mapped column', 'Brand,model,year\nKia,Rio,2020\n', { columns: { make: 'Brand' } }],
  ['JSON', '[{"make":"Kia","model":"Rio","year":2020}]', { format: 'json' }],
  [
    'JSON whose first object lacks a key that the next has',
    '{"vehicles":[{"make":"Kia","year":2020},{"model":"Rio"}]}',
    { format: 'json' },
  ],
  ['NDJSON', '{"make":"Kia","model":"Rio","year":2020}\n', { format: 'ndjson' }],
  ['changes alone', '{"stocknum":"1"}\n', { format: 'ndjson', mode: 'incremental' }],
  ['a long CSV', `make,model,year\n${'Kia,Rio,2020\n'.repeat(40_000)}`, {}],
  [
    'a long JSON list that ends within a vehicle of the head',
    JSON.stringify({ vehicles: Array(20_000).fill({ make: 'Kia', model: 'Rio', year: 2020 }) }),
    { format: 'json' },
  ],
])('PLAT-03 no warning of a feed with all that a vehicle requires: %s', (_, content, settings) => {
  expect(doubts(content, settings)).toEqual([]);
});

it('PLAT-03 a required field without column and constant is named with the columns there are', () => {
  expect(doubts('Brand,Model,Price\nKia,Rio,9990\n', { constants: {} })).toMatchObject([
    {
      path: 'stock.feed.columns.make',
      received: 'neither; the columns are: Brand, model, price',
      remedy: 'Name its column as "stock.feed.columns.make", or set "stock.feed.constants.make".',
    },
    { path: 'stock.feed.columns.year' },
    { path: 'stock.feed.columns.car_type' },
    { path: 'stock.feed.columns.status' },
  ]);
});

it('PLAT-03 a mapped column that the header lacks is named, with the one that was meant', () => {
  const columns = { make: 'Brandd', price: ['Price', 'Prize money'] };
  expect(doubts('Brand,model,year,Price\nKia,Rio,2020,9990\n', { columns })).toMatchObject([
    { path: 'stock.feed.columns.make', remedy: 'Did you mean "Brand"?' },
    {
      path: 'stock.feed.columns.price',
      received: expect.stringMatching(/^"Prize money"; the columns are: Brand/),
    },
  ]);
});

it.each([
  ['JSON', '[{"Brand":"Kia","model":"Rio","year":2020}]', 'json'],
  ['NDJSON', '{"Brand":"Kia","model":"Rio","year":2020}\n', 'ndjson'],
  [
    'a long JSON list',
    JSON.stringify(Array(20_000).fill({ Brand: 'Kia', model: 'Rio', year: 2020 })),
    'json',
  ],
])('PLAT-03 the keys of the first objects count in %s', (_, content, format) => {
  expect(paths(content, { format })).toEqual(['stock.feed.columns.make']);
});

it.each([
  ['JSON for a CSV', '[{"make":"Kia"}]', /^JSON, and "stock\.feed\.format" says csv/],
  ['an empty file', '', /^the file is empty/],
  ['a workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /^an Excel workbook/],
])('PLAT-03 a file that no import can read is a warning that says why: %s', (_, content, received) => {
  expect(doubts(content)).toMatchObject([
    { path: 'stock.feed.file', received: expect.stringMatching(received) },
  ]);
});
