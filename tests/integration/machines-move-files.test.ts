import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitingPushRows } from '#src/features/stock/server/queries/pushed-feed-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { addMachine } from '#src/platform/database/machines.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { runBackup } from '../../scripts/backup/run-backup.ts';
import { runStorage } from '../../scripts/storage/run-storage.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { type SharedBucket, startSharedBucket } from '../fixtures/shared-bucket.ts';
import { databasePlace, openTestDatabase } from '../fixtures/test-database.ts';

const PUSH_ID = '0f'.repeat(16);
/** In several parts, of whose content the bucket has no MD5. */
const LARGE_BYTES = 20_000_000;

let bucket: SharedBucket;
let folder: string;
let db: Database;
let env: Record<string, string>;

const CONTENT: Record<string, Buffer> = {
  'trade-in-photos/0a.webp': randomBytes(50),
  'feeds/harbour.last': randomBytes(LARGE_BYTES),
  'feeds/harbour.photos/b.jpg': randomBytes(50),
  'feeds/harbour.failed/c.csv': randomBytes(50),
  [`feeds/yard.pushed/1790000000000-${PUSH_ID}`]: randomBytes(50),
  'erasures.log': Buffer.from('{"leadIds":["a"]}\n'),
};
for (let at = 0; at < 300; at += 1) CONTENT[`images/originals/p${at}.jpg`] = randomBytes(2000 + at);
const OTHERS = [
  'images/cache/p1.x.webp',
  'meilisearch/data',
  'feeds/harbour.new',
  'feeds/yard.pushed/x.part',
];

