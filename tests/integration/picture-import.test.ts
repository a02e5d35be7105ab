import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPictures } from '#src/features/stock/server/pictures/import-pictures.ts';
import { pauseAfter } from '#src/features/stock/server/pictures/picture-originals.ts';
import { fetchedPictureId } from '#src/features/stock/server/pictures/picture-series.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import { httpPictureSource } from '#src/platform/images/picture-source.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { feedOf, openPictureImports, type PictureImports } from '../fixtures/picture-imports.ts';
import { jpegOf, type PictureServer } from '../fixtures/picture-server.ts';
import type { StockSite } from '../fixtures/stock-site.ts';

let setup: PictureImports;
let site: StockSite;
let pictures: PictureServer;

beforeEach(async () => {
  setup = await openPictureImports('import-pictures');
  ({ site, pictures } = setup);
});
afterEach(() => setup.stop());

it('PLAT-03 a car is stored at once, and has its pictures in the order of the feed once they are fetched', async () => {
  const feed = feedOf(setup.car('A1', 'b.jpg', 'stored-1', 'a.jpg'));
  const stock = await site.import(feed);
  expect(await setup.imagesOf()).toEqual([{ id: 'stored-1' }]);
  await site.services.db.deleteFrom('index_changes').execute();

  const source = httpPictureSource({ allowedHosts: [pictures.host] });
  const summary = await importPictures(site.services, site.dealer.slug, stock.pictured, source);
  expect(summary).toMatchObject({ asked: 2, fetched: 2, failures: [], vehicles: 1 });
  expect(await setup.imagesOf()).toEqual([
    { id: setup.idOf('b.jpg'), version: 1 },
    { id: 'stored-1' },
    { id: setup.idOf('a.jpg'), version: 1 },
  ]);
  expect(setup.originals()).toEqual([`${setup.idOf('a.jpg')}.jpg`, `${setup.idOf('b.jpg')}.jpg`].sort());
  expect(await setup.marks()).toHaveLength(1);
});

it('CFG-22 failed pictures are absent, reported by reason, and retried after growing pauses', async () => {
  pictures.on('/text.jpg', (_, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end('<svg/>'));
  const feed = feedOf(setup.car('A1', 'gone.jpg', 'a.jpg', 'gone2.jpg', 'text.jpg'));
  const { stock, pictures: summary } = await setup.importAll(feed);
  expect(stock).toMatchObject({ added: 1, problems: [] });
  expect(summary.failures).toMatchObject([
    { reason: 'HTTP 404', count: 2, example: expect.stringMatching(/\/gone2?\.jpg$/) },
    { reason: 'not a JPEG, PNG, WebP, AVIF or GIF', count: 1, example: pictures.url('/text.jpg') },
  ]);
  expect((await setup.imagesOf()).map(({ id }) => id)).toEqual([setup.idOf('a.jpg')]);
  expect(await setup.rowOf('text.jpg')).toMatchObject({ state: 'failed', attempts: 1, version: 0 });
  expect(setup.originals()).toHaveLength(1);

  setup.later(pauseAfter(1) - 1);
  expect((await setup.importAll(feed)).pictures.asked).toBe(0);
  setup.later(1);
  pictures.serve('/gone.jpg', await jpegOf('#123'));
  expect((await setup.importAll(feed)).pictures).toMatchObject({ asked: 3, fetched: 1, vehicles: 1 });
  expect((await setup.imagesOf()).map(({ id }) => id)).toEqual([setup.idOf('gone.jpg'), setup.idOf('a.jpg')]);
  const pauses = [1, 2, 3, 4, 5, 6].map(pauseAfter);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(new Set(pauses.slice(0, 5)).size).toBe(5);
});

it('CARD-06 an address named like a stand-in is neither fetched nor shown', async () => {
  await setup.importAll(feedOf(setup.car('A1', 'no-image.jpg', 'photo-coming-soon.png', 'a.jpg')));
  expect(pictures.hits).toEqual(['/a.jpg']);
  expect(await setup.imagesOf()).toHaveLength(1);
});

it('PLAT-01 one dealer’s picture is not another’s, at the same address', () => {
  expect(fetchedPictureId('yard-a', 'https://p.example/1.jpg')).not.toBe(
    fetchedPictureId('yard-b', 'https://p.example/1.jpg'),
  );
  expect(fetchedPictureId('yard-a', 'https://p.example/1.jpg')).toMatch(/^[a-z0-9-]{1,100}$/);
});

it('PLAT-03 a dry run asks for no picture and notes none', async () => {
  const summary = await site.import(feedOf(setup.car('A1', 'a.jpg')), { dryRun: true });
  expect(summary).toMatchObject({ added: 1 });
  expect(await site.services.db.selectFrom('pictures').selectAll().execute()).toEqual([]);
});

it('PLAT-03 cars that differ by their pictures alone are distinguished before and after these are fetched', async () => {
  const feed = [
    'make,model,year,price,images',
    ...['b', 'a', 'c'].map((name) => `Kia,Rio,2024,21990,${pictures.url(`/${name}.jpg`)}`),
  ].join('\n');
  expect((await setup.importAll(feed)).stock).toMatchObject({ added: 3, skipped: 0 });
  expect((await setup.importAll(feed)).stock).toMatchObject({ unchanged: 3, skipped: 0 });
});

it('CFG-22 at most four pictures of one host are fetched at a time', async () => {
  const picture = await jpegOf('#888');
  const names = Array.from({ length: 20 }, (_, at) => `n${at}.jpg`);
  // The first four wait for each other.
  const first: (() => void)[] = [];
  for (const name of names)
    pictures.on(`/${name}`, (_, res) => {
      first.push(() => res.writeHead(200).end(picture));
      if (first.length === 4) for (const respond of first) respond();
      else if (first.length > 4) setTimeout(first.at(-1) ?? (() => {}), 15);
    });
  expect((await setup.importAll(feedOf(setup.car('A1', ...names)))).pictures).toMatchObject({ fetched: 20 });
  expect(pictures.most.atOnce).toBe(4);
});

it('CFG-22 whichever pictures fail, the others are in the order of the feed, and the next import agrees', async () => {
  const picture = await jpegOf('#888');
  let cars = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 6 }),
      fc.func(fc.boolean()),
      async (numbers, works) => {
        setup.later(10 * DAY_MS);
        const shown = numbers.filter((n) => works(n));
        for (const n of numbers) {
          if (shown.includes(n)) pictures.serve(`/p${n}.jpg`, picture);
          else pictures.on(`/p${n}.jpg`, (_, res) => void res.writeHead(200).end('nothing'));
          await site.services.db
            .deleteFrom('pictures')
            .where('id', '=', setup.idOf(`p${n}.jpg`))
            .execute();
        }
        const { originalsFolder } = imageFolders(site.services.env.DATA_DIR);
        rmSync(originalsFolder, { recursive: true, force: true });
        cars += 1;
        const feed = feedOf(setup.car(`C${cars}`, ...numbers.map((n) => `p${n}.jpg`)));
        await setup.importAll(feed);
        expect((await setup.imagesOf(`C${cars}`)).map(({ id }) => id)).toEqual(
          shown.map((n) => setup.idOf(`p${n}.jpg`)),
        );
        expect((await setup.importAll(feed)).stock).toMatchObject({ unchanged: 1, changed: 0 });
      },
    ),
    { numRuns: 15 },
  );
});

