import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { FeedLimits } from '#src/features/stock/parsing/feed-content.ts';
import { setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { resumePictures } from '#src/features/stock/server/pictures/picture-queue.ts';
import { startFeedRun } from '#src/features/stock/server/queries/feed-queries.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { readIfDue, startFeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { acquireLease } from '#src/platform/database/leases.ts';
import { LEASE_MS } from '#src/platform/database/with-lease.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, type Supplier, startSupplier, stockOf } from '../fixtures/feed-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-schedule' };
const START = Date.parse('2026-03-01T00:00:00Z');
const LIMITS: FeedLimits = { maxBytes: 1_000_000, totalMs: 60_000, stallMs: 4000 };
const KEY = 'a-key-of-the-supplier';
let now = START;
const clock: Clock = { now: () => new Date(now) };
let site: FeedSite;
let supplier: Supplier;
let dealers = 0;

beforeEach(async () => {
  now = START;
  dealers += 1;
  supplier = await startSupplier();
  site = await openFeedSite(engine, clock, `scheduled-${dealers}`, {
    url: `http://127.0.0.1:${supplier.port}/stock.csv?key=${KEY}`,
  });
});
afterEach(async () => {
  await supplier.stop();
  await site.close();
});

const never = new AbortController().signal;
const read = (dealer = site.dealer) =>
  readIfDue(site.services, dealer, { dealersDir: site.folder, signal: never, limits: LIMITS });
const state = async () =>
  (await feedStates(site.services.db)).find(({ dealer }) => dealer === site.dealer.slug);
const runs = () =>
  site.services.db.selectFrom('feed_runs').selectAll().orderBy('started_at').orderBy('ended_at').execute();
const prices = async () =>
  (await presentVehicles(site.services.db, site.dealer.slug)).map(({ price }) => price).sort();
const inStock = async () => (await prices()).length;

it('PLAT-03 a feed with an address is read when due, imported, searchable and recorded', async () => {
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
  expect(await inStock()).toBe(20);
  expect(await site.services.index.count(site.dealer.slug)).toBe(20);
  expect(await state()).toEqual({
    dealer: site.dealer.slug,
    lastSuccessAt: '2026-03-01T00:00:00.000Z',
    lastAttemptAt: '2026-03-01T00:00:00.000Z',
    lastOutcome: 'imported',
    lastError: null,
    failures: 0,
    nextDueAt: '2026-03-01T01:00:00.000Z',
    counts: { rows: 20, stored: 20, added: 20, changed: 0, removed: 0, skipped: 0, inStock: 20 },
  });
  now += HOUR_MS - 1;
  expect(await read()).toBeUndefined();
  now += 1;
  expect(await read()).toMatchObject({ outcome: 'unchanged' });
  expect(supplier.requests).toHaveLength(2);
  expect(await runs()).toMatchObject([
    { outcome: 'imported', error: null, bytes: stockOf(20).length },
    { outcome: 'unchanged', counts: null },
  ]);
});

it('PLAT-03 an unchanged feed is neither sent nor imported again, until a setting changes or it is a day later', async () => {
  supplier.respond = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? '' : stockOf(20));
  };
  await read();
  now += HOUR_MS;
  expect(await read()).toEqual({ outcome: 'unchanged', code: null });
  expect((await state())?.lastSuccessAt).toBe('2026-03-01T01:00:00.000Z');
  now += HOUR_MS;
  const changed = site.dealerWith({ values: { model: { Rio: 'Rio Sport' } } });
  expect(await read(changed)).toMatchObject({ outcome: 'imported', summary: { changed: 20 } });
  now += 19 * HOUR_MS;
  expect(await read(changed)).toMatchObject({ outcome: 'unchanged' });
  now += HOUR_MS;
  expect(await read(changed)).toMatchObject({ outcome: 'imported', summary: { unchanged: 20 } });
  const conditions = supplier.requests.map(({ headers }) => headers['if-none-match']);
  expect(conditions).toEqual([undefined, '"v1"', undefined, '"v1"', undefined]);
});

it('PLAT-03 while a supplier fails for an hour the stock stays, and it is asked less and less often', async () => {
  await read();
  supplier.respond = (_request, response) => response.writeHead(500).end('Ouch');
  now += HOUR_MS;
  const before = supplier.requests.length;
  const askedAt: number[] = [];
  for (const end = now + HOUR_MS; now < end; now += 10_000) {
    const attempt = await read();
    if (attempt) askedAt.push(now);
    if (attempt) expect(attempt).toEqual({ outcome: 'failed', code: 'http_500' });
  }
  expect(supplier.requests.length - before).toBe(askedAt.length);
  expect(askedAt.length).toBeGreaterThanOrEqual(5);
  expect(askedAt.length).toBeLessThanOrEqual(9);
  expect(await inStock()).toBe(20);
  expect(await state()).toMatchObject({ lastError: 'http_500', failures: askedAt.length });
  supplier.respond = (_request, response) => response.end(stockOf(21));
  now += HOUR_MS;
  expect(await read()).toMatchObject({ outcome: 'imported' });
  expect(await state()).toMatchObject({ lastError: null, failures: 0 });
});

