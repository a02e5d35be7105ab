import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { writePointer } from '#src/dealer-files/release/current-release.ts';
import {
  assetsFolder,
  codeFolder,
  codeFolders,
  releaseFolder,
} from '#src/dealer-files/release/release-folders.ts';
import { findLiveCode, readLiveCode } from '#src/publishing/release/code-release.ts';
import { runBuild } from '../../scripts/build/run-build.ts';
import { runReleases } from '../../scripts/releases/run-releases.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { livePages, liveRelease } from '../fixtures/live-files.ts';
import { runCommand } from '../fixtures/run-command.ts';

const OTHER_CODE = '0123456789ab';

let root: string;
let built: string;
let dist: string;
let files: ReturnType<typeof dealerFolder>;

const build = (...args: string[]) =>
  runCommand(runBuild, [...args, '--dealers-dir', files.folder, '--out', dist]);
const releases = (...args: string[]) =>
  runCommand(runReleases, [...args, '--dealers-dir', files.folder, '--out', dist]);

const live = (slug = 'riverbend') => liveRelease(dist, slug).id;
/** Whether the live page about the dealer names it so. */
const names = (name: string) =>
  readFileSync(join(livePages(dist, 'riverbend'), 'about-us', 'index.html'), 'utf8').includes(name);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-releases-'));
  files = dealerFolder();
  built = join(root, 'built');
  dist = built;
  expect(await build('--all')).toMatchObject({ code: 0, err: '' });
  files.remove();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let at = 0;
beforeEach(() => {
  files = dealerFolder();
  dist = join(root, `dist-${at++}`);
  cpSync(built, dist, { recursive: true });
});
afterEach(() => files.remove());

it('PLAT-04 a dealer is published, rolled back and published again, and its releases are listed', async () => {
  const first = live();
  files.change('riverbend', { name: 'Riverbend Renamed' });
  expect(await releases('publish', 'riverbend')).toMatchObject({ code: 0, err: '' });
  const second = live();
  expect(names('Riverbend Renamed')).toBe(true);
  const table = (await releases('list', 'riverbend')).out;
  expect(table).toMatch(new RegExp(`${second} +live .+dealer file`));
  expect(table).toMatch(new RegExp(`${first} +before `));
  expect(await releases('rollback', 'riverbend')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`riverbend: release ${first} is live.`),
  });
  expect(names('Riverbend Renamed')).toBe(false);
  expect(await releases('publish', 'riverbend', second)).toMatchObject({ code: 0 });
  expect(live()).toBe(second);
  expect((await releases('publish', 'riverbend', second)).out).toContain('is live already');
  expect((await releases('list')).out).toMatch(new RegExp(`^riverbend +${second} `, 'm'));
});

it.each([
  [
    ['rollback', 'riverbent'],
    'There is no dealer "riverbent"',
    'Did you mean "riverbend"?',
    'kookaburra-cars, riverbend',
  ],
  [['list', 'nowhere'], 'There is no dealer "nowhere"', 'There are: kookaburra-cars, riverbend.'],
  [['prune', 'nowhere'], 'There is no dealer "nowhere"'],
  [['publish', 'nowhere'], 'No valid dealer file for "nowhere"', 'There are: kookaburra-cars, riverbend.'],
  [['publish', 'riverbend', 'abc'], '"riverbend" has no release "abc".', 'There are, newest first:'],
  [
    ['rollback', 'riverbend', '../../live'],
    '"riverbend" has no release "../../live".',
    'There are, newest first:',
  ],
  [
    ['rollback', 'riverbend'],
    'No release of "riverbend" was live before this one.',
    'There are, newest first:',
  ],
])('PLAT-04 %j is refused with what there is', async (args, ...messages) => {
  const before = live();
  const { code, err } = await releases(...args);
  expect(code).toBe(1);
  for (const message of messages) expect(err).toContain(message);
  expect(err).not.toMatch(/^\s+at /m);
  expect(live()).toBe(before);
});

it('PLAT-04 wrong usage prints the usage', async () => {
  for (const wrong of [
    [],
    ['nonsense'],
    ['rollback'],
    ['prune'],
    ['prune', 'riverbend', '--all'],
    ['list', 'a', 'b', 'c'],
  ]) {
    const { code, err } = await releases(...wrong);
    expect([code, err], wrong.join(' ')).toEqual([2, expect.stringContaining('npm run releases -- list')]);
  }
  expect((await releases('--help')).out).toContain('rollback <dealer> [release]');
});