it('PLAT-03 two imports at once fetch each picture once', async () => {
  const { pictured } = await site.import(feedOf(setup.car('A1', 'a.jpg', 'b.jpg', 'c.jpg')));
  const run = () =>
    importPictures(
      site.services,
      site.dealer.slug,
      pictured,
      httpPictureSource({ allowedHosts: [pictures.host] }),
    );
  const [one, other] = await Promise.all([run(), run()]);
  expect(one.asked + other.asked).toBe(3);
  expect(await setup.imagesOf()).toHaveLength(3);
});

it('PLAT-03 a faulty feed gives a car no more than sixty pictures', async () => {
  const many = Array.from({ length: 100 }, (_, at) => `missing-${at}.jpg`);
  const { stock } = await setup.importAll(feedOf(setup.car('A1', ...many)));
  expect([...stock.pictured][0]?.pictures.images).toHaveLength(60);
});

it('FEED-25 pictures of more vehicles than a batch are each fetched once and shown by all their vehicles', async () => {
  const numbers = Array.from({ length: 600 }, (_, at) => at);
  const feed = feedOf(...numbers.map((at) => setup.car(`A${at}`, 'a.jpg', at % 2 === 0 ? 'b.jpg' : 'c.jpg')));
  const { stock, pictures: summary } = await setup.importAll(feed);
  expect([...stock.pictured]).toHaveLength(600);
  expect(summary).toMatchObject({ asked: 3, fetched: 3, failures: [], vehicles: 600 });
  for (const [at, second] of [
    [0, 'b.jpg'],
    [599, 'c.jpg'],
  ] as const)
    expect((await setup.imagesOf(`A${at}`)).map(({ id }) => id)).toEqual([
      setup.idOf('a.jpg'),
      setup.idOf(second),
    ]);
  const again = await setup.importAll(feed);
  expect(again.stock).toMatchObject({ changed: 0, unchanged: 600 });
  expect(again.pictures).toMatchObject({ asked: 0, vehicles: 0 });
});
