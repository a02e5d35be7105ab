import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { startFeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { acquireLease, releaseLease } from '#src/platform/database/leases.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, type Supplier, startSupplier } from '../fixtures/feed-site.ts';
import { jpegOf, type PictureServer, startPictureServer } from '../fixtures/picture-server.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-pictures' };
let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: FeedSite;
let supplier: Supplier;
let pictures: PictureServer;
let photo: Buffer;
/** Requests for pictures that wait for a response, by path. */
let waiting: Map<string, ServerResponse>;
let dealers = 0;

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  dealers += 1;
  photo = await jpegOf('#c33');
  supplier = await startSupplier();
  pictures = await startPictureServer();
  waiting = new Map();
  const url = `http://127.0.0.1:${supplier.port}/0`;
  site = await openFeedSite(engine, clock, `pictured-${dealers}`, { url });
  site.services.env.PICTURE_HOSTS = [pictures.host];
});
afterEach(async () => {
  await supplier.stop();
  await pictures.stop();
  await site.close();
});

const holdBack = (path: string) =>
  pictures.on(path, (_request, response) => void waiting.set(path, response));
const send = (path: string) => waiting.get(path)?.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo);
/** A feed of one car with these pictures. */
const feedOf = (...paths: string[]) =>
  `stocknum,make,model,year,price,images\nA1,Kia,Rio,2021,20000,${paths.map(pictures.url).join('|')}\n`;
const start = () => startFeedWorker(site.services, { dealersDir: site.folder, tickMs: 20 });
const readAt = async (slug: string) =>
  (await feedStates(site.services.db)).find(({ dealer }) => dealer === slug)?.lastSuccessAt;
const picturesShown = async () => {
  const rows = await site.services.db.selectFrom('vehicles').select('record').execute();
  return rows.map(({ record }) => (JSON.parse(record) as Vehicle).images.length);
};

/** As many dealers as this, each with a feed of its own address. */
function serveDealers(count: number): DealerConfig[] {
  const all = Array.from({ length: count }, (_, at) => {
    const dealer = site.dealerWith({ url: `http://127.0.0.1:${supplier.port}/${at}` });
    return { ...dealer, slug: `${dealer.slug}-${at}`, hosts: [] };
  });
  site.services.tenants.replace({ dealers: all, leftOut: [] });
  return all;
}

it('PLAT-03 however long pictures take, all feeds are read and a worker stops; pictures that were left come later', async () => {
  const all = serveDealers(6);
  supplier.respond = ({ url }, response) => response.end(feedOf(`${url}.jpg`));
  const paths = all.map((_, at) => `/${at}.jpg`);
  // Another process has the pictures of all of them.
  const taken = { clock, forMs: HOUR_MS };
  for (const { slug } of all) await acquireLease(site.services.db, `pictures:${slug}`, taken);
  const worker = start();
  for (const { slug } of all) await expect.poll(() => readAt(slug)).toBe('2026-03-01T00:00:00.000Z');
  await worker.stop();
  expect(pictures.hits).toEqual([]);

  now += HOUR_MS;
  for (const path of paths) holdBack(path);
  const next = start();
  await expect.poll(() => waiting.size).toBe(2);
  for (const { slug } of all) await expect.poll(() => readAt(slug)).toBe('2026-03-01T01:00:00.000Z');
  expect(pictures.most.atOnce).toBe(2);
  for (const path of paths) pictures.serve(path, photo);
  for (const path of waiting.keys()) send(path);
  await expect.poll(picturesShown).toEqual([1, 1, 1, 1, 1, 1]);
  await next.stop();
});

it('PLAT-108 however long the search index takes, all feeds are read, and it takes them together', async () => {
  const all = serveDealers(6);
  supplier.respond = (_request, response) => response.end(feedOf());
  const taken = await acquireLease(site.services.db, 'search-index', { clock, forMs: HOUR_MS });
  if (!taken) throw new Error('The index is taken already.');
  const worker = start();
  for (const { slug } of all) await expect.poll(() => readAt(slug)).toBe('2026-03-01T00:00:00.000Z');
  const marked = () => site.services.db.selectFrom('index_changes').select('dealer').execute();
  expect(await marked()).toHaveLength(6);
  await releaseLease(site.services.db, taken);
  await expect.poll(marked).toEqual([]);
  for (const { slug } of all) expect(await site.services.index.count(slug)).toBe(1);
  await worker.stop();
});

it('PLAT-03 a feed is read again while its pictures are fetched, which no two imports do at once', async () => {
  const { slug } = site.dealer;
  for (const path of ['/a.jpg', '/b.jpg']) holdBack(path);
  supplier.respond = (_request, response) => response.end(feedOf('/a.jpg'));
  const worker = start();
  await expect.poll(() => waiting.size).toBe(1);
  supplier.respond = (_request, response) => response.end(feedOf('/a.jpg', '/b.jpg'));
  now += HOUR_MS;
  await expect.poll(() => readAt(slug)).toBe('2026-03-01T01:00:00.000Z');
  expect([...waiting.keys()]).toEqual(['/a.jpg']);
  send('/a.jpg');
  await expect.poll(() => [...waiting.keys()]).toEqual(['/a.jpg', '/b.jpg']);
  send('/b.jpg');
  await expect.poll(picturesShown).toEqual([2]);
  await worker.stop();
  expect(pictures.most.atOnce).toBe(1);
});
