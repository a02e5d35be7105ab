import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { drainIndexChanges, rebuildIndex } from '#src/features/stock/server/indexing/index-sync.ts';
import { findVehicleBySlug, presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { afterInsert } from '../fixtures/after-insert.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-import' };
let now = new Date('2026-03-01T00:00:00Z');
const clock: Clock = { now: () => now };
let site: StockSite;
// The index is shared by the tests of this file, as it is by dealers: each test is a dealer of its own.
let dealers = 0;

beforeEach(async () => {
  now = new Date('2026-03-01T00:00:00Z');
  dealers += 1;
  site = await openStockSite(engine, clock, `yard-${dealers}`);
});
afterEach(() => site.close());

const TWO = feedOf('A1,Toyota,Corolla,2021,24990,30000', 'A2,Mazda,CX-5,2020,29990,41000');
const history = () =>
  site.services.db.selectFrom('vehicle_history').select(['kind', 'before', 'after']).orderBy('seq').execute();
const present = () =>
  site.services.db
    .selectFrom('vehicles')
    .select(['identity', 'slug', 'status', 'price_cents', 'removed_at'])
    .where('removed_at', 'is', null)
    .orderBy('identity')
    .execute();

it('PLAT-03 an import stores the feed and a second one changes nothing', async () => {
  const first = await site.import(TWO);
  expect(first).toMatchObject({ rows: 2, stored: 2, added: 2, skipped: 0, problems: [] });
  const again = await site.import(TWO);
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2, removed: 0 });
  expect(await history()).toEqual([]);
});

it('PLAT-03 price changes, sales, removals and returns are in the history', async () => {
  const sellable = (price: number, status: string) =>
    `stocknum,make,model,year,price,status\nA1,Toyota,Corolla,2021,${price},${status}\nA2,Mazda,CX-5,2020,29990,in_stock`;
  await site.import(sellable(24990, 'in_stock'));
  await site.import(sellable(22990, 'in_stock'));
  await site.import(sellable(22990, 'sold'));
  await site.import(sellable(22990, 'sold').split('\n').slice(0, 2).join('\n'), { force: true });
  await site.import(sellable(22990, 'in_stock'));
  const entries = (await history()).map(({ kind, before, after }) => [kind, before, after]);
  expect(entries.slice(0, 3)).toEqual([
    ['price_changed', '2499000', '2299000'],
    ['sold', 'in_stock', 'sold'],
    ['removed', null, null],
  ]);
  // Both came back with one import, in the order of their ids.
  expect(entries.slice(3).sort()).toEqual([
    ['returned', expect.stringContaining('2026-03-01'), 'in_stock'],
    ['returned', 'sold', 'in_stock'],
  ]);
});

it('SRCH-14 the sold date is the day the feed first marked it as sold', async () => {
  const sold = 'stocknum,make,model,year,price,status\nA1,Toyota,Corolla,2021,24990,sold';
  await site.import(sold);
  now = new Date('2026-03-05T00:00:00Z');
  await site.import(sold.replace('24990', '23990'));
  const row = await site.services.db.selectFrom('vehicles').select('sold_at').executeTakeFirstOrThrow();
  expect(row.sold_at).toBe('2026-03-01T00:00:00.000Z');
});

it('PLAT-03 a changed name keeps the former slug working', async () => {
  await site.import(TWO);
  await site.import(TWO.replace('Corolla', 'Corolla Cross'));
  const found = await findVehicleBySlug(site.services.db, site.dealer.slug, '2021-toyota-corolla-a1');
  expect(found?.slug).toBe('2021-toyota-corolla-cross-a1');
  expect(
    await findVehicleBySlug(site.services.db, 'another-dealer', '2021-toyota-corolla-a1'),
  ).toBeUndefined();
});

const stockOf = (count: number, price = (at: number) => `${9000 + at}`) =>
  feedOf(...Array.from({ length: count }, (_, at) => `B${at},Kia,Rio,2019,${price(at)},50000`));

it('PLAT-03 a feed that would remove too much is refused and nothing is written, unless forced', async () => {
  await site.import(stockOf(24));
  const few = stockOf(17);
  await expect(site.import(few)).rejects.toThrow(
    /would remove 7 of 24 vehicles \(29\.2 %\).+such as 2019-kia-rio/,
  );
  expect(await present()).toHaveLength(24);
  expect(await site.import(few, { dryRun: true })).toMatchObject({
    removed: 7,
    refusals: [expect.stringContaining('7 of 24')],
  });
  expect(await site.import(stockOf(17), { force: true })).toMatchObject({ removed: 7 });
  expect(await site.import(stockOf(12))).toMatchObject({ removed: 5 });
  await expect(site.import(stockOf(6), { feed: { alwaysRemovable: 5 } })).rejects.toThrow('6 of 12');
  expect(await site.import(stockOf(6), { feed: { maxRemovedShare: 0.5 } })).toMatchObject({ removed: 6 });
});

