import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Clock } from '#src/domain/clock.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { httpPictureSource } from '#src/providers/pictures/http-picture-source.ts';
import { pauseAfter } from '#src/server/images/fetch-original.ts';
import { imageFolders } from '#src/server/images/image-folders.ts';
import { importPictures } from '#src/server/images/import-pictures.ts';
import { fetchedPictureId } from '#src/server/stock/feed-pictures.ts';
import { jpegOf, type PictureServer, startPictureServer } from '../fixtures/picture-server.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'import-pictures' };
let now = new Date('2026-03-01T00:00:00Z');
const clock: Clock = { now: () => now };
let site: StockSite;
let pictures: PictureServer;

beforeEach(async () => {
  now = new Date('2026-03-01T00:00:00Z');
  site = await openStockSite(engine, clock);
  pictures = await startPictureServer();
  for (const [name, colour] of [
    ['a', '#c33'],
    ['b', '#3c3'],
    ['c', '#33c'],
  ] as const) {
    pictures.serve(`/${name}.jpg`, await jpegOf(colour), `"${name}"`);
  }
});
afterEach(async () => {
  await site.close();
  await pictures.stop();
});

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const feedOf = (...rows: string[]) => ['stocknum,make,model,year,price,images', ...rows].join('\n');
const car = (stocknum: string, ...names: string[]) =>
  `${stocknum},Toyota,Corolla,2021,24990,${names.map((name) => (name.includes('.') ? pictures.url(`/${name}`) : name)).join('|')}`;

async function importAll(feed: string) {
  const stock = await site.import(feed, { force: true });
  const source = httpPictureSource({ allowedHosts: [pictures.host], timeoutMs: 500 });
  return { stock, pictures: await importPictures(site.services, site.dealer.slug, stock.pictured, source) };
}

async function imagesOf(stocknum = 'A1'): Promise<Vehicle['images']> {
  const rows = await site.services.db.selectFrom('vehicles').select('record').execute();
  const vehicles = rows.map(({ record }) => JSON.parse(record) as Vehicle);
  return vehicles.find((vehicle) => vehicle.stocknum === stocknum)?.images ?? [];
}

const idOf = (name: string) => fetchedPictureId(site.dealer.slug, pictures.url(`/${name}`));
const rowOf = (name: string) =>
  site.services.db.selectFrom('pictures').selectAll().where('id', '=', idOf(name)).executeTakeFirst();
const originals = () => {
  const { originalsFolder } = imageFolders(site.services.env.DATA_DIR);
  return existsSync(originalsFolder) ? readdirSync(originalsFolder).sort() : [];
};
const marks = () => site.services.db.selectFrom('index_changes').select('vehicle_id').execute();

it('PLAT-03 a car is stored immediately, and has its pictures in the order of the feed once they are fetched', async () => {
  const feed = feedOf(car('A1', 'b.jpg', 'stored-1', 'a.jpg'));
  const stock = await site.import(feed);
  expect(await imagesOf()).toEqual([{ id: 'stored-1' }]);
  await site.services.db.deleteFrom('index_changes').execute();

  const source = httpPictureSource({ allowedHosts: [pictures.host] });
  const summary = await importPictures(site.services, site.dealer.slug, stock.pictured, source);
  expect(summary).toMatchObject({ asked: 2, fetched: 2, failures: [], vehicles: 1 });
  expect(await imagesOf()).toEqual([
    { id: idOf('b.jpg'), version: 1 },
    { id: 'stored-1' },
    { id: idOf('a.jpg'), version: 1 },
  ]);
  expect(originals()).toEqual([`${idOf('a.jpg')}.jpg`, `${idOf('b.jpg')}.jpg`].sort());
  expect(await marks()).toHaveLength(1);
});

it('PLAT-03 a second import requests nothing and changes nothing', async () => {
  const feed = feedOf(car('A1', 'a.jpg', 'b.jpg'), car('A2', 'a.jpg'));
  await importAll(feed);
  const again = await importAll(feed);
  expect(again.stock).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(again.pictures).toMatchObject({ asked: 0, vehicles: 0 });
  expect(pictures.hits.sort()).toEqual(['/a.jpg', '/b.jpg']);
});

