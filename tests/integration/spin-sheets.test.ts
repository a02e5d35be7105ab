import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHEET_COLUMNS, SHEET_FRAME } from '#src/features/vehicle/media/vehicle-media.ts';
import { MAX_SHEET_BYTES, sheetUrl } from '#src/features/vehicle/server/spin-sheet.ts';
import { sheetPath } from '#src/platform/images/image-url.ts';
import { openPictureFiles } from '#src/platform/images/picture-files.ts';
import { createImageRoute, type ImageRoute } from '#src/server/images/image-route.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-sheets-'));
const originalsFolder = join(folder, 'images/originals');
const framesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${name}-${n}` }));
const SPINS: Record<string, { id: string }[]> = {
  plain: framesOf('plain', 8),
  noisy: framesOf('noisy', 120),
  missing: [...framesOf('plain', 8), { id: 'not-there' }],
  broken: [...framesOf('plain', 7), { id: 'broken' }],
};
let server: Server;
let route: ImageRoute;
let origin: string;

beforeAll(async () => {
  mkdirSync(originalsFolder, { recursive: true });
  for (const { id } of SPINS.plain ?? []) {
    const flat = sharp({ create: { width: 600, height: 400, channels: 3, background: '#c33' } });
    await flat.jpeg().toFile(join(originalsFolder, `${id}.jpg`));
  }
  // The hardest there is to compress.
  const noise = Buffer.from(
    Array.from({ length: 360 * 240 * 3 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) % 251),
  );
  const jpeg = await sharp(noise, { raw: { width: 360, height: 240, channels: 3 } })
    .jpeg()
    .toBuffer();
  for (const { id } of SPINS.noisy ?? []) writeFileSync(join(originalsFolder, `${id}.jpg`), jpeg);
  writeFileSync(join(originalsFolder, 'broken.jpg'), 'no picture');
  route = createImageRoute({
    pictures: openPictureFiles({
      ...{ dataDir: folder, storage: undefined, maxCacheBytes: 1_000_000_000 },
      ...{ versionOf: async () => undefined, log: { warn: () => undefined } },
    }),
    log: { error: () => undefined },
  });
  server = createServer(
    (req, res) => void route.answer(req, res, async (vehicleId) => SPINS[vehicleId] ?? []),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await route.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init);

test('VDP-04 the coarse frames of a spin are one picture, cached permanently', async () => {
  const path = sheetUrl('plain', SPINS.plain ?? []);
  const response = await ask(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
    width: SHEET_COLUMNS * SHEET_FRAME.width,
    height: 2 * SHEET_FRAME.height,
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const head = await ask(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    response.headers.get('content-length'),
  ]);
});

test('VDP-04 no sheet weighs more than 100 KB, for any number and content of frames', async () => {
  const response = await ask(sheetUrl('noisy', SPINS.noisy ?? []));
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(MAX_SHEET_BYTES);
});

test('VDP-04 a sheet under an old key is the current one, and is not cached for long', async () => {
  const response = await ask(sheetPath('plain', 'old'));
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
});

test.each(['missing', 'nobody'])(
  'VDP-04 %s: a spin with a frame missing, and no spin, are a 404',
  async (name) => {
    expect((await ask(sheetUrl(name, SPINS[name] ?? []))).status).toBe(404);
  },
);

test('VDP-04 a frame that is not a picture fails only that sheet', async () => {
  expect((await ask(sheetUrl('broken', SPINS.broken ?? []))).status).toBe(500);
  expect((await ask(sheetUrl('plain', SPINS.plain ?? []))).status).toBe(200);
});

test('VDP-04 a hundred concurrent requests, half of them cancelled, make one sheet', async () => {
  rmSync(join(folder, 'images/cache'), { recursive: true, force: true });
  const path = sheetUrl('plain', SPINS.plain ?? []);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const leaving = new AbortController();
      if (n % 2) setTimeout(() => leaving.abort(), n % 10);
      return ask(path, { signal: leaving.signal }).then(
        (response) =>
          response.arrayBuffer().then(
            () => response.status,
            () => 0,
          ),
        () => 0,
      );
    }),
  );
  expect(statuses.filter((_, n) => n % 2 === 0)).toEqual(Array.from({ length: 50 }, () => 200));
});
