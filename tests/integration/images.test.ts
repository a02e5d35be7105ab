import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestOptions, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeImage } from '#src/platform/images/encode-image.ts';
import { trimCache } from '#src/platform/images/image-store.ts';
import { type ImageOptions, imageUrl as urlOf } from '#src/platform/images/image-url.ts';
import { openPictureFiles } from '#src/platform/images/picture-files.ts';
import { createImageRoute, type ImageRoute } from '#src/server/images/image-route.ts';
import { HOSTILE_PATHS } from '../fixtures/hostile-paths.ts';

const SECRET = 'outside-the-folder';
const folder = mkdtempSync(join(tmpdir(), 'forecourt-images-'));
const originalsFolder = join(folder, 'images/originals');
const cacheFolder = join(folder, 'images/cache');
const imageUrl = (id: string, options: ImageOptions = {}, version = 1) => urlOf({}, { id, version }, options);
let encodes = 0;
let running = 0;
let mostRunning = 0;
let server: Server;
let route: ImageRoute;
let port: number;

type ReceivedResponse = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Sends the path unchanged; fetch would normalise it first. */
const ask = (path: string, options: RequestOptions = {}): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, ...options }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) }),
      );
    });
    req.on('error', reject);
    req.end();
  });

beforeAll(async () => {
  mkdirSync(originalsFolder, { recursive: true });
  const picture = sharp({ create: { width: 1280, height: 853, channels: 3, background: '#c33' } });
  await picture.jpeg().toFile(join(originalsFolder, 'red.jpg'));
  await picture.jpeg().toFile(join(originalsFolder, 'second.jpg'));
  await picture.jpeg().toFile(join(originalsFolder, 'fetched-1.jpg'));
  await picture.jpeg().toFile(join(folder, 'secret.jpg'));
  writeFileSync(join(folder, 'secret.txt'), SECRET);
  writeFileSync(join(originalsFolder, 'broken.jpg'), 'not a picture');
  route = createImageRoute({
    pictures: openPictureFiles({
      ...{ dataDir: folder, storage: undefined, maxCacheBytes: 1_000_000_000 },
      ...{ versionOf: async () => undefined, log: { warn: () => undefined } },
    }),
    versionOf: async (id) => (id.startsWith('fetched-') ? 3 : undefined),
    log: { error: () => undefined },
    encode: async (...args) => {
      encodes += 1;
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await encodeImage(...args).finally(() => {
        running -= 1;
      });
    },
  });
  server = createServer((req, res) => void route.answer(req, res, async () => []));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address && typeof address === 'object' ? address.port : 0;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await route.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  rmSync(cacheFolder, { recursive: true, force: true });
  encodes = 0;
  mostRunning = 0;
});

test('CFG-22 a picture has the width, format and crop of its address', async () => {
  for (const [options, width, height, format] of [
    [{ width: 320 }, 320, 213, 'webp'],
    [{ width: 480, format: 'jpg' }, 480, 320, 'jpeg'],
    [{ width: 640, crop: '1x1' }, 640, 640, 'webp'],
  ] as const) {
    const answer = await ask(imageUrl('red', options));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(`image/${format}`);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await sharp(answer.body).metadata()).toMatchObject({ width, height, format });
  }
});

test('CFG-22 quality 100 weighs more than quality 75', async () => {
  const noise = Buffer.from(Array.from({ length: 640 * 426 * 3 }, (_, i) => (i * 7919) % 251));
  await sharp(noise, { raw: { width: 640, height: 426, channels: 3 } })
    .jpeg()
    .toFile(join(originalsFolder, 'noise.jpg'));
  const usual = await ask(imageUrl('noise'));
  const full = await ask(imageUrl('noise', { quality: 100 }));
  expect(full.body.length).toBeGreaterThan(usual.body.length);
});

test('CFG-22 a hundred simultaneous cold requests make the picture once', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(imageUrl('red'))));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1);
  expect(encodes).toBe(1);
});

test('CFG-22 no more than two pictures are encoded at a time', async () => {
  await Promise.all(
    ['red', 'second'].flatMap((id) =>
      ([320, 480, 640, 960, 1280] as const).map((width) => ask(imageUrl(id, { width }))),
    ),
  );
  expect(encodes).toBe(10);
  expect(mostRunning).toBe(2);
});

test('CFG-22 a made picture is read from disk, for any version in its address', async () => {
  await ask(imageUrl('red'));
  await ask(imageUrl('red'));
  await ask(imageUrl('red', {}, 77));
  expect(encodes).toBe(1);
  expect(readdirSync(cacheFolder)).toHaveLength(1);
});

const isMade = async (path: string) => (await ask(path)).headers['content-type'] === 'image/avif';
/** Asks until the background has made it. */
async function madeAvif(path: string): Promise<ReceivedResponse> {
  while (!(await isMade(path))) await new Promise((resolve) => setTimeout(resolve, 20));
  return ask(path);
}

