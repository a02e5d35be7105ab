import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSmallDisk } from '../../scripts/bench/leads/small-disk.ts';
import { runBuild } from '../../scripts/build/run-build.ts';
import { runs } from '../extent.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { killRounds, runReleases, wholeRelease } from '../fixtures/kill-rounds.ts';
import { liveRelease } from '../fixtures/live-files.ts';
import { otherProject } from '../fixtures/other-project.ts';
import { runCommand } from '../fixtures/run-command.ts';

const SLUG = 'kookaburra-cars';

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

it('PLAT-04 a publish, a change of code or a rollback killed at any moment leaves the old or the new release whole', async () => {
  const folder = join(root, 'other-project');
  const other = { folder, code: await otherProject(folder, true) };
  const projects = [{ folder: '.', code: wholeRelease(dist, SLUG).code }, other];
  const place = { out: dist, dealersDir: files.folder, slug: SLUG, projects };
  const { killed, broken } = await killRounds(place, runs(100).numRuns, (name) =>
    files.change(SLUG, { name }),
  );
  expect(broken).toEqual([]);
  expect(killed.publish + killed.rollback).toBeGreaterThan(0);
  expect(killed.code).toBeGreaterThan(0);
  // What it left behind stops nothing.
  files.change(SLUG, { name: 'Kookaburra at last' });
  expect(await runReleases(['publish', SLUG], place)).toMatchObject({ code: 0 });
  expect(wholeRelease(dist, SLUG)).toMatchObject({ name: 'Kookaburra at last', page: true });
}, 3_600_000);

it('PLAT-04 a full disk fails the publish with the reason, and the live site is untouched', async ({
  skip,
}) => {
  const disk = makeSmallDisk(40);
  if (!disk) return skip('this machine does not allow mounting a small disk');
  try {
    const out = join(disk.folder, 'dist');
    cpSync(dist, out, { recursive: true });
    const before = wholeRelease(out, SLUG);
    disk.fill();
    files.change(SLUG, { name: 'Kookaburra on a full disk' });
    const args = [SLUG, '--dealers-dir', files.folder, '--out', out];
    const { code, err } = await runCommand(runBuild, args);
    expect([code, err]).toEqual([1, expect.stringContaining('ENOSPC')]);
    expect(err).not.toMatch(/^\s+at /m);
    expect(wholeRelease(out, SLUG)).toEqual(before);
    disk.empty();
    expect(await runCommand(runBuild, args)).toMatchObject({ code: 0 });
    expect(wholeRelease(out, SLUG)).toMatchObject({ name: 'Kookaburra on a full disk', page: true });
    expect(existsSync(join(out, '.staging'))).toBe(false);
    expect(liveRelease(out, SLUG).id).not.toBe(before.id);
  } finally {
    disk.remove();
  }
});
