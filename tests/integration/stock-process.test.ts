import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { isIndexWorkDue } from '#src/features/stock/server/indexing/index-sync.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import type { FeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { startFeedProcess } from '#src/server/feed-process/feed-process.ts';
import { childrenOf } from '../../scripts/programs/process-group.ts';
import { type FeedSite, openFeedSite, type Supplier, startSupplier, stockOf } from '../fixtures/feed-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-process' };
const PATIENTLY = { timeout: 180_000, interval: 100 };
let site: FeedSite;
let supplier: Supplier;
let worker: FeedWorker | undefined;
let dealers = 0;

beforeEach(async () => {
  dealers += 1;
  supplier = await startSupplier();
  site = await openFeedSite(engine, systemClock, `apart-${dealers}`, {
    url: `http://127.0.0.1:${supplier.port}/stock.csv`,
  });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await supplier.stop();
  await site.close();
});

const start = () => {
  worker = startFeedProcess(site.services, { dealersDir: site.folder, tickMs: 50 });
  return worker;
};
const feedProcesses = () =>
  childrenOf(process.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('feed-process-main'),
  );
const inStock = () => countPresentVehicles(site.services.db, site.dealer.slug);
const isWhole = async (size: number) => (await inStock()) === size && !(await isIndexWorkDue(site.services));

it('PLAT-07 a large feed is fetched, read, written and indexed without the thread that serves pages', {
  timeout: 240_000,
}, async () => {
  supplier.respond = (_request, response) => response.end(stockOf(2500));
  const before = process.threadCpuUsage();
  start();
  await expect.poll(() => isWhole(2500), { ...PATIENTLY, interval: 1000 }).toBe(true);
  const { user, system } = process.threadCpuUsage(before);
  // The import takes two seconds of a processor.
  expect((user + system) / 1_000_000).toBeLessThan(0.8);
});

it('PLAT-07 what ends the process that reads feeds ends no other, and is logged', {
  timeout: 240_000,
}, async () => {
  supplier.respond = () => {};
  start();
  await expect.poll(() => supplier.requests.length, PATIENTLY).toBe(1);
  for (const pid of feedProcesses()) process.kill(pid, 'SIGKILL');
  await expect
    .poll(
      () => site.logged.some((line) => line.includes('the process that reads feeds has ended')),
      PATIENTLY,
    )
    .toBe(true);
});

it('PLAT-07 dealers that are published later are read by the process that runs', {
  timeout: 240_000,
}, async () => {
  site.services.tenants.replace({
    dealers: [site.dealerWith({ url: 'https://nowhere.invalid' })],
    leftOut: [],
  });
  start();
  const failed = async () => (await feedStates(site.services.db))[0]?.failures;
  await expect.poll(failed, PATIENTLY).toBe(1);
  site.services.tenants.replace({ dealers: [site.dealer], leftOut: [] });
  await expect.poll(inStock, PATIENTLY).toBe(20);
});

it('PLAT-07 stopped while it reads, it ends, and the feed is due again', { timeout: 240_000 }, async () => {
  supplier.respond = () => {};
  const stopped = start();
  await expect.poll(() => supplier.requests.length, PATIENTLY).toBe(1);
  await stopped.stop();
  expect(stopped.isIdle()).toBe(true);
  expect(await feedStates(site.services.db)).toMatchObject([{ lastError: 'stopped', failures: 0 }]);
});
