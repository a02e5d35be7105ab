import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { overlaidVehicles } from '#src/features/stock/server/importing/stock-overlays.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { theVehicle } from '../../scripts/stock/run-stock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-shared-numbers' };
const [ONE, TWO, THREE] = ['JM0KF4WL300123456', 'JM0KF4WL400999999', 'JM0KF4WL500777777'] as const;
const INCREMENTAL = { feed: { mode: 'incremental' as const } };
let site: StockSite;
let dealers = 0;

beforeEach(async () => {
  dealers += 1;
  site = await openStockSite(engine, fixedClock('2026-03-01T00:00:00Z'), `shared-${dealers}`);
});
afterEach(() => site.close());

const feedOf = (...rows: string[]) => ['stocknum,vin,make,model,year,price,status', ...rows].join('\n');
const car = (stocknum: string, vin = '', price = 9990) => `${stocknum},${vin},Kia,Rio,2019,${price},in_stock`;
const stock = async () =>
  (
    await site.services.db
      .selectFrom('vehicles')
      .select(['id', 'identity', 'slug', 'price_cents'])
      .where('removed_at', 'is', null)
      .orderBy('identity')
      .execute()
  ).map((row) => ({ ...row, is: [row.identity, (row.price_cents ?? 0) / 100] }));
const stored = async () => (await stock()).map(({ is }) => is);

it('PLAT-03 cars of different VINs with one stock number are different cars, and the report names the number', async () => {
  const feed = feedOf(
    car('TBC', ONE, 1000),
    car('tbc', TWO, 2000),
    car('TBC', '', 3000),
    car('U1', THREE, 4000),
  );
  const summary = await site.import(feed);
  expect(summary).toMatchObject({ added: 4, skipped: 0, stored: 4 });
  expect(summary.problems).toEqual([
    expect.objectContaining({
      ...{ row: 2, column: 'stocknum', value: 'TBC', reason: 'doubtful', skipped: false },
      remedy: 'Give each vehicle its own stock number; until then its VIN identifies it.',
    }),
  ]);
  expect(await stored()).toEqual([
    [expect.stringMatching(/^marks:/), 3000],
    ['stock:U1', 4000],
    [`vin:${ONE}`, 1000],
    [`vin:${TWO}`, 2000],
  ]);
  expect(new Set((await stock()).map(({ slug }) => slug)).size).toBe(4);
  expect(await site.import(feed)).toMatchObject({ unchanged: 4 });
});

it('PLAT-03 a stored car is the same when another of its number comes, and when that goes', async () => {
  await site.import(feedOf(car('0', ONE)));
  const [before] = await stock();
  expect(await site.import(feedOf(car('0', TWO), car('0', ONE)))).toMatchObject({ added: 1, unchanged: 1 });
  expect(await stock()).toContainEqual(before);
  expect(await site.import(feedOf(car('0', TWO)))).toMatchObject({ unchanged: 1, removed: 1 });
  expect(await stored()).toEqual([[`vin:${TWO}`, 9990]]);
});

it('PLAT-03 a row that withdraws a car leaves the next car with its number', async () => {
  await site.import(feedOf(car('U1', ONE)));
  const changes = feedOf(`U1,${ONE},,,,,deleted`, car('U1', TWO));
  expect(await site.import(changes, INCREMENTAL)).toMatchObject({ added: 1, removed: 1 });
  expect(await stored()).toEqual([[`vin:${TWO}`, 9990]]);
});

it('PLAT-03 a withdrawal by a shared number alone takes no car out of stock, and the report says so', async () => {
  const summary = await site.import(feedOf(car('U1', ONE), car('U1', TWO), 'U1,,,,,,deleted'));
  expect(summary).toMatchObject({ added: 2, withdrawn: 1 });
  expect(summary.problems.map(({ row, value }) => [row, value])).toEqual([
    [2, 'U1'],
    [4, 'U1'],
  ]);
});

it('PLAT-03 rows of one VIN are still one car, and a VIN of no VIN’s shape distinguishes none', async () => {
  const feed = feedOf(
    car('TBC', ONE, 1000),
    car('TBC', TWO, 2000),
    car('TBC', ONE, 3000),
    car('B', '', 4000),
    car('B', 'TBA', 5000),
  );
  const { problems } = await site.import(feed);
  expect(problems.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
    [6, 'vin', 'TBA', 'doubtful'],
    [2, 'stocknum', 'TBC', 'doubtful'],
    [2, 'vin', ONE, 'duplicate'],
    [5, 'stocknum', 'B', 'duplicate'],
  ]);
  expect(await stored()).toEqual([
    ['stock:B', 5000],
    [`vin:${ONE}`, 3000],
    [`vin:${TWO}`, 2000],
  ]);
});

it('PLAT-03 a person who names cars by the number they share is given their slugs', async () => {
  await site.import(feedOf(car('TBC', ONE), car('TBC', TWO)));
  const { services, dealer } = site;
  const byWords = async (words: string) =>
    theVehicle(services, await overlaidVehicles(services.db, dealer.slug, words), dealer, words);
  const slugs = (await stock()).map(({ slug }) => slug);
  const error: unknown = await byWords('tbc').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^"tbc" names 2 vehicles. Use the slug of one: /),
  });
  for (const slug of slugs) {
    expect(String(error)).toContain(slug);
    expect(await byWords(slug)).toMatchObject({ shown: { slug } });
  }
});
