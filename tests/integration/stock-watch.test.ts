import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StockWatch, watchStock } from '#src/features/stock/server/indexing/stock-watch.ts';
import { raiseStockVersions, stockVersion } from '#src/features/stock/server/queries/stock-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { noSignals } from '#src/platform/database/signals.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const LOOK_EVERY_MS = 10;

let db: Database;
let watch: StockWatch;
let heard: string[];
let errors: unknown[];

beforeEach(async () => {
  db = await openTestDatabase();
  heard = [];
  errors = [];
  const log = { error: (error: unknown) => errors.push(error) } as never;
  await raiseStockVersions(db, ['before']);
  watch = await watchStock({ db, log, signals: noSignals }, (dealer) => heard.push(dealer), LOOK_EVERY_MS);
});
afterEach(async () => {
  await watch.stop();
  await db.destroy().catch(() => undefined);
});

const someLooks = () => new Promise((resolve) => setTimeout(resolve, 10 * LOOK_EVERY_MS));

it('PLAT-03 a change of stock is reported once, for its dealer alone', async () => {
  await someLooks();
  expect(heard).toEqual([]);
  await raiseStockVersions(db, ['riverbend', 'riverbend']);
  await expect.poll(() => heard).toEqual(['riverbend']);
  await someLooks();
  expect(heard).toEqual(['riverbend']);
});

it('PLAT-03 every raise counts, even concurrent ones', async () => {
  await Promise.all([raiseStockVersions(db, ['a', 'b']), raiseStockVersions(db, ['b'])]);
  expect(await stockVersion(db, 'b')).toBe(2);
  expect(await stockVersion(db, 'never imported')).toBe(0);
});

it('PLAT-03 a failed check is logged and retried', async () => {
  await db.schema.alterTable('stock_versions').renameTo('gone').execute();
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await db.schema.alterTable('gone').renameTo('stock_versions').execute();
  await raiseStockVersions(db, ['riverbend']);
  await expect.poll(() => heard).toEqual(['riverbend']);
});
