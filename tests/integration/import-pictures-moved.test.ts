import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { feedOf, openPictureImports, type PictureImports } from '../fixtures/picture-imports.ts';
import { jpegOf } from '../fixtures/picture-server.ts';

const HEADER = 'stocknum,vin,make,model,year,price,images,spin_images';
const VIN = 'JM0KF4WLA00123456';
const OTHER_VIN = 'JM0KF4WLA00999999';
const OLD = ['a.jpg', 'b.jpg', 'c.jpg'];
const NEW = ['n1.jpg', 'n2.jpg', 'n3.jpg'];

let setup: PictureImports;

beforeEach(async () => {
  setup = await openPictureImports('import-pictures-moved');
  const picture = await jpegOf('#246');
  for (const name of NEW) setup.pictures.serve(`/${name}`, picture);
});
afterEach(() => setup.stop());

const shown = async () => (await setup.imagesOf()).map(({ id }) => id);
const ids = (names: readonly string[]) => names.map(setup.idOf);
const refuse = (...names: string[]) => {
  for (const name of names) setup.pictures.on(`/${name}`, (_, res) => res.writeHead(403).end());
};
const identified = (vin: string, model: string, names: readonly string[]) =>
  [
    HEADER,
    `A1,${vin},Toyota,${model},2021,24990,${names.map((name) => setup.pictures.url(`/${name}`)).join('|')},`,
  ].join('\n');

it('CFG-22 a car whose pictures have new addresses shows its former ones until these are fetched', async () => {
  await setup.importAll(feedOf(setup.car('A1', ...OLD)));
  const moved = feedOf(setup.car('A1', ...NEW));
  const { pictured } = await setup.site.import(moved);
  expect(await shown()).toEqual(ids(OLD));
  await drainIndexChanges(setup.site.services);
  const [row] = await setup.site.services.db.selectFrom('vehicles').select('record').execute();
  expect(JSON.parse(row?.record ?? '') as Vehicle).toMatchObject({ images: [{ version: 1 }, {}, {}] });
  expect([...pictured][0]?.pictures.images.map(({ id }) => id)).toEqual(ids(NEW));

  const { stock, pictures } = await setup.importAll(moved);
  expect(stock).toMatchObject({ changed: 0, unchanged: 1 });
  expect(pictures).toMatchObject({ fetched: 3, vehicles: 1 });
  expect(await shown()).toEqual(ids(NEW));
  expect((await setup.importAll(moved)).stock).toMatchObject({ changed: 0, unchanged: 1 });
});

it('CFG-22 a car whose pictures move to a host that refuses them shows its former ones, import after import', async () => {
  await setup.importAll(feedOf(setup.car('A1', ...OLD)));
  refuse(...NEW);
  const moved = feedOf(setup.car('A1', ...NEW));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { pictures } = await setup.importAll(moved);
    expect(pictures.failures).toMatchObject([{ reason: 'HTTP 403', count: 3 }]);
    expect(await shown()).toEqual(ids(OLD));
    setup.later(48 * HOUR_MS);
  }
  expect(setup.originals()).toEqual(
    ids(OLD)
      .map((id) => `${id}.jpg`)
      .sort(),
  );
});

it('CFG-22 one photo of a new set does not replace three, until the others have failed three times', async () => {
  await setup.importAll(feedOf(setup.car('A1', ...OLD)));
  refuse('n2.jpg', 'n3.jpg');
  const moved = feedOf(setup.car('A1', ...NEW));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await setup.importAll(moved);
    expect(await shown()).toEqual(ids(OLD));
    setup.later(2 * HOUR_MS);
  }
  await setup.importAll(moved);
  expect(await shown()).toEqual(ids(['n1.jpg']));
});

it('CFG-22 a photo that the feed leaves out disappears at once, even if it adds one that fails', async () => {
  await setup.importAll(feedOf(setup.car('A1', ...OLD)));
  await setup.site.import(feedOf(setup.car('A1', 'c.jpg', 'a.jpg', 'n1.jpg')));
  expect(await shown()).toEqual(ids(['c.jpg', 'a.jpg']));
});

it.each([
  ['none', []],
  ['a placeholder alone', ['no-image.jpg']],
])('CFG-22 a car of which the feed names %s loses its pictures', async (_case, names) => {
  await setup.importAll(feedOf(setup.car('A1', ...OLD)));
  await setup.site.import(feedOf(setup.car('A1', ...names)));
  expect(await shown()).toEqual([]);
});

it.each([
  ['another VIN', identified, OTHER_VIN, 'Corolla'],
  ['another model and no VIN', identified, '', 'Camry'],
])(
  'CFG-22 a stock number given to a car of %s does not give it the former car’s pictures',
  async (_case, feed, vin, model) => {
    await setup.importAll(feed(VIN, 'Corolla', OLD));
    await setup.site.import(feed(vin, model, NEW));
    expect(await shown()).toEqual([]);
  },
);

it('CFG-22 a car whose model is written differently is the same by its VIN', async () => {
  await setup.importAll(identified(VIN, 'Corolla', OLD));
  await setup.site.import(identified(VIN, 'COROLLA Hatch', NEW));
  expect(await shown()).toEqual(ids(OLD));
});

it('VDP-03 a spin whose frames have new addresses shows its former ones until all are fetched', async () => {
  const spun = (names: readonly string[]) =>
    [
      HEADER,
      `A1,,Toyota,Corolla,2021,24990,,${names.map((name) => setup.pictures.url(`/${name}`)).join('|')}`,
    ].join('\n');
  const frames = async () => {
    const [row] = await setup.site.services.db.selectFrom('vehicles').select('record').execute();
    return (JSON.parse(row?.record ?? '') as Vehicle).spin_images?.map(({ id }) => id);
  };
  await setup.importAll(spun(OLD));
  expect(await frames()).toEqual(ids(OLD));
  refuse('n3.jpg');
  await setup.importAll(spun(NEW));
  expect(await frames()).toEqual(ids(OLD));
  setup.pictures.serve('/n3.jpg', await jpegOf('#246'));
  setup.later(HOUR_MS);
  await setup.importAll(spun(NEW));
  expect(await frames()).toEqual(ids(NEW));
});
