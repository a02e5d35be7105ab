import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesFolder } from '#src/dealer-files/release-folders.ts';
import { readSnapshot } from '#src/dealer-files/snapshot.ts';
import { makeSmallDisk } from '../../scripts/bench/leads/small-disk.ts';
import { runBuild } from '../../scripts/build/run-build.ts';
import { findLiveCode } from '../../src/publishing/code-release.ts';
import { readContents } from '../../src/publishing/release-contents.ts';
import { runs } from '../extent.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { liveRelease } from '../fixtures/live-files.ts';
import { runCommand } from '../fixtures/run-command.ts';

const SLUG = 'kookaburra-cars';
const { VITEST: _, NODE_ENV: __, DIST_DIR: ___, ...environment } = process.env;

let root: string;
let dist: string;
let files: ReturnType<typeof dealerFolder>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-interrupted-'));
  dist = join(root, 'dist');
  files = dealerFolder();
  const args = [SLUG, '--dealers-dir', files.folder, '--out', dist];
  expect(await runCommand(runBuild, args)).toMatchObject({ code: 0, err: '' });
});
afterAll(() => {
  files.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a command of releases in a process of its own. */
function start(out: string, ...args: string[]): { child: ChildProcess; ended: Promise<number | null> } {
  const child = spawn(
    process.execPath,
    ['scripts/releases.ts', ...args, '--dealers-dir', files.folder, '--out', out],
    { env: environment, stdio: 'ignore' },
  );
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 24);

/** The name of the dealer in its settings and on its page, once every file of its live release has been compared. */
function wholeRelease(out: string): { id: string; name: string; page: boolean } {
  const found = readSnapshot(out, SLUG);
  if ('reason' in found) throw new Error(found.reason);
  const contents = readContents(out, SLUG, found.id);
  if (!contents) throw new Error('The live release has no list of its files.');
  const pages = pagesFolder(out, SLUG, found.id);
  for (const [name, { bytes, hash }] of Object.entries(contents.files)) {
    const content = readFileSync(join(pages, name));
    expect([name, content.length, hashOf(content)]).toEqual([name, bytes, hash]);
    const plain = () => readFileSync(join(pages, name.replace(/\.(?:br|gz)$/, '')));
    if (name.endsWith('.br')) expect(brotliDecompressSync(content).equals(plain()), name).toBe(true);
    if (name.endsWith('.gz')) expect(gunzipSync(content).equals(plain()), name).toBe(true);
  }
  expect(findLiveCode(out)?.code).toBe(found.code);
  const page = readFileSync(join(pages, 'about-us', 'index.html'), 'utf8');
  return { id: found.id, name: found.dealer.name, page: page.includes(found.dealer.name) };
}

it('PLAT-04 a publish or rollback killed at any moment leaves the old or the new release whole', async () => {
  const { numRuns } = runs(100);
  const random = seeded(20_261_125);
  let longest = 3000;
  let killed = 0;
  for (let round = 0; round < numRuns; round += 1) {
    const before = wholeRelease(dist);
    const isRollback = round % 3 === 2;
    const name = isRollback ? undefined : `Kookaburra ${round}`;
    if (name) files.change(SLUG, { name });
    const started = performance.now();
    const command = isRollback ? ['rollback', SLUG] : ['publish', SLUG];
    const { child, ended } = start(dist, ...command);
    // The first of each command runs to its end, so that later ones are killed within the time it takes.
    const isWhole = round === 0;
    const killing = isWhole ? undefined : wait(random() * longest).then(() => child.kill('SIGKILL'));
    const code = await ended;
    if (isWhole) longest = performance.now() - started;
    if (code === null) killed += 1;
    const after = wholeRelease(dist);
    const isOld = after.id === before.id && after.name === before.name;
    const isNew = after.id !== before.id && (isRollback || after.name === name);
    expect([after.page, isOld !== isNew], `round ${round}`).toEqual([true, true]);
    await killing;
  }
  expect(killed).toBeGreaterThan(0);
  // What it left behind stops nothing.
  files.change(SLUG, { name: 'Kookaburra at last' });
  expect(await start(dist, 'publish', SLUG).ended).toBe(0);
  expect(wholeRelease(dist)).toMatchObject({ name: 'Kookaburra at last', page: true });
}, 900_000);

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it('PLAT-04 a full disk fails the publish with the reason, and the live site is untouched', async ({
  skip,
}) => {
  const disk = makeSmallDisk(40);
  if (!disk) return skip('this machine does not allow mounting a small disk');
  try {
    const out = join(disk.folder, 'dist');
    cpSync(dist, out, { recursive: true });
    const before = wholeRelease(out);
    disk.fill();
    files.change(SLUG, { name: 'Kookaburra on a full disk' });
    const args = [SLUG, '--dealers-dir', files.folder, '--out', out];
    const { code, err } = await runCommand(runBuild, args);
    expect([code, err]).toEqual([1, expect.stringContaining('ENOSPC')]);
    expect(err).not.toMatch(/^\s+at /m);
    expect(wholeRelease(out)).toEqual(before);
    disk.empty();
    expect(await runCommand(runBuild, args)).toMatchObject({ code: 0 });
    expect(wholeRelease(out)).toMatchObject({ name: 'Kookaburra on a full disk', page: true });
    expect(existsSync(join(out, '.staging'))).toBe(false);
    expect(liveRelease(out, SLUG).id).not.toBe(before.id);
  } finally {
    disk.remove();
  }
});
