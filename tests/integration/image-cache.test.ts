import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createCacheLimit, trimCache } from '#src/platform/images/image-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-image-cache-'));

const cacheFolder = join(folder, 'cache');

beforeEach(() => rmSync(cacheFolder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('CFG-22 a full cache loses what was used longest ago, and only that', async () => {
  mkdirSync(cacheFolder, { recursive: true });
  for (const [index, name] of ['oldest', 'older', 'newer', 'newest'].entries()) {
    writeFileSync(join(cacheFolder, name), Buffer.alloc(100));
    utimesSync(join(cacheFolder, name), index + 1, index + 1);
  }
  expect(await trimCache(cacheFolder, 400)).toBe(400);
  expect(await trimCache(cacheFolder, 300)).toBe(200);
  expect(readdirSync(cacheFolder).sort()).toEqual(['newer', 'newest']);
});

const bytesIn = () =>
  readdirSync(cacheFolder).reduce((sum, name) => sum + statSync(join(cacheFolder, name)).size, 0);

test('CFG-22 the limit holds for what an earlier process left and another adds', async () => {
  mkdirSync(cacheFolder, { recursive: true });
  const add = (name: string) => writeFileSync(join(cacheFolder, name), Buffer.alloc(100));
  for (let n = 0; n < 50; n += 1) add(`left-${n}`);
  const [one, another] = [createCacheLimit(cacheFolder, 1000), createCacheLimit(cacheFolder, 1000)];
  for (let n = 0; n < 100; n += 1) {
    add(`new-${n}`);
    (n % 2 ? one : another).added(100);
    await one.settled();
    await another.settled();
    expect(bytesIn()).toBeLessThanOrEqual(1000);
  }
  expect(readdirSync(cacheFolder)).toContain('new-99');
});

test('CFG-22 the folder is not looked at for every picture', async () => {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(join(cacheFolder, 'old'), Buffer.alloc(10_000));
  const limit = createCacheLimit(cacheFolder, 20_000);
  limit.added(100);
  await limit.settled();
  writeFileSync(join(cacheFolder, 'much'), Buffer.alloc(15_000));
  for (let n = 0; n < 9; n += 1) limit.added(100);
  await limit.settled();
  expect(bytesIn()).toBe(25_000);
  limit.added(100);
  await limit.settled();
  expect(bytesIn()).toBe(15_000);
});

test('CFG-22 what a process that died left unfinished goes, what is being written stays', async () => {
  mkdirSync(cacheFolder, { recursive: true });
  for (const name of ['dead.part', 'alive.part']) writeFileSync(join(cacheFolder, name), 'x');
  const longAgo = Date.now() / 1000 - 3601;
  utimesSync(join(cacheFolder, 'dead.part'), longAgo, longAgo);
  await trimCache(cacheFolder, 1000);
  expect(readdirSync(cacheFolder)).toEqual(['alive.part']);
});