it('CFG-22 after a day a picture is requested again, and new content increments its version', async () => {
  const feed = feedOf(car('A1', 'a.jpg', 'b.jpg'));
  await importAll(feed);
  later(DAY_MS - 1);
  expect((await importAll(feed)).pictures.asked).toBe(0);
  later(1);
  expect((await importAll(feed)).pictures).toMatchObject({ asked: 2, fetched: 0, unchanged: 2, vehicles: 0 });
  expect(pictures.asked.at(-1)?.headers['if-none-match']).toMatch(/^"[ab]"$/);

  later(DAY_MS);
  pictures.serve('/a.jpg', await jpegOf('#fff'), '"another"');
  expect((await importAll(feed)).pictures).toMatchObject({ fetched: 1, unchanged: 1, vehicles: 1 });
  expect((await imagesOf()).map(({ version }) => version)).toEqual([2, 1]);
  // The same bytes under another ETag are no other content.
  later(DAY_MS);
  pictures.serve('/a.jpg', await jpegOf('#fff'), '"renamed"');
  expect((await importAll(feed)).pictures).toMatchObject({ fetched: 0, unchanged: 2, vehicles: 0 });
  expect(await importAll(feed)).toMatchObject({ stock: { unchanged: 1 } });
});

it('CFG-22 failed pictures are absent, reported by reason, and retried after growing pauses', async () => {
  pictures.on('/text.jpg', (_, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end('<svg/>'));
  const feed = feedOf(car('A1', 'gone.jpg', 'a.jpg', 'gone2.jpg', 'text.jpg'));
  const { stock, pictures: summary } = await importAll(feed);
  expect(stock).toMatchObject({ added: 1, problems: [] });
  expect(summary.failures).toMatchObject([
    { reason: 'HTTP 404', count: 2, example: expect.stringMatching(/\/gone2?\.jpg$/) },
    { reason: 'not a JPEG, PNG, WebP, AVIF or GIF', count: 1, example: pictures.url('/text.jpg') },
  ]);
  expect((await imagesOf()).map(({ id }) => id)).toEqual([idOf('a.jpg')]);
  expect(await rowOf('text.jpg')).toMatchObject({ state: 'failed', attempts: 1, version: 0 });
  expect(originals()).toHaveLength(1);

  later(pauseAfter(1) - 1);
  expect((await importAll(feed)).pictures.asked).toBe(0);
  later(1);
  pictures.serve('/gone.jpg', await jpegOf('#123'));
  expect((await importAll(feed)).pictures).toMatchObject({ asked: 3, fetched: 1, vehicles: 1 });
  expect((await imagesOf()).map(({ id }) => id)).toEqual([idOf('gone.jpg'), idOf('a.jpg')]);
  const pauses = [1, 2, 3, 4, 5, 6].map(pauseAfter);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(new Set(pauses.slice(0, 5)).size).toBe(5);
});

it('CFG-22 an existing picture stays when its host fails later', async () => {
  const feed = feedOf(car('A1', 'a.jpg'));
  await importAll(feed);
  later(DAY_MS);
  pictures.on('/a.jpg', (_, res) => res.writeHead(500).end());
  expect((await importAll(feed)).pictures.failures).toMatchObject([{ reason: 'HTTP 500' }]);
  expect(await imagesOf()).toEqual([{ id: idOf('a.jpg'), version: 1 }]);
  expect(await importAll(feed)).toMatchObject({ stock: { unchanged: 1 } });
});

it('CFG-22 an original lost from disk is fetched completely, without a conditional request', async () => {
  const feed = feedOf(car('A1', 'a.jpg'));
  await importAll(feed);
  const { originalsFolder } = imageFolders(site.services.env.DATA_DIR);
  rmSync(originalsFolder, { recursive: true });
  later(DAY_MS);
  await importAll(feed);
  expect(originals()).toEqual([`${idOf('a.jpg')}.jpg`]);
  expect(await imagesOf()).toEqual([{ id: idOf('a.jpg'), version: 1 }]);
});

it('CARD-06 an address named like a placeholder is neither fetched nor shown', async () => {
  await importAll(feedOf(car('A1', 'no-image.jpg', 'photo-coming-soon.png', 'a.jpg')));
  expect(pictures.hits).toEqual(['/a.jpg']);
  expect(await imagesOf()).toHaveLength(1);
});

it('PLAT-01 one dealer’s picture is not another’s, at the same address', () => {
  expect(fetchedPictureId('yard-a', 'https://p.example/1.jpg')).not.toBe(
    fetchedPictureId('yard-b', 'https://p.example/1.jpg'),
  );
  expect(fetchedPictureId('yard-a', 'https://p.example/1.jpg')).toMatch(/^[a-z0-9-]{1,100}$/);
});

it('PLAT-03 a dry run requests and records no picture', async () => {
  const summary = await site.import(feedOf(car('A1', 'a.jpg')), { dryRun: true });
  expect(summary).toMatchObject({ added: 1 });
  expect(await site.services.db.selectFrom('pictures').selectAll().execute()).toEqual([]);
});

it('PLAT-03 cars that differ by their pictures alone are distinguished before and after these are fetched', async () => {
  const feed = [
    'make,model,year,price,images',
    ...['b', 'a', 'c'].map((name) => `Kia,Rio,2024,21990,${pictures.url(`/${name}.jpg`)}`),
  ].join('\n');
  expect((await importAll(feed)).stock).toMatchObject({ added: 3, skipped: 0 });
  expect((await importAll(feed)).stock).toMatchObject({ unchanged: 3, skipped: 0 });
});

it('CFG-22 after 90 days unused an original is deleted with its renditions, those in use stay', async () => {
  await importAll(feedOf(car('A1', 'a.jpg', 'b.jpg'), car('A2', 'c.jpg')));
  const { cacheFolder } = imageFolders(site.services.env.DATA_DIR);
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    writeFileSync(join(cacheFolder, `${idOf(name)}.0.w640-q75.webp`), 'x');
  const without = feedOf(car('A1', 'b.jpg'), car('A2', 'c.jpg'));
  await importAll(without);
  // Still in a record, though no feed has named it for long.
  await site.services.db
    .updateTable('pictures')
    .set({ last_wanted_at: '2025-01-01T00:00:00.000Z' })
    .where('id', '=', idOf('c.jpg'))
    .execute();

  later(90 * DAY_MS);
  expect((await importAll(without)).pictures.forgotten).toBe(0);
  later(1);
  await site.services.db
    .updateTable('pictures')
    .set({ last_wanted_at: '2025-01-01T00:00:00.000Z' })
    .where('id', '=', idOf('c.jpg'))
    .execute();
  const summary = await importPictures(site.services, site.dealer.slug, []);
  expect(summary.forgotten).toBe(1);
  const kept = [idOf('b.jpg'), idOf('c.jpg')].sort();
  expect(originals()).toEqual(kept.map((id) => `${id}.jpg`));
  expect(readdirSync(cacheFolder).sort()).toEqual(kept.map((id) => `${id}.0.w640-q75.webp`));
  expect(await rowOf('a.jpg')).toBeUndefined();
  expect((await rowOf('c.jpg'))?.last_wanted_at).toBe(now.toISOString());
});

it('CFG-22 at most four pictures of one host are fetched at a time', async () => {
  const picture = await jpegOf('#888');
  const names = Array.from({ length: 20 }, (_, at) => `n${at}.jpg`);
  for (const name of names)
    pictures.on(`/${name}`, (_, res) => void setTimeout(() => res.writeHead(200).end(picture), 15));
  expect((await importAll(feedOf(car('A1', ...names)))).pictures).toMatchObject({ fetched: 20 });
  expect(pictures.most.atOnce).toBe(4);
});

it('CFG-22 whichever pictures fail, the others are in the order of the feed, and the next import agrees', async () => {
  const picture = await jpegOf('#888');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 6 }),
      fc.func(fc.boolean()),
      async (numbers, works) => {
        later(10 * DAY_MS);
        const shown = numbers.filter((n) => works(n));
        for (const n of numbers) {
          if (shown.includes(n)) pictures.serve(`/p${n}.jpg`, picture);
          else pictures.on(`/p${n}.jpg`, (_, res) => void res.writeHead(200).end('nothing'));
          await site.services.db
            .deleteFrom('pictures')
            .where('id', '=', idOf(`p${n}.jpg`))
            .execute();
        }
        const { originalsFolder } = imageFolders(site.services.env.DATA_DIR);
        rmSync(originalsFolder, { recursive: true, force: true });
        const feed = feedOf(car('A1', ...numbers.map((n) => `p${n}.jpg`)));
        await importAll(feed);
        expect((await imagesOf()).map(({ id }) => id)).toEqual(shown.map((n) => idOf(`p${n}.jpg`)));
        expect((await importAll(feed)).stock).toMatchObject({ unchanged: 1, changed: 0 });
      },
    ),
    { numRuns: 15 },
  );
});