it.each<[string, Supplier['respond'], string, string]>([
  [
    'that ends in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(stockOf(10), () => response.destroy());
    },
    'failed',
    'cut_off',
  ],
  ['that stalls', (_request, response) => void response.write(stockOf(10)), 'failed', 'stalled'],
  [
    'whose length no one knows, cut off in a row',
    (_request, response) => response.end(stockOf(20).slice(0, -20)),
    'refused',
    'looks_broken',
  ],
  ['of a tenth of the stock', (_request, response) => response.end(stockOf(2)), 'refused', 'looks_broken'],
  [
    'that is a page',
    (_request, response) => response.end('<html>Sign in</html>'),
    'unreadable',
    'unreadable',
  ],
  ['that is empty', (_request, response) => response.end(), 'unreadable', 'unreadable'],
  [
    'behind a redirect to the machine’s own network',
    (_request, response) => response.writeHead(302, { location: 'https://169.254.169.254/stock.csv' }).end(),
    'failed',
    'private_address',
  ],
])(
  'PLAT-03 a feed %s changes nothing, and the last good one is known',
  async (_name, respond, outcome, code) => {
    await read();
    const before = await prices();
    supplier.respond = respond;
    now += HOUR_MS;
    expect(await read()).toMatchObject({ outcome, code });
    expect(await prices()).toEqual(before);
    expect(await state()).toMatchObject({ lastOutcome: outcome, lastError: code, failures: 1 });
    expect(readFileSync(join(site.folder, 'feeds', `${site.dealer.slug}.last`), 'utf8')).toBe(stockOf(20));
  },
);

it('PLAT-03 however many workers run, one reads the feed', async () => {
  supplier.respond = (_request, response) => void setTimeout(() => response.end(stockOf(20)), 300);
  const options = { dealersDir: site.folder, limits: LIMITS, tickMs: 20 };
  const workers = [1, 2, 3].map(() => startFeedWorker(site.services, options));
  await expect.poll(async () => (await state())?.lastOutcome).toBe('imported');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(supplier.requests).toHaveLength(1);
  expect(await runs()).toHaveLength(1);
  expect(await site.services.index.count(site.dealer.slug)).toBe(20);
  expect(
    await site.services.db.selectFrom('leases').select('name').where('name', 'like', 'feed:%').execute(),
  ).toEqual([]);
});

it('PLAT-03 while a dead worker’s lease lasts no other reads the feed; then the attempt counts as a failure', async () => {
  const { db } = site.services;
  const name = `feed:${site.dealer.slug}`;
  await acquireLease(db, name, { clock, forMs: LEASE_MS });
  await startFeedRun(db, { id: 'dead', dealer: site.dealer.slug, startedAt: clock.now().toISOString() });
  expect(await read()).toBeUndefined();
  expect(supplier.requests).toEqual([]);
  now += LEASE_MS;
  supplier.respond = (_request, response) => response.writeHead(500).end();
  expect(await read()).toMatchObject({ outcome: 'failed' });
  expect(await runs()).toMatchObject([{ id: 'dead', outcome: 'interrupted' }, { outcome: 'failed' }]);
  expect(await state()).toMatchObject({ failures: 2 });
});

it('PLAT-03 a worker that stops ends the reading, which is due again', async () => {
  supplier.respond = () => {};
  const worker = startFeedWorker(site.services, { dealersDir: site.folder, tickMs: 20 });
  await expect.poll(() => supplier.requests.length).toBe(1);
  await worker.stop();
  expect(await state()).toMatchObject({
    lastError: 'stopped',
    failures: 0,
    nextDueAt: clock.now().toISOString(),
  });
});

it('PLAT-03 a worker ends prices on their last day and sends what is marked to the search engine', async () => {
  await read();
  const [car] = await presentVehicles(site.services.db, site.dealer.slug);
  const id = car?.id ?? '';
  const values = { price: 1_500_000, until: '2026-03-01' };
  await setOverlay(site.services, { dealer: site.dealer.slug, id }, values);
  const price = async () => (await site.services.index.documents([id]))[0]?.price;
  const worker = startFeedWorker(site.services, { dealersDir: site.folder, tickMs: 20 });
  await expect.poll(price).toBe(15_000);
  now += 24 * HOUR_MS;
  await expect.poll(price).toBe((car?.price ?? 0) / 100);
  await worker.stop();
});

