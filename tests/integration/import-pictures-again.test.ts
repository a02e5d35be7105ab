import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPictures } from '#src/features/stock/server/pictures/import-pictures.ts';
import { storePictured } from '#src/features/stock/server/queries/pictured-vehicles.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
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
  setup = await openPictureImports('import-pictures-again');
  ({ site, pictures } = setup);
});
afterEach(() => setup.stop());

it('PLAT-03 a second import asks for nothing and changes nothing', async () => {
  const feed = feedOf(setup.car('A1', 'a.jpg', 'b.jpg'), setup.car('A2', 'a.jpg'));
  await setup.importAll(feed);
  const again = await setup.importAll(feed);
  expect(again.stock).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(again.pictures).toMatchObject({ asked: 0, vehicles: 0 });
  expect(pictures.hits.sort()).toEqual(['/a.jpg', '/b.jpg']);
});

it('CFG-22 after a day a picture is asked for again, and another content counts its version up', async () => {
  const feed = feedOf(setup.car('A1', 'a.jpg', 'b.jpg'));
  await setup.importAll(feed);
  setup.later(DAY_MS - 1);
  expect((await setup.importAll(feed)).pictures.asked).toBe(0);
  setup.later(1);
  expect((await setup.importAll(feed)).pictures).toMatchObject({
    asked: 2,
    fetched: 0,
    unchanged: 2,
    vehicles: 0,
  });
  expect(pictures.asked.at(-1)?.headers['if-none-match']).toMatch(/^"[ab]"$/);

  setup.later(DAY_MS);
  pictures.serve('/a.jpg', await jpegOf('#fff'), '"another"');
  expect((await setup.importAll(feed)).pictures).toMatchObject({ fetched: 1, unchanged: 1, vehicles: 1 });
  expect((await setup.imagesOf()).map(({ version }) => version)).toEqual([2, 1]);
  // The same bytes under another ETag are no other content.
  setup.later(DAY_MS);
  pictures.serve('/a.jpg', await jpegOf('#fff'), '"renamed"');
  expect((await setup.importAll(feed)).pictures).toMatchObject({ fetched: 0, unchanged: 2, vehicles: 0 });
  expect(await setup.importAll(feed)).toMatchObject({ stock: { unchanged: 1 } });
});

it('CFG-22 a picture that was there stays when its host fails later', async () => {
  const feed = feedOf(setup.car('A1', 'a.jpg'));
  await setup.importAll(feed);
  setup.later(DAY_MS);
  pictures.on('/a.jpg', (_, res) => res.writeHead(500).end());
  expect((await setup.importAll(feed)).pictures.failures).toMatchObject([{ reason: 'HTTP 500' }]);
  expect(await setup.imagesOf()).toEqual([{ id: setup.idOf('a.jpg'), version: 1 }]);
  expect(await setup.importAll(feed)).toMatchObject({ stock: { unchanged: 1 } });
});

it('CFG-22 an original lost from the disk is fetched whole, not asked whether it changed', async () => {
  const feed = feedOf(setup.car('A1', 'a.jpg'));
  await setup.importAll(feed);
  const { originalsFolder } = imageFolders(site.services.env.DATA_DIR);
  rmSync(originalsFolder, { recursive: true });
  setup.later(DAY_MS);
  await setup.importAll(feed);
  expect(setup.originals()).toEqual([`${setup.idOf('a.jpg')}.jpg`]);
  expect(await setup.imagesOf()).toEqual([{ id: setup.idOf('a.jpg'), version: 1 }]);
});

it('CFG-22 after 90 days unwanted an original goes with all that was made of it, those on show stay', async () => {
  await setup.importAll(feedOf(setup.car('A1', 'a.jpg', 'b.jpg'), setup.car('A2', 'c.jpg')));
  const { cacheFolder } = imageFolders(site.services.env.DATA_DIR);
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    writeFileSync(join(cacheFolder, `${setup.idOf(name)}.0.w640-q75.webp`), 'x');
  const without = feedOf(setup.car('A1', 'b.jpg'), setup.car('A2', 'c.jpg'));
  await setup.importAll(without);
  // Still in a record, though no feed has named it for long.
  await site.services.db
    .updateTable('pictures')
    .set({ last_wanted_at: '2025-01-01T00:00:00.000Z' })
    .where('id', '=', setup.idOf('c.jpg'))
    .execute();

  setup.later(90 * DAY_MS);
  expect((await setup.importAll(without)).pictures.forgotten).toBe(0);
  setup.later(1);
  await site.services.db
    .updateTable('pictures')
    .set({ last_wanted_at: '2025-01-01T00:00:00.000Z' })
    .where('id', '=', setup.idOf('c.jpg'))
    .execute();
  const summary = await importPictures(site.services, site.dealer.slug, storePictured());
  expect(summary.forgotten).toBe(1);
  const kept = [setup.idOf('b.jpg'), setup.idOf('c.jpg')].sort();
  expect(setup.originals()).toEqual(kept.map((id) => `${id}.jpg`));
  expect(readdirSync(cacheFolder).sort()).toEqual(kept.map((id) => `${id}.0.w640-q75.webp`));
  expect(await setup.rowOf('a.jpg')).toBeUndefined();
  expect((await setup.rowOf('c.jpg'))?.last_wanted_at).toBe(setup.clock.now().toISOString());
});

it('PLAT-03 a vehicle another import wrote without its pictures gets them back', async () => {
  const feed = feedOf(setup.car('A1', 'a.jpg', 'b.jpg'));
  await setup.importAll(feed);
  const shown = await setup.imagesOf();
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
  expect(await setup.imagesOf()).toEqual(shown);
});

it('PLAT-03 a host that does not answer is given up, and asked again by a later import', async () => {
  const dead = 'http://127.0.0.1:9';
  const many = Array.from({ length: 40 }, (_, at) => `${dead}/${at}.jpg`);
  const feed = feedOf(`A1,Toyota,Corolla,2021,24990,${[...many, pictures.url('/a.jpg')].join('|')}`);
  const source = () => httpPictureSource({ allowedHosts: [pictures.host, '127.0.0.1:9'] });
  const { pictured } = await site.import(feed);
  const first = await importPictures(site.services, site.dealer.slug, pictured, source());
  expect(first.asked).toBeLessThan(14);
  expect(first.failures.find(({ reason }) => reason.includes('did not answer'))?.count).toBeGreaterThan(25);
  expect(await setup.imagesOf()).toHaveLength(1);
  const second = await importPictures(site.services, site.dealer.slug, pictured, source());
  expect(second.asked).toBeGreaterThan(0);
});

it('PLAT-03 pictures of an older feed never follow those of a newer one', async () => {
  const older = await site.import(feedOf(setup.car('A1', 'a.jpg', 'b.jpg')));
  await setup.importAll(feedOf(setup.car('A1', 'c.jpg')));
  const source = httpPictureSource({ allowedHosts: [pictures.host] });
  await importPictures(site.services, site.dealer.slug, older.pictured, source);
  expect((await setup.imagesOf()).map(({ id }) => id)).toEqual([setup.idOf('c.jpg')]);
});