it('PLAT-03 a vehicle another import wrote without its pictures gets them back', async () => {
  const feed = feedOf(car('A1', 'a.jpg', 'b.jpg'));
  await importAll(feed);
  const shown = await imagesOf();
  expect(shown).toHaveLength(2);
  const [row] = await site.services.db.selectFrom('vehicles').select(['id', 'record']).execute();
  if (!row) throw new Error('No vehicle');
  const bare = { ...(JSON.parse(row.record) as Vehicle), images: [] };
  const { pictured } = await site.import(feed);
  await site.services.db
    .updateTable('vehicles')
    .set({ record: JSON.stringify(bare) })
    .where('id', '=', row.id)
    .execute();
  const source = httpPictureSource({ allowedHosts: [pictures.host] });
  const { asked, vehicles } = await importPictures(site.services, site.dealer.slug, pictured, source);
  expect([asked, vehicles]).toEqual([0, 1]);
  expect(await imagesOf()).toEqual(shown);
});

it('PLAT-03 two concurrent imports fetch each picture once', async () => {
  const { pictured } = await site.import(feedOf(car('A1', 'a.jpg', 'b.jpg', 'c.jpg')));
  const run = () =>
    importPictures(
      site.services,
      site.dealer.slug,
      pictured,
      httpPictureSource({ allowedHosts: [pictures.host] }),
    );
  const [one, other] = await Promise.all([run(), run()]);
  expect(one.asked + other.asked).toBe(3);
  expect(await imagesOf()).toHaveLength(3);
});

