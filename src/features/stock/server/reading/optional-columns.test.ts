import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { readAll } from '../../../../../tests/fixtures/read-whole-feed.ts';
import { fixtureDealer } from '../../../../../tests/fixtures/stock-site.ts';
import { openFeed } from './read-feed.ts';

const folder = mkdtempSync(join(tmpdir(), 'optional-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, settings: object) {
  const file = join(folder, 'stock');
  writeFileSync(file, text);
  const feed = v.parse(FeedSchema, {
    ...{ file, format: 'csv', constants: { status: 'in_stock', car_type: 'used' } },
    ...settings,
  });
  const opened = await openFeed(file, feed);
  try {
    return await readAll(feed, fixtureDealer('listings'), opened, fixedClock('2026-11-30T00:00:00Z'));
  } finally {
    opened.close();
  }
}

const CARS = 'Make,Model,Year,Sold\nToyota,Corolla,2019,No\nKia,Rio,2021,Yes\n';
const columns = { make: 'Make', model: ['Range', 'Model'], price: 'Price', km: 'Odo' };
const optionalColumns = ['Make', 'Range', 'Model', 'Price', 'Odo', 'Gone', 'Build'];

it('FEED-17 a table without optional columns is imported, and they are reported once', async () => {
  const { vehicles, problems } = await read(CARS, { columns, optionalColumns });
  expect(vehicles.map(({ vehicle }) => vehicle.model)).toEqual(['Corolla', 'Rio']);
  expect(problems).toEqual([
    expect.objectContaining({
      reason: 'doubtful',
      skipped: false,
      expected: expect.stringContaining('there is no "Range", "Price", "Odo"'),
    }),
  ]);
});

it('FEED-17 a column that the dealer file maps may not be missing beside optional ones', async () => {
  const mapped = { ...columns, colour: 'Paint' };
  await expect(read(CARS, { columns: mapped, optionalColumns })).rejects.toThrow(
    'no column "Paint". The feed has: ',
  );
});

it('FEED-17 a table without any column of a field that every vehicle needs is refused, optional or not', async () => {
  const mapped = { ...columns, year: ['Build', { column: 'Built' }] };
  const settings = { columns: mapped, optionalColumns: [...optionalColumns, 'Built'] };
  await expect(read(CARS, settings)).rejects.toThrow('no column "Build", "Built". The feed has');
  const constant = { ...settings, constants: { year: '2020', status: 'in_stock', car_type: 'used' } };
  expect((await read(CARS, constant)).vehicles).toHaveLength(2);
});

it('FEED-17 a deleting column of a preset may be missing', async () => {
  const settings = { columns, optionalColumns, deletes: { column: 'Gone', words: ['Yes'] } };
  expect((await read(CARS, settings)).vehicles).toHaveLength(2);
  await expect(read(CARS, { ...settings, optionalColumns: ['Price', 'Odo', 'Range'] })).rejects.toThrow(
    'no column "Gone"',
  );
});

it('FEED-17 keys that no object has are reported once, or each if the dealer file maps it', async () => {
  const { problems } = await read('[{"Make":"Kia","Model":"Rio","Year":2021}]', {
    format: 'json',
    columns: { ...columns, colour: 'Paint/Name' },
    optionalColumns,
  });
  expect(problems.map(({ column, expected }) => [column, expected])).toEqual([
    ['Paint/Name', 'a key of this name in some row'],
    ['', expect.stringContaining('there is no "Range", "Price", "Odo"')],
  ]);
});