it('PLAT-03 a feed whose median price moves too far, or whose prices are gone, is refused', async () => {
  await site.import(stockOf(24));
  const dearer = stockOf(24, (at) => `${(9000 + at) * 100}`);
  await expect(site.import(dearer)).rejects.toThrow(
    'The median price would go from $9,011.50 (24 vehicles) to',
  );
  await expect(site.import(dearer, { feed: { mode: 'incremental' } })).rejects.toThrow('median price');
  await expect(site.import(stockOf(24, () => 'POA'))).rejects.toThrow('0 of 24 vehicles have a price (0 %)');
  await expect(site.import(stockOf(24, (at) => `${12_000 + at}`))).rejects.toThrow('+33.3 %');
  const slightly = stockOf(24, (at) => `${12_000 + at}`);
  expect(await site.import(slightly, { feed: { maxPriceShift: 0.5 } })).toMatchObject({ repriced: 24 });
});

it('CARD-03 in a first import only a listing date makes a car a new arrival; in later ones the import does', async () => {
  const listed = (...rows: string[]) => ['stocknum,make,model,year,created_at', ...rows].join('\n');
  const first = ['A,Kia,Rio,2019,', 'B,Kia,Rio,2020,2026-02-27'];
  await site.import(listed(...first));
  await site.import(listed(...first, 'C,Kia,Rio,2021,', 'D,Kia,Rio,2022,2026-02-28'));
  const rows = await site.services.db
    .selectFrom('vehicles')
    .select(['identity', 'first_seen_at', 'listed_at'])
    .orderBy('identity')
    .execute();
  const today = clock.now().toISOString().slice(0, 10);
  // All were truly seen today, whatever counts as new.
  expect(rows.map((row) => [row.first_seen_at.slice(0, 10), row.listed_at?.slice(0, 10)])).toEqual([
    [today, undefined],
    [today, '2026-02-27'],
    [today, today],
    [today, '2026-02-28'],
  ]);
});

it('CARD-03 what a first import had not written when it was cut off is no new arrival in the next', async () => {
  const stock = Array.from({ length: 300 }, (_, at) => `S${at},Kia,Rio,2021,${20_000 + at},30000`);
  const { db } = site.services;
  // Each batch confirms the lease: the second finds none.
  const inFirstBatch = '(select count(*) from vehicles) <= 250';
  await afterInsert(db, 'vehicles', `delete from leases where name like 'import:%' and ${inFirstBatch}`);
  await expect(site.import(feedOf(...stock))).rejects.toThrow();
  const listed = () => db.selectFrom('vehicles').select('listed_at').execute();
  expect(await listed()).toHaveLength(250);

  now = new Date('2026-03-01T01:00:00Z');
  expect(await site.import(feedOf(...stock))).toMatchObject({ added: 50, unchanged: 250 });
  expect(new Set((await listed()).map(({ listed_at }) => listed_at))).toEqual(new Set([null]));
});

it('VDP-09 the price before the last change is stored, whatever else changes', async () => {
  const feed = (price: number, km: number) =>
    `stocknum,make,model,year,price,km\nA,Kia,Rio,2019,${price},${km}`;
  for (const [price, km] of [
    [20_000, 10_000],
    [18_000, 10_000],
    [18_000, 20_000],
  ] as const)
    await site.import(feed(price, km), { force: true });
  const [car] = await presentVehicles(site.services.db, `yard-${dealers}`);
  expect(car).toMatchObject({
    km: 20_000,
    advertised: { cents: 1_800_000, before: { cents: 2_000_000 } },
  });
});

it('PLAT-03 a small number of prices may change freely, each up to threefold', async () => {
  await site.import(stockOf(19));
  expect(await site.import(stockOf(19, () => '26900'))).toMatchObject({ repriced: 19, problems: [] });
  await expect(site.import(stockOf(19, () => '90000'))).rejects.toThrow('19 of 19 prices (100 %)');
});

