import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { pagesFolder, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import type { Database } from '#src/platform/database/database.ts';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import { type ObjectStorage, PRIVATE_FILE, StorageError } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { NEVER_PUBLISHED, publish } from '#src/publishing/distribution/change-releases.ts';
import { copyLive } from '#src/publishing/distribution/mirror-releases.ts';
import { fetchCode, fetchPages, readLive } from '#src/publishing/distribution/release-store.ts';
import type { ServeProcess } from '../../scripts/programs/serve-process.ts';
import { sharedMachines } from '../fixtures/shared-machines.ts';
import { pageOf, publishMadeUp } from '../fixtures/shared-releases.ts';

let machines: Awaited<ReturnType<typeof sharedMachines>>;
let bucket: ObjectStorage;
const servers: ServeProcess[] = [];

beforeAll(async () => {
  machines = await sharedMachines();
  const opened = await openSharedStorage(machines.variables);
  if (!opened) throw new Error('There is no bucket');
  bucket = opened;
});
afterEach(async () => {
  machines.gate.open();
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
});
afterAll(async () => {
  bucket.close();
  await machines.stop();
});

async function serve(dist = machines.emptyDist()): Promise<ServeProcess> {
  const server = await machines.serve(dist);
  servers.push(server);
  return server;
}

const get = ({ port }: ServeProcess, slug: string) =>
  new Promise<string | number>((resolve, reject) => {
    const headers = { Host: `${slug}.localhost` };
    const asked = request({ host: '127.0.0.1', port, path: '/about-us', headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      res.on('end', () => resolve(res.statusCode === 200 ? body : (res.statusCode ?? 0)));
    });
    asked.on('error', reject).end();
  });

const LIVE = 'releases/live.json';
const settingsOf = (slug: string, id: string) => `releases/dealers/${slug}/${id}.json`;
const packOf = (slug: string, id: string) => `releases/dealers/${slug}/${id}.tar.zst`;
const damage = (key: string) => bucket.put(key, Buffer.from('damaged'), PRIVATE_FILE);

/** What a machine that starts now gets of dealers, with its code. @throws if something is lost or damaged */
async function liveOnNewMachine(...slugs: string[]): Promise<(string | undefined)[]> {
  const dist = machines.emptyDist();
  mkdirSync(dist, { recursive: true });
  await copyLive(bucket, dist);
  expect(await fetchCode(bucket, dist, 'code1')).toBe(true);
  return Promise.all(
    slugs.map(async (slug) => {
      const pointer = readPointer(dist, slug);
      if (!pointer || 'reason' in pointer) return undefined;
      const release = { slug, id: pointer.release };
      expect(existsSync(join(releaseFolder(dist, slug, release.id), 'release.json'))).toBe(true);
      expect(await fetchPages(bucket, dist, release)).toBe(true);
      return pointer.release;
    }),
  );
}

it('PLAT-107 each kind of object that is lost or damaged is stored again by the next build', async () => {
  const releases = { alpha: 'sound1', beta: 'sound1' };
  await publishMadeUp(machines.emptyDist(), releases);
  const keys = [
    settingsOf('alpha', 'sound1'),
    packOf('alpha', 'sound1'),
    'releases/code/code1.tar.zst',
    LIVE,
  ];
  for (const key of keys)
    for (const harm of [damage, bucket.delete]) {
      await harm(key);
      await publishMadeUp(machines.emptyDist(), releases);
      expect(await liveOnNewMachine('alpha', 'beta'), `${harm.name} ${key}`).toEqual(['sound1', 'sound1']);
    }
});

it('PLAT-107 while what is live is unknown, nothing is published that would take other dealers down', async () => {
  await publishMadeUp(machines.emptyDist(), { alpha: 'known1', beta: 'known1' });
  await damage(LIVE);
  await expect(publishMadeUp(machines.emptyDist(), { alpha: 'known2' })).rejects.toThrow(
    /is unknown, and so is whether it was: beta\. Build all/,
  );
  await publishMadeUp(machines.emptyDist(), { alpha: 'known2', beta: 'known1' });
  expect(await liveOnNewMachine('alpha', 'beta')).toEqual(['known2', 'known1']);
});

it('PLAT-107 the loss of one dealer stops no server and no other dealer, and ends once it is built again', async () => {
  await publishMadeUp(machines.emptyDist(), { alpha: 'whole1', beta: 'whole1' });
  const warm = await serve();
  // Damaged as it goes live.
  machines.gate.rule(async (what) => {
    if (/PUT .*live\.json/.test(what)) await damage(packOf('beta', 'damaged2'));
    return undefined;
  });
  await publishMadeUp(machines.emptyDist(), { alpha: 'whole2', beta: 'damaged2' });
  machines.gate.open();
  await expect.poll(() => get(warm, 'alpha')).toBe(pageOf('alpha', 'whole2'));
  expect(await get(warm, 'beta')).toBe(pageOf('beta', 'whole1'));
  expect(warm.said()).toContain('Build it again: npm run build -- beta');
  await bucket.delete(settingsOf('beta', 'damaged2'));
  const fresh = await serve();
  expect(await get(fresh, 'alpha')).toBe(pageOf('alpha', 'whole2'));
  await publishMadeUp(machines.emptyDist(), { alpha: 'whole3' });
  for (const server of [warm, fresh])
    await expect.poll(() => get(server, 'alpha')).toBe(pageOf('alpha', 'whole3'));
  expect(await get(warm, 'beta')).toBe(pageOf('beta', 'whole1'));
  await publishMadeUp(machines.emptyDist(), { beta: 'damaged2' });
  for (const server of [warm, fresh])
    await expect.poll(() => get(server, 'beta'), { timeout: 20_000 }).toBe(pageOf('beta', 'damaged2'));
});

it('PLAT-106 a server that starts removes releases that neither it nor another uses', async () => {
  await publishMadeUp(machines.emptyDist(), { gamma: 'left1' });
  const dist = machines.emptyDist();
  const ended = await serve(dist);
  // It was not ready before it had them.
  expect(existsSync(pagesFolder(dist, 'gamma', 'left1'))).toBe(true);
  await ended.stop('SIGKILL');
  await publishMadeUp(machines.emptyDist(), { gamma: 'next2' });
  const server = await serve(dist);
  expect(await get(server, 'gamma')).toBe(pageOf('gamma', 'next2'));
  await expect.poll(() => existsSync(releaseFolder(dist, 'gamma', 'left1'))).toBe(false);
});

it('PLAT-103 a machine that was overtaken publishes nothing, and a write whose answer was lost counts', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-overtaken-'));
  const storage = createFolderStorage(root);
  const dist = join(root, 'dist');
  mkdirSync(dist);
  const renew = async () => true;
  const confirm = async () => {};
  const change = { storage, db: {} as Database, dist, lease: { renew, confirm } };
  const overtake = () => storage.put(LIVE, Buffer.from('by another machine'), PRIVATE_FILE);
  const empty = { dealers: {}, removed: [], retired: { code: {}, dealers: {} } };
  const put: ObjectStorage['put'] = async (...args) => {
    await storage.put(...args);
    throw new StorageError('no answer');
  };
  try {
    await publish({ ...change, storage: { ...storage, put } }, NEVER_PUBLISHED);
    const found = await readLive(storage);
    if (!found || found === 'unchanged') throw new Error('nothing was published');
    expect(found.live).toEqual(empty);
    const before = { live: { ...found.live, removed: ['alpha'] }, etag: found.etag };
    for (const start of [NEVER_PUBLISHED, before])
      await expect(publish({ ...change, lease: { renew, confirm: overtake } }, start)).rejects.toThrow(
        StorageError,
      );
    expect((await storage.get(LIVE))?.toString()).toBe('by another machine');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
