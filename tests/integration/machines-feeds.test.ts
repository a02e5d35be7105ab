import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { importPictures } from '#src/features/stock/server/pictures/import-pictures.ts';
import { allPushRows } from '#src/features/stock/server/queries/pushed-feed-queries.ts';
import { type ReadOptions, readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { dueDealers } from '#src/features/stock/server/schedule/stock-jobs.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, stockOf } from '../fixtures/feed-site.ts';
import { ask } from '../fixtures/http-site.ts';
import { jpegOf } from '../fixtures/picture-server.ts';
import { PUSH_TOKEN, PUSH_VARIABLE, servePushes } from '../fixtures/push-site.ts';
import { type SharedBucket, startSharedBucket } from '../fixtures/shared-bucket.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';
import { zipOf } from '../fixtures/zip-archive.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'machines_feeds' };
const SLUG = 'pushed-machines';

let bucket: SharedBucket;
let now: number;
let a: FeedSite;
let b: FeedSite;
let server: Awaited<ReturnType<typeof servePushes>>;

async function open(feed: Partial<FeedConfig>): Promise<void> {
  const { DATABASE_URL } = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-machines-')));
  const shared = { DATABASE_URL, ...bucket.env };
  const source = { push: PUSH_VARIABLE, ...feed };
  const clockOf = (aheadMs: number) => ({ now: () => new Date(now + aheadMs) });
  // The clocks of two machines are never the same.
  a = await openFeedSite(engine, clockOf(0), SLUG, source, shared);
  b = await openFeedSite(engine, clockOf(400), SLUG, source, shared);
  server = await servePushes(a);
}
beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  process.env[PUSH_VARIABLE] = PUSH_TOKEN;
  bucket = await startSharedBucket();
});
afterEach(async () => {
  await server.stop();
  await a.close();
  await b.close();
  await bucket.stop();
  delete process.env[PUSH_VARIABLE];
});

const never = new AbortController().signal;
const readAt = ({ services, dealer, folder }: FeedSite, options: Partial<ReadOptions> = {}) =>
  readIfDue(services, dealer, { dealersDir: folder, signal: never, ...options });