beforeEach(async () => {
  bucket = await startSharedBucket();
  folder = mkdtempSync(join(tmpdir(), 'forecourt-move-files-'));
  const { DATABASE_URL } = await databasePlace(folder);
  db = await openTestDatabase(folder);
  env = { ...bucket.env, DATA_DIR: folder, DATABASE_URL, DIST_DIR: join(folder, 'no-dist') };
  for (const [name, content] of [
    ...Object.entries(CONTENT),
    ...OTHERS.map((name) => [name, Buffer.from('made again')] as const),
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
  await bucket.stop();
});

const move = () => runCommand(runStorage, ['move'], env);
const expected = () =>
  Object.keys(CONTENT)
    .map((name) => name.replace('1790000000000-', ''))
    .sort();

function treeHash(): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  for (const path of entries.map((each) => join(each.parentPath, each.name)).sort())
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

it('PLAT-98 every file that outlives the machine is in the bucket, and nothing here changes', async () => {
  const before = treeHash();
  const { code, out: log } = await move();
  expect(code).toBe(0);
  expect((await bucket.keys()).sort()).toEqual(expected());
  for (const [name, content] of Object.entries(CONTENT)) {
    const key = name.replace('1790000000000-', '');
    expect([key, (await bucket.storage.get(key))?.equals(content)]).toEqual([key, true]);
  }
  expect(treeHash()).toBe(before);
  const hashes = [...log.matchAll(/^images\/originals +300 +\S+ +300 +(\w{16}) +(\w{16})$/gm)][0];
  expect(hashes?.[1]).toBeDefined();
  expect(hashes?.[1]).toBe(hashes?.[2]);
  expect(log).toContain('Next: set STORAGE_URL for every process and start them');
  // What waited to be imported is imported by whichever machine comes first.
  expect(await waitingPushRows(db, 'yard')).toMatchObject([
    { id: PUSH_ID, bytes: 50, accepted_at: new Date(1_790_000_000_000).toISOString() },
  ]);
});

it('PLAT-98 a move that is killed goes on where it was, and finds what differs', async () => {
  const { VITEST: _, ...variables } = process.env;
  const child = spawn(process.execPath, ['scripts/storage.ts', 'move'], {
    env: { ...variables, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(async () => (await bucket.keys('images/')).length, { interval: 5 }).toBeGreaterThan(30);
  child.kill('SIGKILL');
  await ended;
  const there = (await bucket.keys('images/')).length;
  expect(there).toBeLessThan(300);
  // Another content of the same size.
  await bucket.storage.put('images/originals/p0.jpg', randomBytes(2000), PRIVATE_FILE);
  const first = await move();
  expect(first.code).toBe(0);
  const copied = Number(/^images\/originals +300 +\S+ +(\d+) /m.exec(first.out)?.[1]);
  expect(copied).toBeLessThanOrEqual(300 - there + 1);
  expect(copied).toBeGreaterThan(0);
  expect(
    (await bucket.storage.get('images/originals/p0.jpg'))?.equals(
      CONTENT['images/originals/p0.jpg'] ?? Buffer.of(),
    ),
  ).toBe(true);
  const again = await move();
  expect(again.code).toBe(0);
  expect(again.out).toMatch(/^feeds +4 +20\.0 +0 /m);
});

it('PLAT-98 nothing is moved while a process uses the data, or without a bucket', async () => {
  const now = new Date().toISOString();
  await addMachine(db, {
    ...{ id: 'a', host: 'web-1', pid: 7, kind: 'serve', port: 80, state: 'ready', code: 'x' },
    ...{ behind: null, behind_since: null, memory_mb: 1, errors: 0, started_at: now, seen_at: now },
  });
  expect(await move()).toMatchObject({
    code: 1,
    err: expect.stringContaining('serve on web-1 (process 7). Stop them first'),
  });
  await db.deleteFrom('machines').execute();
  const sqlite = openSqlite(join(folder, 'forecourt.db'));
  await migrate(sqlite);
  expect(await move()).toMatchObject({ code: 1, err: expect.stringContaining('Another process uses') });
  await sqlite.destroy();
  env.STORAGE_URL = '';
  expect(await move()).toMatchObject({ code: 2, err: expect.stringContaining('STORAGE_URL') });
  expect(await bucket.keys()).toEqual([]);
});

it('PLAT-99 a backup of the bucket is moved into an empty one, and nothing is missing', async () => {
  await move();
  await bucket.storage.put('releases/live.json', Buffer.from('{}'), PRIVATE_FILE);
  await bucket.storage.put('erasures/2026-07-01-x.json', Buffer.from('{}'), PRIVATE_FILE);
  await bucket.storage.put('images/p1/v1/w320-q75.webp', Buffer.from('made again'), PRIVATE_FILE);
  const all = (await bucket.keys()).filter((key) => !key.startsWith('images/p1/'));
  const saved = join(folder, 'backup');
  const lost = join(folder, 'lost');
  // This machine has nothing itself.
  const fleet = { ...env, DATA_DIR: lost };
  mkdirSync(saved);
  writeFileSync(join(saved, 'database.dump'), 'dump');
  expect(await runCommand(runBackup, [saved], fleet)).toMatchObject({ code: 0 });
  const restored = {
    ...{ ...fleet, DATA_DIR: join(saved, 'data') },
    STORAGE_URL: env.STORAGE_URL?.replace('/fleet', '/restored'),
  };
  expect(await runCommand(runStorage, ['move'], restored)).toMatchObject({ code: 0, err: '' });
  const other = bucket.beside('restored/');
  expect((await other.list('')).map(({ key }) => key).sort()).toEqual([...all].sort());
  expect((await other.get('feeds/harbour.last'))?.equals(CONTENT['feeds/harbour.last'] ?? Buffer.of())).toBe(
    true,
  );
});

it('PLAT-99 the files of the bucket are saved to another one, and only what is new the next time', async () => {
  await move();
  const target = String(env.STORAGE_URL).replace('/fleet', '/saved');
  expect(await runCommand(runBackup, [target], env)).toMatchObject({ code: 0 });
  const saved = bucket.beside('saved/');
  const inBackup = [...expected(), 'removed.json'].sort();
  expect((await saved.list('')).map(({ key }) => key).sort()).toEqual(inBackup);
  expect(await runCommand(runBackup, [target], { ...env, STORAGE_URL: '' })).toMatchObject({ code: 2 });
});

it('PLAT-119 an erased photo is in the backup of a bucket for as long as was asked, and no longer', async () => {
  await move();
  const target = String(env.STORAGE_URL).replace('/fleet', '/saved');
  const saved = bucket.beside('saved/');
  const photo = 'trade-in-photos/0a.webp';
  const backup = (...more: string[]) => runCommand(runBackup, [target, ...more], env);
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  const afterDays = (days: number) => vi.setSystemTime(start + days * DAY_MS);
  try {
    expect(await backup()).toMatchObject({ code: 0 });
    await bucket.storage.delete(photo);
    await bucket.storage.delete('feeds/harbour.last');
    afterDays(1);
    expect((await backup()).out).not.toContain('Deleted');
    afterDays(14.9);
    // Back again, so that its absence starts to count again.
    await bucket.storage.put('feeds/harbour.last', Buffer.from('stock'), PRIVATE_FILE);
    expect((await backup()).out).not.toContain('Deleted');
    expect(await saved.head(photo)).toBeDefined();
    await bucket.storage.delete('feeds/harbour.last');
    afterDays(15);
    expect((await backup()).out).toContain('for 14 days: 1 ');
    expect(await saved.head(photo)).toBeUndefined();
    const left = (await saved.list('')).map(({ key }) => key).filter((key) => key !== 'removed.json');
    expect(left.sort()).toEqual(expected().filter((key) => key !== photo));
    afterDays(16);
    await backup('--days', '1');
    expect(await saved.head('feeds/harbour.last')).toBeUndefined();
    expect(await backup('--days', '0')).toMatchObject({ code: 2 });
  } finally {
    vi.useRealTimers();
  }
});