it('PLAT-03 a feed whose last row is cut is refused, on the first import too', async () => {
  const cut = `${stockOf(8)}\nB9,Kia,Ri`;
  await expect(site.import(cut)).rejects.toThrow('The last row is cut off (row 10: 3 cells');
  expect(await present()).toEqual([]);
  const lines = '{"stocknum":"A","make":"Kia","model":"Rio","year":2019}\n{"stocknum":"B","ma';
  await expect(site.import(lines, { feed: { format: 'ndjson' } })).rejects.toThrow('The last row is cut off');
  expect(await site.import(cut, { force: true })).toMatchObject({ added: 8, skipped: 1 });
});

it('PLAT-03 the delimiter is detected, and a wrong setting named', async () => {
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    const text = stockOf(2).replaceAll(',', delimiter);
    expect(await site.import(text, { feed: { delimiter: undefined } })).toMatchObject({
      stored: 2,
      delimiter,
    });
  }
  await expect(site.import(stockOf(2).replaceAll(',', ';'), { feed: { delimiter: ',' } })).rejects.toThrow(
    'separated by semicolons, "stock.feed.delimiter" says commas',
  );
});

it('PLAT-03 a dry run reports what would happen and writes nothing', async () => {
  expect(await site.import(TWO, { dryRun: true })).toMatchObject({ added: 2 });
  expect(await present()).toEqual([]);
  expect(await site.services.db.selectFrom('index_changes').selectAll().execute()).toEqual([]);
});

it('PLAT-03 of two rows with one stock number the later counts and the other is reported', async () => {
  const summary = await site.import(
    feedOf('A1,Toyota,Corolla,2021,24990,30000', 'a1,Toyota,Corolla,2021,23990,30000'),
  );
  expect(summary).toMatchObject({ stored: 1, skipped: 1 });
  expect(summary.problems).toMatchObject([{ row: 2, reason: 'duplicate', skipped: true }]);
  expect((await present())[0]?.price_cents).toBe(2399000);
});

it('PLAT-03 similar cars without stock number are all imported', async () => {
  const summary = await site.import(
    'make,model,year,price\nKia,Rio,2024,21990\nKia,Rio,2024,22990\nKia,Rio,2024,21990',
  );
  expect(summary).toMatchObject({ stored: 2, skipped: 1 });
});

it('PLAT-03 the order of the rows does not matter', async () => {
  const rows = [
    'A1,Toyota,Corolla,2021,24990,30000',
    ',Kia,Rio,2024,21990,',
    ',Kia,Rio,2024,22990,',
    ',Kia,Rio,2024,20990,',
    'A2,Mazda,3,2019,19990,1',
  ];
  await site.import(feedOf(...rows));
  const expected = await present();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
      const summary = await site.import(feedOf(...shuffled));
      expect(summary).toMatchObject({ unchanged: rows.length, added: 0, removed: 0 });
      expect(await present()).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});

describe('the search index', () => {
  beforeEach(() => site.services.index.ensure());

  it('PLAT-03 follows the database, also after a crash between the two', async () => {
    await site.import(TWO);
    expect(await drainIndexChanges(site.services)).toBe(2);
    expect(await site.services.index.count(site.dealer.slug)).toBe(2);
    await site.import(feedOf('A1,Toyota,Corolla,2021,20990,30000'), { force: true });
    // The process may end here: the marks are in the database.
    expect(await drainIndexChanges(site.services)).toBe(2);
    expect(await site.services.index.count(site.dealer.slug)).toBe(1);
    expect(await drainIndexChanges(site.services)).toBe(0);
  });

  it('PLAT-03 one dealer’s import does not affect the other’s vehicles', async () => {
    const other = await openStockSite(engine, clock, 'neighbour');
    await other.import(TWO);
    await drainIndexChanges(other.services);
    await site.import(feedOf('Z9,Ford,Focus,2018,9990,99000'));
    await drainIndexChanges(site.services);
    expect(await site.services.index.count('neighbour')).toBe(2);
    expect(await other.services.index.count(site.dealer.slug)).toBe(1);
    await other.close();
  });

  it('PLAT-03 is rebuilt from the database by command', async () => {
    await site.import(TWO);
    await drainIndexChanges(site.services);
    const rows = await site.services.db.selectFrom('vehicles').select('id').execute();
    await site.services.index.remove(rows.map(({ id }) => id));
    expect(await rebuildIndex(site.services)).toBe(2);
    expect(await site.services.index.count(site.dealer.slug)).toBe(2);
  });
});
