import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { FolderInUse, withFolderLock } from './folder-lock.ts';
import { HEARTBEAT_MS, LONGEST_SILENCE_MS } from './process-identity.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync) };
});
const fs = await vi.importActual<typeof import('node:fs')>('node:fs');

let folder: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  folder = mkdtempSync(join('.astro', 'test-lock-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const leaveLock = (text: string) => writeFileSync(join(folder, '.lock'), text);

it.each([
  ['a process that is no more', () => String(spawnSync(process.execPath, ['--version']).pid)],
  ['an earlier process of this number', () => String(process.pid)],
  ['no process', () => ''],
  ['an ended process whose pid another process has now', () => `${process.ppid} ${hostname()} 1 -`],
])('PLAT-01 the lock of %s does not stop a build and is removed', async (_name, text) => {
  leaveLock(text());
  expect(await withFolderLock(folder, async () => 'built')).toBe('built');
  expect(readdirSync(folder)).toEqual([]);
});

it('PLAT-01 the lock of a running process refuses a build, stays, and nothing is done', async () => {
  leaveLock(String(process.ppid));
  let isDone = false;
  const refused = withFolderLock(folder, async () => {
    isDone = true;
  });
  await expect(refused).rejects.toThrow(FolderInUse);
  expect(isDone).toBe(false);
  expect(readdirSync(folder)).toEqual(['.lock']);
});

it('PLAT-01 a process of another machine with the same pid is named, and its lock ends some minutes after it was killed', async () => {
  const lock = join(folder, '.lock');
  leaveLock(`${process.pid} elsewhere 123 456`);
  await expect(withFolderLock(folder, async () => 'built')).rejects.toThrow(
    `Process ${process.pid} on elsewhere is building into ${folder} now. Wait until it ends, or build into another folder with --out. If it was killed there, its lock ends after 5 minutes; you can also delete ${lock}.`,
  );
  const silent = new Date(Date.now() - LONGEST_SILENCE_MS);
  utimesSync(lock, silent, silent);
  expect(await withFolderLock(folder, async () => 'built')).toBe('built');
  expect(readdirSync(folder)).toEqual([]);
});

it('PLAT-01 a lock names its machine and process, and is touched while the work lasts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const lock = join(folder, '.lock');
    await withFolderLock(folder, async () => {
      expect(readFileSync(lock, 'utf8').split(' ').slice(0, 2)).toEqual([String(process.pid), hostname()]);
      utimesSync(lock, 1, 1);
      vi.advanceTimersByTime(HEARTBEAT_MS);
      expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(HEARTBEAT_MS);
      await expect(withFolderLock(folder, async () => 'twice')).rejects.toThrow(FolderInUse);
    });
    expect(vi.getTimerCount()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it('PLAT-01 a lock that another process has taken over meanwhile stays', async () => {
  const other = `${process.ppid} elsewhere 1 1`;
  await withFolderLock(folder, async () => leaveLock(other));
  expect(readFileSync(join(folder, '.lock'), 'utf8')).toBe(other);
});

it('PLAT-01 a lock another process has taken over is restored to it', async () => {
  leaveLock('999999999');
  vi.mocked(renameSync).mockImplementationOnce((from, to) => {
    leaveLock(String(process.ppid));
    fs.renameSync(from, to);
  });
  await expect(withFolderLock(folder, async () => undefined)).rejects.toThrow(FolderInUse);
  expect(fs.readFileSync(join(folder, '.lock'), 'utf8')).toBe(String(process.ppid));
});

it('PLAT-01 work that fails leaves no lock', async () => {
  const failing = withFolderLock(folder, () => Promise.reject(new Error('no room on the disk')));
  await expect(failing).rejects.toThrow('no room on the disk');
  expect(existsSync(join(folder, '.lock'))).toBe(false);
});

it('PLAT-01 of many that start with a stale lock, one works at a time', async () => {
  leaveLock('999999999');
  const script = `
    import { mkdirSync, rmdirSync } from 'node:fs';
    import { withFolderLock } from './src/publishing/folder-lock.ts';
    await withFolderLock(${JSON.stringify(folder)}, async () => {
      mkdirSync(${JSON.stringify(join(folder, 'at-work'))});
      await new Promise((done) => setTimeout(done, 20));
      rmdirSync(${JSON.stringify(join(folder, 'at-work'))});
    }).catch((error) => {
      if (error.name !== 'FolderInUse') throw error;
    });`;
  const started = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script]),
  );
  const codes = await Promise.all(started.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(started.map(() => 0));
  expect(readdirSync(folder)).toEqual([]);
});
