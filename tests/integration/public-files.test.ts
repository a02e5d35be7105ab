import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ImageOptions, imageUrl } from '#src/platform/images/image-url.ts';
import { originalKey } from '#src/platform/images/picture-files.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { createS3Storage } from '#src/platform/storage/s3-storage.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { publishAssets, publishAssetsIfPublic } from '#src/publishing/store/public-assets.ts';
import worker from '../../scripts/deploy/cloudflare-worker.js';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';

const ID = 'red-1';
let s3: Awaited<ReturnType<typeof startS3>>;
let storage: ObjectStorage;
let site: Awaited<ReturnType<typeof startSite>>;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  const variables = { ...s3.variables, STORAGE_PUBLIC_URL: `${s3.origin}/fleet` };
  storage = createS3Storage({ bucket: BUCKET, prefix: 'fleet/' }, variables);
  site = await startSite(async () => new Response('page'), {
    env: variables,
    storage,
  });
  folder = mkdtempSync(join(tmpdir(), 'forecourt-public-'));
  const picture = sharp({ create: { width: 1280, height: 853, channels: 3, background: '#c33' } });
  await storage.put(originalKey(ID), await picture.jpeg().toBuffer(), PRIVATE_FILE);
});
afterAll(async () => {
  await site.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SENT = ['content-type', 'cache-control'] as const;

/** As a CDN asks: the bucket by the path, without a key. */
const fromBucket = (path: string) => fetch(storage.address(path.slice(1)) ?? '');

const fromServer = (path: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: site.port, path, headers: { Host: RIVERBEND } }, (res) =>
      buffer(res).then(
        (body) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }),
        reject,
      ),
    ).on('error', reject);
  });

async function mustBeEqual(path: string): Promise<void> {
  const [stored, sent] = await Promise.all([fromBucket(path), fromServer(path)]);
  expect([stored.status, sent.status], path).toEqual([200, 200]);
  for (const name of SENT) expect(stored.headers.get(name), path).toBe(sent.headers[name]);
  expect(Buffer.from(await stored.arrayBuffer()).equals(sent.body), path).toBe(true);
}

it('PLAT-66 a picture that was asked for is in the bucket at its own path, as the server sends it', async () => {
  for (const options of [{}, { format: 'jpg', width: 320 }, { crop: '1x1' }] satisfies ImageOptions[]) {
    const path = imageUrl({}, { id: ID, version: 1 }, options);
    expect((await fromBucket(path)).status).toBe(404);
    expect((await fromServer(path)).status).toBe(200);
    await site.services.pictures.settled();
    await mustBeEqual(path);
  }
});

it('PLAT-66 hashed files of the live code are in the bucket, once, and those of other code for a day', async () => {
  const files = {
    'site.abc123.js': `export const x = 1;${'/* padding */'.repeat(200)}`,
    'shared.css': 'a{color:red}',
    'font.woff2': 'a font',
  };
  const assets = join(site.sitesFolder, 'riverbend', '_astro');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(assets, name), content);
  expect(await publishAssets(storage, assets)).toEqual({ sent: 3, removed: 0 });
  for (const name of Object.keys(files)) await mustBeEqual(`/_astro/${name}`);
  expect((await fromBucket('/_astro/site.abc123.js')).headers.get('content-encoding')).toBe('gzip');
  expect(await publishAssets(storage, assets)).toEqual({ sent: 0, removed: 0 });

  mkdirSync(join(folder, 'later'));
  writeFileSync(join(folder, 'later', 'shared.css'), files['shared.css']);
  writeFileSync(join(folder, 'later', 'site.def456.js'), 'later');
  expect(await publishAssets(storage, join(folder, 'later'))).toEqual({ sent: 1, removed: 0 });
  await mustBeEqual('/_astro/site.abc123.js');
  const nextDay = new Date(Date.now() + DAY_MS + 60_000);
  expect(await publishAssets(storage, join(folder, 'later'), nextDay)).toEqual({ sent: 0, removed: 2 });
  const keys = (await storage.list('_astro/')).map(({ key }) => key.replace(/^.*\//, ''));
  expect(keys.sort()).toEqual(['shared.css', 'site.def456.js']);
});

it('PLAT-66 a server puts the files of its code there when it starts, and serves on if it cannot', async () => {
  const assets = join(folder, 'later');
  const { log, env } = site.services;
  for (const { key } of await storage.list('_astro/')) await storage.delete(key);
  await publishAssetsIfPublic({ storage, log, env: { ...env, STORAGE_PUBLIC_URL: '' } }, assets);
  await publishAssetsIfPublic({ storage: undefined, log, env }, assets);
  expect(await storage.list('_astro/')).toEqual([]);
  vi.spyOn(storage, 'md5s').mockRejectedValueOnce(new Error('refused'));
  const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  await publishAssetsIfPublic({ storage, log, env }, assets);
  expect(error).toHaveBeenCalledOnce();
  await publishAssetsIfPublic({ storage, log, env }, assets);
  expect(await storage.list('_astro/')).toHaveLength(2);
});

it('PLAT-66 a public address at which files cannot be read, or private ones can, is logged', async () => {
  let status = 403;
  const asked: string[] = [];
  const bucket = createServer(({ method, url, headers }, res) => {
    asked.push(`${method} ${url} ${headers.authorization ?? 'without a key'}`);
    res.writeHead(status).end();
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const STORAGE_PUBLIC_URL = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/fleet`;
  const elsewhere = createS3Storage(
    { bucket: BUCKET, prefix: 'fleet/' },
    { ...s3.variables, STORAGE_PUBLIC_URL },
  );
  const said: string[] = [];
  const line = (_: object, text: string) => said.push(text);
  const log = { info() {}, warn: line, error: line } as never;
  const env = { ...site.services.env, STORAGE_PUBLIC_URL };
  const publish = () => publishAssetsIfPublic({ storage: elsewhere, log, env }, join(folder, 'later'));
  await publish();
  expect(said).toEqual(['a CDN cannot read STORAGE_PUBLIC_URL: it asks the server']);
  status = 200;
  await publish();
  expect(said.slice(1)).toEqual(['everyone can read private files at STORAGE_PUBLIC_URL']);
  expect(new Set(asked)).toEqual(
    new Set(['HEAD /fleet/_astro/shared.css without a key', 'HEAD /fleet/releases/live.json without a key']),
  );
  bucket.close();
  elsewhere.close();
});

it('PLAT-66 the Worker takes from the bucket what is there, and the rest from the server', async () => {
  const path = imageUrl({}, { id: ID, version: 1 }, { width: 480 });
  const server = createServer((req, res) => void res.end(`server: ${req.method}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const through = async (bucket: string, method = 'GET') =>
    (await worker.fetch(new Request(url, { method }), { STORAGE_PUBLIC_URL: bucket })).text();
  const bucket = `${s3.origin}/fleet`;
  expect(await through(bucket)).toBe('server: GET');
  const picture = { contentType: 'image/webp', cacheControl: 'public' };
  await storage.put(path.slice(1), Buffer.from('from the bucket'), picture);
  expect(await through(bucket)).toBe('from the bucket');
  expect(await through(bucket, 'POST')).toBe('server: POST');
  expect(await through('http://127.0.0.1:9')).toBe('server: GET');
  server.close();
});