it('PLAT-03 a host that does not respond is given up, and retried by a later import', async () => {
  const dead = 'http://127.0.0.1:9';
  const many = Array.from({ length: 40 }, (_, at) => `${dead}/${at}.jpg`);
  const feed = feedOf(`A1,Toyota,Corolla,2021,24990,${[...many, pictures.url('/a.jpg')].join('|')}`);
  const source = () => httpPictureSource({ allowedHosts: [pictures.host, '127.0.0.1:9'] });
  const { pictured } = await site.import(feed);
  const first = await importPictures(site.services, site.dealer.slug, pictured, source());
  expect(first.asked).toBeLessThan(14);
  expect(first.failures.find(({ reason }) => reason.includes('did not answer'))?.count).toBeGreaterThan(25);
  expect(await imagesOf()).toHaveLength(1);
  const second = await importPictures(site.services, site.dealer.slug, pictured, source());
  expect(second.asked).toBeGreaterThan(0);
});

it('PLAT-03 a faulty feed gives a car no more than sixty pictures', async () => {
  const many = Array.from({ length: 100 }, (_, at) => `missing-${at}.jpg`);
  const { stock } = await importAll(feedOf(car('A1', ...many)));
  expect(stock.pictured[0]?.pictures.images).toHaveLength(60);
});

it('PLAT-03 pictures of an older feed never replace those of a newer one', async () => {
  const older = await site.import(feedOf(car('A1', 'a.jpg', 'b.jpg')));
  await importAll(feedOf(car('A1', 'c.jpg')));
  const source = httpPictureSource({ allowedHosts: [pictures.host] });
  await importPictures(site.services, site.dealer.slug, older.pictured, source);
  expect((await imagesOf()).map(({ id }) => id)).toEqual([idOf('c.jpg')]);
});
