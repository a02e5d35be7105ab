import { afterEach, beforeEach, expect, it } from 'vitest';
import { pauseAfter } from '#src/features/stock/server/pictures/picture-originals.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { openPictureImports, type PictureImports } from '../fixtures/picture-imports.ts';
import { jpegOf } from '../fixtures/picture-server.ts';
import { zipOf } from '../fixtures/zip-archive.ts';

let setup: PictureImports;
beforeEach(async () => {
  setup = await openPictureImports('picture-series');
});
afterEach(() => setup.stop());

const HEADER = 'stocknum,make,model,year,price,images';
const CARS = `${HEADER}\nA1,Toyota,Corolla,2021,24990,\nB1,Kia,Rio,2020,9990,\n`;

const addresses = async (stocknum: string) => (await setup.imagesOf(stocknum)).map(({ id }) => id);
const idsOf = (...names: string[]) => names.map((name) => setup.idOf(name));

/** Serves the photos of these numbers for a stock number. */
async function photograph(stocknum: string, ...numbers: number[]): Promise<void> {
  for (const n of numbers)
    setup.pictures.serve(`/${stocknum}_${n}.jpg`, await jpegOf(`#${n}0${n}`), `"${n}"`);
}
const template = () => ({ images: { template: setup.pictures.url('/{stocknum}_{n}.jpg'), from: 1 } });

it('FEED-15 photos of a template are fetched until one is missing, in their order', async () => {
  await photograph('A1', 1, 2, 3, 5);
  await photograph('B1', 1);
  const { pictures } = await setup.importAll(CARS, { columns: template() });
  expect(pictures).toMatchObject({ fetched: 4, failures: [], vehicles: 2 });
  expect(await addresses('A1')).toEqual(idsOf('A1_1.jpg', 'A1_2.jpg', 'A1_3.jpg'));
  expect(await addresses('B1')).toEqual(idsOf('B1_1.jpg'));
});

it('FEED-15 a photo that is added later is found, and one that is gone is no longer shown', async () => {
  await photograph('A1', 1, 2);
  await photograph('B1', 1);
  await setup.importAll(CARS, { columns: template() });
  await photograph('A1', 3);
  setup.later(pauseAfter(1));
  await setup.importAll(CARS, { columns: template() });
  expect(await addresses('A1')).toEqual(idsOf('A1_1.jpg', 'A1_2.jpg', 'A1_3.jpg'));
  setup.pictures.on('/A1_3.jpg', (_, response) => response.writeHead(404).end());
  setup.pictures.on('/A1_2.jpg', (_, response) => response.writeHead(404).end());
  setup.later(2 * DAY_MS);
  await setup.importAll(CARS, { columns: template() });
  await setup.importAll(CARS, { columns: template() });
  expect(await addresses('A1')).toEqual(idsOf('A1_1.jpg'));
});

it('FEED-15 a vehicle without a first photo is reported', async () => {
  await photograph('A1', 1);
  const { pictures } = await setup.importAll(CARS, { columns: template() });
  expect(pictures.failures).toMatchObject([{ reason: 'HTTP 404', count: 1 }]);
});

it('FEED-16 photos of the archive are stored, and kept when the next archive has none', async () => {
  const photos = { 'A1-b.jpg': await jpegOf('#0a0'), 'pics/A1-a.JPG': await jpegOf('#00a') };
  const cars = `${HEADER}\nA1,Toyota,Corolla,2021,24990,A1-a.jpg|a1-b.jpg\n`;
  const first = await setup.importAll(zipOf({ 'stock.csv': cars, ...photos }));
  expect(first.stock.problems).toEqual([]);
  expect(first.pictures).toMatchObject({ fetched: 2, failures: [], vehicles: 1 });
  const shown = await addresses('A1');
  expect(shown).toHaveLength(2);
  setup.later(2 * DAY_MS);
  const later = await setup.importAll(zipOf({ 'stock.csv': cars, 'pics/A1-a.JPG': photos['pics/A1-a.JPG'] }));
  expect(later.pictures.failures).toEqual([]);
  expect(later.stock.problems).toMatchObject([
    { column: 'images', value: expect.stringContaining('a1-b.jpg') },
  ]);
  expect(await addresses('A1')).toEqual(shown.slice(0, 1));
});