it('PLAT-03 credentials come from the environment; they and the address are never logged or stored', async () => {
  const secret = 'Bearer of-the-dealer';
  const dealer = site.dealerWith({ authorization: 'DEALER_FEED_TEST_AUTHORIZATION' });
  expect(await read(dealer)).toEqual({ outcome: 'failed', code: 'no_credentials' });
  process.env.DEALER_FEED_TEST_AUTHORIZATION = secret;
  try {
    now += HOUR_MS;
    await read(dealer);
    supplier.respond = (_request, response) => response.writeHead(401).end(secret);
    now += HOUR_MS;
    expect(await read(dealer)).toEqual({ outcome: 'failed', code: 'http_401' });
  } finally {
    delete process.env.DEALER_FEED_TEST_AUTHORIZATION;
  }
  expect(supplier.requests[0]?.headers.authorization).toBe(secret);
  const stored = await Promise.all(
    (['feed_states', 'feed_runs', 'import_runs'] as const).map((table) =>
      site.services.db.selectFrom(table).selectAll().execute(),
    ),
  );
  const words = site.logged.join('') + JSON.stringify(stored);
  expect(words).toContain('http_401');
  for (const word of [KEY, 'of-the-dealer']) expect(words).not.toContain(word);
});

it('PLAT-03 a file is read on a schedule once it has settled and if it has changed', async () => {
  const file = join(site.folder, 'scheduled.csv');
  const dealer = site.dealerWith({ url: undefined, file, every: 5 });
  const write = (text: string, secondsAgo: number) => {
    writeFileSync(file, text);
    const at = new Date(Date.now() - secondsAgo * 1000);
    utimesSync(file, at, at);
  };
  expect(await read(dealer)).toEqual({ outcome: 'failed', code: 'no_file' });
  write(stockOf(20), 0);
  now += MINUTE_MS;
  expect(await read(dealer)).toEqual({ outcome: 'failed', code: 'being_written' });
  write(stockOf(20), 60);
  now += 5 * MINUTE_MS;
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  now += 5 * MINUTE_MS;
  expect(await read(dealer)).toMatchObject({ outcome: 'unchanged' });
  write(stockOf(20, 20_500), 30);
  now += 5 * MINUTE_MS;
  expect(await read(dealer)).toMatchObject({ outcome: 'imported', summary: { repriced: 20 } });
  expect(existsSync(join(site.folder, 'feeds'))).toBe(false);
  expect(await read(site.dealerWith({ url: undefined, file }))).toBeUndefined();
});

it('PLAT-03 another address is read at once, without what is known about the first', async () => {
  supplier.respond = (_request, response) => response.writeHead(200, { etag: '"v1"' }).end(stockOf(20));
  await read();
  const moved = site.dealerWith({ url: `http://127.0.0.1:${supplier.port}/other.csv` });
  expect(await read(moved)).toMatchObject({ outcome: 'imported' });
  expect(supplier.requests[1]).toMatchObject({ url: '/other.csv' });
  expect(supplier.requests[1]?.headers['if-none-match']).toBeUndefined();
});

it('PLAT-03 without the last good file the feed is sent again in full', async () => {
  supplier.respond = (_request, response) => response.writeHead(200, { etag: '"v1"' }).end(stockOf(20));
  await read();
  rmSync(join(site.folder, 'feeds'), { recursive: true });
  now += HOUR_MS;
  expect(await read()).toMatchObject({ outcome: 'imported' });
});

it('PLAT-44 a machine that was frozen after it had fetched a feed neither imports nor records it', async () => {
  await read();
  supplier.respond = async (_, response) => {
    // Meanwhile another machine has taken over.
    await site.services.db
      .updateTable('leases')
      .set({ holder: 'another machine' })
      .where('name', 'like', 'feed:%')
      .execute();
    response.end(stockOf(19));
  };
  now += HOUR_MS;
  await expect(read()).rejects.toThrow('took over');
  expect(await inStock()).toBe(20);
  expect(await state()).toMatchObject({ lastOutcome: 'imported', lastSuccessAt: '2026-03-01T00:00:00.000Z' });
});

it('PLAT-45 where a machine died while it fetched pictures, another reads the feed again at once', async () => {
  const { db } = site.services;
  await read();
  await acquireLease(db, `pictures:${site.dealer.slug}`, { clock, forMs: LEASE_MS });
  now += LEASE_MS - 1;
  await resumePictures(site.services);
  expect(await read()).toBeUndefined();
  now += 1;
  await resumePictures(site.services);
  expect(await read()).toMatchObject({ outcome: 'imported' });
  await resumePictures(site.services);
  expect(await read()).toBeUndefined();
});
