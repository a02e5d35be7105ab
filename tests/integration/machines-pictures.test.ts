import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { forgetPictures } from '#src/features/stock/server/pictures/picture-originals.ts';
import { pictureVersion } from '#src/features/stock/server/queries/picture-queries.ts';
import { IMMUTABLE } from '#src/platform/http/response-headers.ts';
import { ownImageUrl } from '#src/platform/images/image-url.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { createImageRoute, type ImageRoute } from '#src/server/images/image-route.ts';
import type { Services } from '#src/server/services.ts';
import { feedOf, openPictureImports, type PictureImports } from '../fixtures/picture-imports.ts';
import { jpegOf } from '../fixtures/picture-server.ts';
import { type SharedBucket, startSharedBucket } from '../fixtures/shared-bucket.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';

type Machine = {
  services: Services;
  route: ImageRoute;
  get(path: string): Promise<Response>;
  /** All bytes on its disk. */
  cachedBytes(): number;
};

let bucket: SharedBucket;
let imports: PictureImports;
let a: Machine;
let b: Machine;
let other: StockSite;
let servers: Server[];

async function machineOf(services: Services): Promise<Machine> {
  const { db, log, pictures } = services;
  const route = createImageRoute({ pictures, log, versionOf: (id) => pictureVersion(db, id) });
  const server = createServer((req, res) => void route.answer(req, res, async () => []));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  return {
    services,
    route,
    get: (path) => fetch(origin + path),
    cachedBytes: () => {
      const entries = readdirSync(services.env.DATA_DIR, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
    },
  };
}

beforeEach(async () => {
  servers = [];
  bucket = await startSharedBucket();
  const { DATABASE_URL } = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-machines-')));
  const shared = { DATABASE_URL, IMAGE_CACHE_MB: '10', ...bucket.env };
  imports = await openPictureImports('machines_pictures', shared);
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'machines_pictures' };
  other = await openStockSite(engine, imports.clock, undefined, shared);
  a = await machineOf(imports.site.services);
  b = await machineOf(other.services);
});
afterEach(async () => {
  for (const machine of [a, b]) await machine.route.stop();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await other.close();
  await imports.stop();
  await bucket.stop();
});

const pictureOf = async (format: 'webp' | 'avif' = 'webp') => {
  const [image] = await imports.imagesOf();
  if (!image) throw new Error('The car has no picture.');
  return { id: image.id, path: ownImageUrl(image, { width: 320, format }) };
};
const importCar = (...names: string[]) => imports.importAll(feedOf(imports.car('A1', ...names)));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

it('PLAT-93 a picture imported by one machine is shown by another, and made once', async () => {
  await importCar('a.jpg');
  const { id, path } = await pictureOf();
  expect(await bucket.keys('images/')).toEqual([`images/originals/${id}.jpg`]);
  expect(imports.originals()).toEqual([]);
  const first = await b.get(path);
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  const content = await bytesOf(first);
  await b.services.pictures.settled();
  expect((await bucket.storage.head(path.slice(1)))?.headers).toEqual({
    contentType: 'image/webp',
    cacheControl: IMMUTABLE,
  });
  await bucket.storage.delete(`images/originals/${id}.jpg`);
  const second = await a.get(path);
  expect((await bytesOf(second)).equals(content)).toBe(true);
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
});

it('PLAT-93 an AVIF that another machine has made is sent instead of a WebP', async () => {
  await importCar('a.jpg');
  const { path } = await pictureOf('avif');
  expect((await b.get(path)).headers.get('content-type')).toBe('image/webp');
  await expect.poll(() => bucket.keys('images/')).toContain(path.slice(1));
  const found = await a.get(path);
  expect([found.headers.get('content-type'), found.headers.get('cache-control')]).toEqual([
    'image/avif',
    IMMUTABLE,
  ]);
});

it('PLAT-93 simultaneous requests fetch an original once, and an unknown id is 404', async () => {
  await importCar('a.jpg');
  const { id } = await pictureOf();
  const fetched = vi.spyOn(b.services.storage as NonNullable<Services['storage']>, 'getFile');
  const paths = ([320, 480, 640, 960] as const).map((width) => ownImageUrl({ id, version: 1 }, { width }));
  const found = await Promise.all([...paths, ...paths].map((path) => b.get(path)));
  expect(found.map(({ status }) => status)).toEqual(paths.concat(paths).map(() => 200));
  const keys = fetched.mock.calls.map(([key]) => key);
  expect(keys.filter((key) => key.startsWith('images/originals/'))).toHaveLength(1);
  expect((await b.get(ownImageUrl({ id: 'nothing' }))).status).toBe(404);
});

