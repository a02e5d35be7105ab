import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createVehicleIndex } from '#src/features/search/server/engine/vehicle-index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { type Supplier, startSupplier, stockOf } from '../fixtures/feed-site.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/worker-process.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-crash' };
const LONG_AGO = '2020-01-01T00:00:00.000Z';
let folder: string;
let db: Database;
let supplier: Supplier;
let workers: WorkerProcess[];

beforeEach(async () => {
  workers = [];
  folder = mkdtempSync(join(tmpdir(), 'forecourt-crash-'));
  supplier = await startSupplier();
  const dealer = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  dealer.stock.feed = {
    ...{ url: `http://127.0.0.1:${supplier.port}/stock.csv`, format: 'csv', columns: {} },
    constants: { status: 'in_stock', car_type: 'used' },
  };
  mkdirSync(join(folder, 'dealers'));
  writeFileSync(join(folder, 'dealers', 'listings.json'), JSON.stringify(dealer));
  publishSettings(join(folder, 'dealers'), join(folder, 'dist'));
  db = await openTestDatabase(join(folder, 'data'));
});
afterEach(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  await db.destroy();
  await supplier.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startWorker(): Promise<WorkerProcess> {
  const worker = startWorkerProcess({
    ...{ dealersDir: join(folder, 'dealers'), dist: join(folder, 'dist') },
    env: {
      ...(await databasePlace(join(folder, 'data'))),
      SITE_SECRET: 'x'.repeat(32),
      MEILI_HOST: engine.host,
      MEILI_KEY: engine.key,
      MEILI_INDEX: engine.index,
    },
  });
  workers.push(worker);
  return worker;
}
const outcomes = async () =>
  (await db.selectFrom('feed_runs').select('outcome').orderBy('started_at').execute()).map(
    ({ outcome }) => outcome,
  );
const inStock = async () =>
  (await db.selectFrom('vehicles').select('id').where('removed_at', 'is', null).execute()).length;

it('PLAT-03 a worker killed while it reads a feed is followed by another, which finishes', async () => {
  supplier.respond = (_request, response) => void response.write(stockOf(10));
  const first = await startWorker();
  await expect.poll(() => supplier.requests.length).toBe(1);
  await first.end('SIGKILL');
  expect([await outcomes(), await inStock()]).toEqual([[null], 0]);
  supplier.respond = (_request, response) => response.end(stockOf(20));
  // Half a minute goes by, and the pause after a failure.
  await db.updateTable('leases').set({ until: LONG_AGO }).execute();
  await db.updateTable('feed_states').set({ next_due_at: LONG_AGO }).execute();
  const second = await startWorker();
  await expect.poll(outcomes).toEqual(['interrupted', 'imported']);
  const index = createVehicleIndex(engine);
  await expect.poll(() => index.count('listings')).toBe(20);
  expect(await inStock()).toBe(20);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(await db.selectFrom('leases').selectAll().where('name', 'like', 'feed:%').execute()).toEqual([]);
});
