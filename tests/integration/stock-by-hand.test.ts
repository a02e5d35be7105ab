import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, type Supplier, startSupplier, stockOf } from '../fixtures/feed-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-by-hand' };
let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: FeedSite;
let supplier: Supplier;
let dealers = 0;

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  dealers += 1;
  supplier = await startSupplier();
  site = await openFeedSite(engine, clock, `by-hand-${dealers}`, {
    url: `http://127.0.0.1:${supplier.port}/stock.csv`,
  });
});
afterEach(async () => {
  await supplier.stop();
  await site.close();
});

const never = new AbortController().signal;
const read = () => readIfDue(site.services, site.dealer, { dealersDir: site.folder, signal: never });
const state = async () =>
  (await feedStates(site.services.db)).find(({ dealer }) => dealer === site.dealer.slug);
const inStock = () => countPresentVehicles(site.services.db, site.dealer.slug);

it('PLAT-03 an import by hand reads the source, and takes the last good feed if that fails', async () => {
  const lines: string[] = [];
  const options = { dealersDir: site.folder, report: (line: string) => lines.push(line) };
  const byHand = (more: object = {}) => importManually(site.services, site.dealer, { ...options, ...more });
  supplier.respond = (_request, response) => response.writeHead(503).end();
  await expect(byHand()).rejects.toThrow('(http_503), and there is no earlier one');
  supplier.respond = (_request, response) => response.end(stockOf(20));
  expect(await byHand({ dryRun: true })).toMatchObject({ added: 20 });
  expect(await inStock()).toBe(0);
  expect(await byHand()).toMatchObject({ added: 20 });
  expect(await state()).toMatchObject({ lastOutcome: 'imported', nextDueAt: '2026-03-01T01:00:00.000Z' });
  supplier.respond = (_request, response) => response.writeHead(503).end();
  expect(await byHand()).toMatchObject({ unchanged: 20 });
  expect(await byHand({ dryRun: true })).toMatchObject({ unchanged: 20 });
  expect(lines).toEqual([1, 2].map(() => expect.stringContaining('(http_503): the last good one is used')));
  supplier.respond = (_request, response) => response.end(stockOf(2));
  await expect(byHand()).rejects.toThrow('refused');
  expect(await byHand({ force: true })).toMatchObject({ removed: 18 });
});

it('PLAT-03 a full feed that was imported by hand as incremental is imported in full at its next reading', async () => {
  const send = (size: number) => {
    supplier.respond = (request, response) => {
      const etag = `"${size}"`;
      const isKnown = request.headers['if-none-match'] === etag;
      response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? '' : stockOf(size));
    };
  };
  send(20);
  await read();
  send(18);
  const byHand = { dealersDir: site.folder, mode: 'incremental' as const };
  expect(await importManually(site.services, site.dealer, byHand)).toMatchObject({
    unchanged: 18,
    removed: 0,
  });
  expect(await inStock()).toBe(20);
  now += HOUR_MS;
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { removed: 2 } });
  expect(await inStock()).toBe(18);
  now += HOUR_MS;
  expect(await read()).toMatchObject({ outcome: 'unchanged' });
});