it('PLAT-93 other content has another address on every machine, and the old renditions are gone', async () => {
  await importCar('a.jpg');
  const old = await pictureOf();
  const before = await bytesOf(await b.get(old.path));
  await b.services.pictures.settled();
  imports.pictures.serve('/a.jpg', await jpegOf('#33c'), '"blue"');
  imports.later(2 * DAY_MS);
  await importCar('a.jpg');
  expect(await bucket.keys(`images/${old.id}/`)).toEqual([]);
  const { path } = await pictureOf();
  expect(path).not.toBe(old.path);
  const after = await bytesOf(await b.get(path));
  expect(after.equals(before)).toBe(false);
  // An old address is not stored for ever, neither by browsers nor in the bucket.
  const outdated = await b.get(old.path);
  expect(outdated.headers.get('cache-control')).toBe('public, max-age=60');
  await b.services.pictures.settled();
  expect(await bucket.keys(`images/${old.id}/`)).toEqual([path.slice(1)]);
});

it('PLAT-93 a picture that was put into the bucket by hand is shown, and another one in its place too', async () => {
  const put = async (colour: string, width: number) =>
    bucket.storage.put('images/originals/by-hand.jpg', await jpegOf(colour, width), PRIVATE_FILE);
  await put('#c33', 60);
  const first = await b.get(ownImageUrl({ id: 'by-hand' }));
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  await put('#3c3', 90);
  const path = ownImageUrl({ id: 'by-hand', version: 2 });
  const second = await a.get(path);
  expect([second.status, second.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  expect((await sharp(await bytesOf(second)).metadata()).width).toBe(90);
  for (const machine of [a, b]) await machine.services.pictures.settled();
  // Who asks for other versions fills no bucket.
  expect(await bucket.keys('images/by-hand/')).toEqual([ownImageUrl({ id: 'by-hand' }).slice(1)]);
});

it('PLAT-93 a picture put by hand in place of one of the same size is shown a minute later', async () => {
  const jpegs = [await jpegOf('#c33', 60), await jpegOf('#33c', 60)];
  const bytes = Math.max(...jpegs.map(({ length }) => length)) + 1;
  const [red, blue] = jpegs.map((jpeg) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]));
  const put = (content = Buffer.of()) =>
    bucket.storage.put('images/originals/by-hand.jpg', content, PRIVATE_FILE);
  const shown = async (width: 320 | 480) => {
    const content = await bytesOf(await a.get(ownImageUrl({ id: 'by-hand' }, { width })));
    const { dominant } = await sharp(content).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  };
  await put(red);
  expect(await shown(320)).toBe('red');
  await put(blue);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2 * MINUTE_MS);
  expect(await shown(480)).toBe('blue');
  later.mockRestore();
});

it('PLAT-93 a picture that no feed has named for 90 days is gone from the bucket too', async () => {
  await importCar('a.jpg');
  const { path } = await pictureOf();
  await a.get(path);
  await a.services.pictures.settled();
  expect(await bucket.keys('images/')).toHaveLength(2);
  await imports.importAll(feedOf(imports.car('B2', 'b.jpg')));
  imports.later(91 * DAY_MS);
  expect(await forgetPictures(imports.site.services, imports.site.dealer.slug)).toBe(1);
  expect(await bucket.keys('images/')).toEqual([expect.stringContaining('originals')]);
});

it.each(['refused', 'silent'] as const)(
  'PLAT-94 a bucket that is %s costs a request two seconds at most, then nothing, and comes back',
  async (how) => {
    await importCar('a.jpg');
    const { path } = await pictureOf();
    const { id } = await pictureOf();
    expect((await b.get(path)).status).toBe(200);
    bucket.cut(how);
    const unknown = (['640', '960', '1280'] as const).map((width) => path.replace('w320', `w${width}`));
    rmSync(join(b.services.pictures.cacheFolder, `${id}.original-v1.jpg`));
    for (const each of unknown) {
      const started = performance.now();
      const answer = await b.get(each);
      expect(performance.now() - started).toBeLessThan(3000);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([503, 'image/svg+xml', 'no-store']);
      expect((await sharp(await bytesOf(answer)).metadata()).width).toBe(960);
    }
    await expect
      .poll(async () => {
        const started = performance.now();
        await b.get(unknown[0] ?? '');
        return performance.now() - started;
      })
      .toBeLessThan(300);
    expect((await b.get(path)).status).toBe(200);
    bucket.line = 'up';
    await expect.poll(async () => (await b.get(unknown[0] ?? '')).status).toBe(200);
  },
);

it('PLAT-95 originals and renditions of a machine are near the limit together', async () => {
  const names = Array.from({ length: 18 }, (_, at) => `noise-${at}.jpg`);
  for (const name of names) {
    const raw = { width: 960, height: 640, channels: 3 as const };
    const noise = await sharp(randomBytes(960 * 640 * 3), { raw })
      .jpeg({ quality: 100 })
      .toBuffer();
    imports.pictures.serve(`/${name}`, noise, `"${name}"`);
  }
  await importCar(...names);
  for (const image of await imports.imagesOf()) expect((await b.get(ownImageUrl(image))).status).toBe(200);
  await b.services.pictures.settled();
  expect(await bucket.keys('images/')).toHaveLength(2 * names.length);
  const total = (await bucket.storage.list('images/')).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeGreaterThan(15_000_000);
  expect(b.cachedBytes()).toBeLessThan(12_000_000);
});