const filesOf = ({ folder }: FeedSite): string[] => {
  const feeds = join(folder, 'feeds');
  if (!existsSync(feeds)) return [];
  const entries = readdirSync(feeds, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const car = (stocknum: string, price: number) =>
  JSON.stringify([{ stocknum, make: 'Kia', model: 'Rio', year: 2021, price, km: 30_000 }]);
const prices = async () =>
  (await presentVehicles(a.services.db, SLUG)).map(({ price }) => price).sort((x, y) => (x ?? 0) - (y ?? 0));

it('PLAT-96 feeds accepted by one machine are imported by another in their order, whatever the clocks say', async () => {
  await open({ format: 'json', mode: 'incremental' });
  for (const price of [21_000, 23_000, 22_000]) {
    expect(await server.push(car('P1', price))).toMatchObject({ status: 202 });
    now -= 50;
  }
  expect((await dueDealers(b.services)).map(({ slug }) => slug)).toEqual([SLUG]);
  expect(await readAt(b)).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([2_200_000]);
  expect(await bucket.keys('feeds/')).toEqual([`feeds/${SLUG}.last`]);
  expect([filesOf(a), filesOf(b)]).toEqual([[], []]);
  // The clock of the machine that has imported is ahead.
  expect(await server.push(car('P2', 9000))).toMatchObject({ status: 202 });
  expect(await dueDealers(b.services)).toHaveLength(1);
  expect(await readAt(b)).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([900_000, 2_200_000]);
  expect(await dueDealers(b.services)).toEqual([]);
});

it('PLAT-96 without the bucket a feed is refused with what to do; afterwards it is accepted', async () => {
  await open({});
  bucket.cut('refused');
  const refused = await server.push(stockOf(20));
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
  expect(JSON.parse(refused.body).error).toMatchObject({ code: 'not_stored' });
  bucket.line = 'up';
  expect(await server.push(stockOf(20))).toMatchObject({ status: 202 });
  bucket.cut('refused');
  expect(await readAt(b)).toMatchObject({ outcome: 'failed', code: 'no_storage' });
  bucket.line = 'up';
  now += HOUR_MS;
  expect(await readAt(b)).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
  now += 2 * HOUR_MS;
  // What the refused one has left is removed.
  expect(await server.push(stockOf(21))).toMatchObject({ status: 202 });
  expect(await allPushRows(a.services.db, SLUG)).toHaveLength(1);
});

it('PLAT-96 a machine that ends while it removes an imported feed stops nothing behind it', async () => {
  await open({ format: 'json', mode: 'incremental' });
  await server.push(car('P1', 20_000));
  const [key = ''] = await bucket.keys('feeds/');
  await bucket.storage.delete(key);
  await server.push(car('P2', 30_000));
  expect(await readAt(b)).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([3_000_000]);
  expect(await allPushRows(a.services.db, SLUG)).toEqual([]);
});

it('PLAT-97 what cannot be imported is in the bucket with its reason', async () => {
  await open({ mode: 'incremental' });
  await server.push('<html>Sign in</html>');
  expect(await readAt(b)).toMatchObject({ outcome: 'unreadable' });
  const failed = await bucket.keys(`feeds/${SLUG}.pushed/`);
  expect(failed).toEqual([expect.stringMatching(/\/failed\/[^/]+$/), expect.stringMatching(/\.txt$/)]);
  expect((await bucket.storage.get(failed[0] ?? ''))?.toString()).toBe('<html>Sign in</html>');
  expect((await bucket.storage.get(failed[1] ?? ''))?.toString()).toContain('post it again');
  expect([filesOf(a), filesOf(b)]).toEqual([[], []]);
});

it('PLAT-97 another machine imports the last good feed again a day later, or by hand', async () => {
  await open({});
  await server.push(stockOf(20));
  expect(await readAt(b)).toMatchObject({ outcome: 'imported' });
  expect((await bucket.storage.head(`feeds/${SLUG}.last`))?.headers).toEqual(PRIVATE_FILE);
  await a.services.db.deleteFrom('vehicles').execute();
  now += DAY_MS;
  expect(await readAt(a)).toMatchObject({ outcome: 'imported', summary: { stored: 20 } });
  await a.services.db.deleteFrom('vehicles').execute();
  expect(await importManually(a.services, a.dealer, { dealersDir: a.folder, force: true })).toMatchObject({
    stored: 20,
  });
  expect(filesOf(a)).toEqual([]);
});

it('PLAT-97 photos of an archive that one machine has read are taken from the bucket by another', async () => {
  await open({});
  const feed = 'stocknum,make,model,year,price,kilometres,images\nS1,Kia,Rio,2021,20000,30000,S1.jpg\n';
  const archive = zipOf({ 'stock.csv': feed, 'S1.jpg': await jpegOf('#c33') });
  expect(await server.push(archive)).toMatchObject({ status: 202 });
  let pictured: Parameters<typeof importPictures>[2] | undefined;
  await readAt(b, {
    onImport: (summary) => {
      pictured = summary.pictured;
    },
  });
  expect(await bucket.keys(`feeds/${SLUG}.photos/`)).toHaveLength(1);
  expect(filesOf(b)).toEqual([]);
  if (!pictured) throw new Error('Nothing was imported.');
  now += 1000;
  expect(await importPictures(a.services, SLUG, pictured)).toMatchObject({ fetched: 1, failures: [] });
  expect(await bucket.keys('images/originals/')).toHaveLength(1);
});

it('PLAT-96 a machine that is killed after it has accepted a feed loses nothing', async () => {
  await open({});
  const dealerFile = join(a.folder, `${SLUG}.json`);
  const dealer = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  const feed = { push: PUSH_VARIABLE, format: 'csv', columns: {} };
  writeFileSync(dealerFile, JSON.stringify({ ...dealer, slug: SLUG, stock: { ...dealer.stock, feed } }));
  const { VITEST: _, ...variables } = process.env;
  const { env } = a.services;
  const own = mkdtempSync(join(tmpdir(), 'forecourt-killed-'));
  const child = spawn(process.execPath, ['tests/fixtures/push-process.ts', dealerFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...variables,
      ...bucket.env,
      ...{ DATA_DIR: own, DATABASE_URL: env.DATABASE_URL, SITE_SECRET: env.SITE_SECRET },
      ...{ MEILI_HOST: engine.host, MEILI_KEY: engine.key, MEILI_INDEX: engine.index, LOG_LEVEL: 'silent' },
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error('The process has ended while it started.')));
  });
  const headers = { authorization: `Bearer ${PUSH_TOKEN}` };
  expect((await ask(port, { method: 'POST', body: stockOf(20), headers })).status).toBe(202);
  child.kill('SIGKILL');
  await ended;
  rmSync(own, { recursive: true, force: true });
  expect(await readAt(b)).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
});
