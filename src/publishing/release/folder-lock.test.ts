import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { FolderInUse, withFolderLock } from './folder-lock.ts';

let folder: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  folder = mkdtempSync(join('.astro', 'test-lock-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const atWork = () => join(folder, 'at-work');

/** Stops before every step on the disk, each time for another while, so that every order of the steps comes up. */
const PAUSES = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { DatabaseSync } from 'node:sqlite';
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() ** 3 * 60);
  const paused = (owner, name) => {
    const step = owner[name];
    owner[name] = function (...given) {
      pause();
      return step.apply(this, given);
    };
  };
  for (const name of Object.keys(fs)) if (/^(?:link|symlink|rename|rm|unlink|open|write|lutimes|read).*Sync$/.test(name)) paused(fs, name);
  for (const name of ['exec', 'close']) paused(DatabaseSync.prototype, name);
  syncBuiltinESMExports();`;

/** A process that works under the lock for a while, and exits with 3 where it meets another at work, 4 where it is refused. */
const builder = (ms: number, prelude = '') =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `${prelude}
      const { withFolderLock } = await import('./src/publishing/release/folder-lock.ts');
      const { mkdirSync, rmdirSync } = await import('node:fs');
      await withFolderLock(${JSON.stringify(folder)}, async () => {
        try { mkdirSync(${JSON.stringify(atWork())}); } catch { process.exit(3); }
        process.stdout.write('at work');
        await new Promise((done) => setTimeout(done, ${ms}));
        rmdirSync(${JSON.stringify(atWork())});
      }).catch((error) => process.exit(error.name === 'FolderInUse' ? 4 : 1));`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
const [WORKED, REFUSED] = [0, 4];
const LONG_MS = 60_000;

const exitOf = async (child: ReturnType<typeof builder>) => (await once(child, 'exit'))[0];

it('PLAT-16 while one process builds into a folder, others are refused with its name and do nothing', async () => {
  await withFolderLock(folder, async () => {
    expect(await exitOf(builder(0))).toBe(REFUSED);
    await expect(withFolderLock(folder, async () => expect.unreachable())).rejects.toThrow(FolderInUse);
    await expect(withFolderLock(folder, async () => expect.unreachable())).rejects.toThrow(
      `Process ${process.pid} on ${hostname()} is building into ${folder} now. Wait until it ends, or build into another folder with --out.`,
    );
  });
  expect(await withFolderLock(folder, async () => 'built')).toBe('built');
  expect(readdirSync(folder)).toEqual(['.lock.db']);
});

it('PLAT-16 work that fails ends its lock', async () => {
  const failing = withFolderLock(folder, () => Promise.reject(new Error('no room on the disk')));
  await expect(failing).rejects.toThrow('no room on the disk');
  expect(await withFolderLock(folder, async () => 'built')).toBe('built');
});

it('PLAT-16 a killed build ends its lock at once, and so does whatever an earlier version has left', async () => {
  const killed = builder(LONG_MS);
  await once(killed.stdout, 'data');
  await expect(withFolderLock(folder, async () => undefined)).rejects.toThrow(`Process ${killed.pid} on`);
  const ended = once(killed, 'exit');
  killed.kill('SIGKILL');
  await ended;
  writeFileSync(join(folder, '.lock'), String(process.ppid));
  expect(await withFolderLock(folder, async () => 'built')).toBe('built');
});

it('PLAT-16 after a killed build no two builders ever work at once, wherever those that start are paused', async () => {
  for (let round = 0; round < 4; round++) {
    const killed = builder(LONG_MS);
    await once(killed.stdout, 'data');
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    rmSync(atWork(), { recursive: true });
    const codes = await Promise.all(Array.from({ length: 6 }, () => exitOf(builder(30, PAUSES))));
    expect(codes.filter((code) => code !== WORKED && code !== REFUSED)).toEqual([]);
    expect(codes).toContain(WORKED);
    expect(existsSync(atWork())).toBe(false);
  }
  expect(readFileSync(join(folder, '.lock.db'))).toHaveLength(0);
});