test('CFG-22 AVIF is made in the background, and WebP is sent until then', async () => {
  const path = imageUrl('red', { format: 'avif', crop: '4x3' });
  const first = await ask(path);
  expect(first.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=60',
  });
  const webp = await ask(imageUrl('red', { crop: '4x3' }));
  expect(first.headers.etag).toBe(webp.headers.etag);
  expect(first.body.equals(webp.body)).toBe(true);

  const made = await madeAvif(path);
  expect(made.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(made.headers.etag).not.toBe(first.headers.etag);
  expect(await sharp(made.body).metadata()).toMatchObject({
    format: 'heif',
    compression: 'av1',
    width: 640,
    height: 480,
  });
  const same = await ask(path, { headers: { 'if-none-match': String(made.headers.etag) } });
  expect([same.status, same.headers['cache-control']]).toEqual([304, 'public, max-age=31536000, immutable']);
  // A client with the WebP gets the AVIF.
  const newer = await ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
  expect([newer.status, newer.headers['content-type']]).toEqual([200, 'image/avif']);
  expect(encodes).toBe(2);
});

test('CFG-22 HEAD starts an AVIF like GET', async () => {
  const path = imageUrl('red', { format: 'avif', width: 320 });
  const first = await ask(path, { method: 'HEAD' });
  expect([first.status, first.headers['content-type'], first.body.length]).toEqual([200, 'image/webp', 0]);
  const made = await madeAvif(path);
  const head = await ask(path, { method: 'HEAD' });
  expect(head.headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': String(made.body.length),
  });
});

test('CFG-22 a hundred requests for an AVIF make one WebP and one AVIF, and never more than two at a time', async () => {
  const path = imageUrl('red', { format: 'avif', width: 480 });
  const others = ([320, 480, 640, 960, 1280] as const).map((width) => ask(imageUrl('second', { width })));
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(path)));
  expect(new Set(answers.map(({ headers }) => headers['content-type']))).toEqual(new Set(['image/webp']));
  await Promise.all(others);
  await madeAvif(path);
  expect(encodes).toBe(2 + others.length);
  expect(mostRunning).toBe(2);
});

test('CFG-22 of a versioned picture only the current version is cached for long', async () => {
  const cacheControl = async (version: number) =>
    (await ask(imageUrl('fetched-1', {}, version))).headers['cache-control'];
  expect(await cacheControl(3)).toBe('public, max-age=31536000, immutable');
  for (const version of [1, 2, 4, 999_999]) expect(await cacheControl(version)).toBe('public, max-age=60');
  expect(encodes).toBe(1);
});

test('CFG-22 a changed original is made again', async () => {
  const before = await ask(imageUrl('second'));
  utimesSync(join(originalsFolder, 'second.jpg'), new Date(0), new Date(0));
  const after = await ask(imageUrl('second'));
  expect(encodes).toBe(2);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('CFG-22 a known ETag gets 304 without a body, and HEAD gets the headers alone', async () => {
  const full = await ask(imageUrl('red'));
  const same = await ask(imageUrl('red'), { headers: { 'if-none-match': `"x", W/${full.headers.etag}` } });
  expect([same.status, same.body.length]).toEqual([304, 0]);
  const other = await ask(imageUrl('red'), { headers: { 'if-none-match': '"x"' } });
  expect(other.status).toBe(200);
  const head = await ask(imageUrl('red'), { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(full.body.length));
});

test('CFG-22 an unknown id is 404, an unlisted width 400, another method 405; none is cached', async () => {
  for (const [path, status, method] of [
    [imageUrl('nobody'), 404, 'GET'],
    ['/images/red/v1/w641-q75.webp', 400, 'GET'],
    ['/images/red/v1/w20000-q75.webp', 400, 'GET'],
    [imageUrl('red'), 405, 'DELETE'],
  ] as const) {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  expect(encodes).toBe(0);
});

test('CFG-22 an original that cannot be read is 500 and leaves nothing behind', async () => {
  expect((await ask(imageUrl('broken'))).status).toBe(500);
  expect(existsSync(cacheFolder) ? readdirSync(cacheFolder) : []).toEqual([]);
  expect((await ask(imageUrl('red'))).status).toBe(200);
});

test('CFG-22 no address leaves the folder of originals', async () => {
  expect(HOSTILE_PATHS.length).toBeGreaterThan(500);
  for (const path of HOSTILE_PATHS) {
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 400]);
    expect(body.toString()).not.toContain(SECRET);
  }
  expect(encodes).toBe(0);
});

test('CFG-22 random segments never make a picture', async () => {
  const segment = fc.stringMatching(/^[!-~]{1,12}$/).map((text) => text.replace(/[?#]/g, '.'));
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
      const { status } = await ask(`/images/${segments.join('/')}`);
      expect([400, 404]).toContain(status);
    }),
    { numRuns: 200 },
  );
  expect(encodes).toBe(0);
});

test('CFG-22 a use renews the age of a cached picture, not more than once an hour', async () => {
  await ask(imageUrl('red'));
  const [first = ''] = readdirSync(cacheFolder);
  const file = join(cacheFolder, first);
  const recent = Date.now() / 1000 - 600;
  utimesSync(file, recent, recent);
  await ask(imageUrl('red'));
  expect(statSync(file).mtimeMs / 1000).toBeCloseTo(recent, 1);
  utimesSync(file, 1, 1);
  writeFileSync(join(cacheFolder, 'unused'), Buffer.alloc(100_000));
  utimesSync(join(cacheFolder, 'unused'), 2, 2);
  await ask(imageUrl('red'));
  await trimCache(cacheFolder, 50_000);
  expect(readdirSync(cacheFolder)).toEqual([first]);
});