/** A copy of the live release as other code would have built it. @param name of the dealer, where its settings differ too */
function asOtherCode(id: string, name?: string): void {
  const { code } = readLiveCode(dist);
  const folder = releaseFolder(dist, 'riverbend', id);
  cpSync(releaseFolder(dist, 'riverbend', live()), folder, { recursive: true });
  const file = join(folder, 'release.json');
  const release = JSON.parse(readFileSync(file, 'utf8'));
  const inputs = { ...release.inputs, code: OTHER_CODE, ...(name && { 'dealer file': 'as it was' }) };
  const settings = { ...release.settings, ...(name && { name }) };
  writeFileSync(file, JSON.stringify({ ...release, id, code: OTHER_CODE, settings, inputs }));
  cpSync(codeFolder(dist, code), codeFolder(dist, OTHER_CODE), { recursive: true });
}

it('PLAT-04 after an upgrade a dealer returns to the settings before, past the same settings of the old code', async () => {
  const good = live();
  files.change('riverbend', { name: 'Riverbend Renamed' });
  expect(await releases('publish', 'riverbend')).toMatchObject({ code: 0 });
  const upgraded = live();
  asOtherCode('aaaabbbbcccc');
  const pointer = { slug: 'riverbend', release: upgraded, at: new Date().toISOString() };
  writePointer(dist, { ...pointer, earlier: ['aaaabbbbcccc', good] });
  expect(await releases('rollback', 'riverbend', 'aaaabbbbcccc')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`release ${upgraded} is live already.`),
  });
  expect((await releases('rollback', 'riverbend')).out).toContain(`release ${good} is live.`);
  expect([live(), names('Riverbend Renamed')]).toEqual([good, false]);
  expect((await releases('rollback', 'riverbend')).err).toContain('was live before this one');
});

it('PLAT-04 a release of other code is rendered again with the live code, its pictures and public files stay its own', async () => {
  asOtherCode('aaaabbbbcccc', 'Riverbend as it was');
  const { out, code } = await releases('rollback', 'riverbend', 'aaaabbbbcccc');
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('pages are those of aaaabbbbcccc, rendered with the live code'),
  ]);
  expect(names('Riverbend as it was')).toBe(true);
  const rebuilt = liveRelease(dist, 'riverbend');
  expect(rebuilt.code).toBe(findLiveCode(dist)?.code);
  const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const asked = join(releaseFolder(dist, 'riverbend', 'aaaabbbbcccc'), 'pages');
  expect(filesIn(livePages(dist, 'riverbend'))).toEqual(filesIn(asked));
});

it('PLAT-04 a release of other code is refused where the source is not that of the live code', async () => {
  asOtherCode('aaaabbbbcccc', 'Riverbend as it was');
  const before = live();
  writeFileSync(join(codeFolder(dist, readLiveCode(dist).code), 'code.json'), '{"server":"another"}');
  const { code, err } = await releases('rollback', 'riverbend', 'aaaabbbbcccc');
  expect([code, err]).toEqual([1, expect.stringContaining('build first: npm run build -- riverbend')]);
  expect(live()).toBe(before);
});

it('PLAT-04 a release is not returned to while its host belongs to another dealer', async () => {
  const first = live();
  const [host] = files.read('riverbend').hosts as string[];
  files.change('riverbend', { hosts: ['www.elsewhere.example'] });
  files.change('kookaburra-cars', { hosts: [...(files.read('kookaburra-cars').hosts as string[]), host] });
  expect(await build('--all')).toMatchObject({ code: 0 });
  const { code, err } = await releases('rollback', 'riverbend');
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`its host ${host} is published as one of "kookaburra-cars"`),
  ]);
  expect(live()).not.toBe(first);
});

it('PLAT-04 prune leaves the live release, the one before it and the five newest, and the code they were built with', async () => {
  asOtherCode('aaaabbbbcccc', 'Riverbend as it was');
  for (let at = 1; at <= 8; at += 1) {
    const id = `old${at}`;
    cpSync(releaseFolder(dist, 'riverbend', live()), releaseFolder(dist, 'riverbend', id), {
      recursive: true,
    });
    const file = join(releaseFolder(dist, 'riverbend', id), 'release.json');
    const release = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...release, id, createdAt: `2026-01-0${at}T00:00:00.000Z` }));
  }
  await releases('publish', 'riverbend', 'old1');
  await releases('publish', 'riverbend', 'old2');
  const { out } = await releases('prune', 'riverbend');
  expect(out).toBe('riverbend: removed old5, old4, old3.\n');
  expect(live()).toBe('old2');
  // old1 was live before; the five newest are two of today and old8 to old6.
  expect(readdirSync(join(dist, 'releases', 'riverbend')).sort()).toHaveLength(7);
  expect(readdirSync(codeFolders(dist)).sort()).toEqual([OTHER_CODE, readLiveCode(dist).code].sort());
  rmSync(releaseFolder(dist, 'riverbend', 'aaaabbbbcccc'), { recursive: true });
  expect((await releases('prune', '--all')).out).toContain(`Removed code ${OTHER_CODE}.`);
  expect(readdirSync(codeFolders(dist))).toEqual([readLiveCode(dist).code]);
  expect(readdirSync(assetsFolder(dist, readLiveCode(dist).code)).length).toBeGreaterThan(10);
});
