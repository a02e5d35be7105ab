import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { codeFolder, releaseFolders } from '#src/dealer-files/release/release-folders.ts';
import { filesUnder } from '#src/platform/storage/file-tree.ts';
import { serverSource, switchCode } from '#src/publishing/release/code-release.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { makeSmallDisk, type SmallDisk } from '../../scripts/bench/leads/small-disk.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { runPreview } from '../../scripts/releases/preview/run-preview.ts';
import { runPreviews } from '../../scripts/releases/previews/run-previews.ts';
import { runReleases } from '../../scripts/releases/run-releases.ts';
import { livePages, liveRelease } from '../fixtures/live-files.ts';
import { storeMadeUpCode } from '../fixtures/made-up-code.ts';
import { entryOf, madeUpReleases } from '../fixtures/made-up-releases.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { siteFolder, smallSite } from '../fixtures/small-site.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';

const DISK_MEGABYTES = 60;
const SITE = 'riverbend';
/** The reason, and what to do. */
const NAMED = /The disk is full \(.+\)\. What was live is live still\. Free disk space/;

let disk: SmallDisk;
let ends: (() => void)[];
beforeEach(({ skip }) => {
  ends = [];
  const made = makeSmallDisk(DISK_MEGABYTES);
  if (!made) return skip('this machine does not allow mounting a small disk');
  disk = made;
  ends.push(disk.remove);
});
afterEach(() => {
  for (const end of ends.reverse()) end();
});

const contentOf = (folder: string) =>
  Object.fromEntries(filesUnder(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]));

/** Releases of code that is no longer live, on the small disk. */
async function releasesOnDisk(count: number): Promise<string> {
  const made = await madeUpReleases();
  ends.push(made.remove);
  for (let at = 1; at <= count; at += 1) {
    await made.store(`one${at}`, { createdAt: new Date(at * 1000).toISOString() });
    made.goLive(`one${at}`);
  }
  storeMadeUpCode(made.dist, 'code2', entryOf('code2'));
  writeFileSync(
    join(codeFolder(made.dist, 'code2'), 'code.json'),
    JSON.stringify({ server: serverSource() }),
  );
  await switchCode(made.dist, 'code2');
  const dist = join(disk.folder, 'dist');
  cpSync(made.dist, dist, { recursive: true, filter: (from) => !from.includes('.staging') });
  return dist;
}

it('PLAT-04 on a full disk a rollback to other code changes nothing and says why', async () => {
  const dist = await releasesOnDisk(2);
  const pages = contentOf(livePages(dist, SITE));
  disk.fill();
  const refused = await runCommand(runReleases, ['rollback', SITE, '--out', dist]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(NAMED) });
  expect(liveRelease(dist, SITE).id).toBe('one2');
  expect(contentOf(livePages(dist, SITE))).toEqual(pages);
  expect(readdirSync(dist).sort()).toEqual(['.lock.db', 'code', 'code.json', 'live', 'releases']);
  disk.empty();
  expect(await runCommand(runReleases, ['rollback', SITE, '--out', dist])).toMatchObject({ code: 0 });
  expect(liveRelease(dist, SITE)).toMatchObject({ code: 'code2', settings: { name: 'one1' } });
});

it('PLAT-04 prune makes room on a full disk, and the live release stays whole', async () => {
  const dist = await releasesOnDisk(9);
  const pages = contentOf(livePages(dist, SITE));
  disk.fill();
  const pruned = await runCommand(runReleases, ['prune', SITE, '--out', dist]);
  expect(pruned).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(releaseFolders(dist, SITE)).sort()).toEqual(['one5', 'one6', 'one7', 'one8', 'one9']);
  expect(contentOf(livePages(dist, SITE))).toEqual(pages);
  expect(readdirSync(dist).sort()).toEqual(['.lock.db', 'code', 'code.json', 'live', 'releases']);
});

it('PLAT-04 on a full disk an upload to a folder, promote and rollback leave the live release as it is', async () => {
  const to = join(disk.folder, 'cdn');
  mkdirSync(to);
  const previews = (...args: string[]) => runCommand(runPreviews, [...args, '--to', to]);
  const publish = async (title: string, ...more: string[]) => {
    const site = siteFolder(smallSite(title));
    const ended = await previews('publish', SITE, site.folder, '--release', title, ...more);
    site.remove();
    return ended;
  };
  const live = () => [
    JSON.parse(readFileSync(join(to, SITE, 'live.json'), 'utf8')).release,
    contentOf(join(to, SITE, 'live')),
  ];
  for (const title of ['one', 'two']) expect(await publish(title)).toMatchObject({ code: 0 });
  expect(await publish('three', '--hold')).toMatchObject({ code: 0 });
  const before = live();
  disk.fill();
  for (const ended of [
    await publish('four'),
    await previews('promote', SITE, 'three'),
    await previews('rollback', SITE),
  ]) {
    expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(NAMED) });
    expect(live()).toEqual(before);
  }
  expect(await previews('expire', SITE, '--days', '30')).toMatchObject({ code: 0 });
  expect(live()).toEqual(before);
  disk.empty();
  expect(await publish('four')).toMatchObject({ code: 0 });
  expect(live()[0]).toBe('four');
});

it('PLAT-04 a preview that fills the disk leaves the one before, and no half of itself', async () => {
  const out = join(disk.folder, 'previews', SITE);
  const dealers = ['--dealers-dir', 'tests/fixtures/plain-dealers', '--out', out];
  const data = siteFolder({});
  ends.push(data.remove);
  const environment = { DATA_DIR: data.folder, DATABASE_URL: '' };
  const preview = () => runCommand(runPreview, [SITE, ...dealers], environment);
  expect(await preview()).toMatchObject({ code: 0 });
  const before = contentOf(out);
  disk.fill();
  expect(await preview()).toMatchObject({ code: 1, err: expect.stringMatching(NAMED) });
  expect(contentOf(out)).toEqual(before);
  expect(existsSync(join(disk.folder, 'previews/.half', SITE))).toBe(false);
});

it('PLAT-04 an import on a full disk changes no stock and says why', async () => {
  const folder = join(disk.folder, 'installation');
  mkdirSync(join(folder, 'dealers'), { recursive: true });
  mkdirSync(join(folder, 'feeds'));
  copyFileSync(join(FIXTURE_DEALERS, 'listings.json'), join(folder, 'dealers/listings.json'));
  const feed = join(folder, 'feeds/listings.csv');
  copyFileSync(join(FIXTURE_DEALERS, '../feeds/listings.csv'), feed);
  const DIST_DIR = join(folder, 'dist');
  publishSettings(join(folder, 'dealers'), DIST_DIR);
  const env = {
    ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DIST_DIR },
    ...{ DEALERS_DIR: join(folder, 'dealers'), FEED_FOLDERS: join(folder, 'feeds') },
    ...{ MEILI_HOST: inject('meiliHost'), MEILI_KEY: inject('meiliKey'), MEILI_INDEX: 'disk-full' },
  };
  const imports = (...args: string[]) => runCommand(runImport, ['listings', ...args], env);
  expect(await imports()).toMatchObject({ code: 0 });
  // The same length: the file needs no more room.
  writeFileSync(feed, readFileSync(feed, 'utf8').replaceAll('Toyota', 'Nissan'));
  disk.fill();
  const refused = await imports();
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(NAMED) });
  expect(refused.err).not.toMatch(/^\s+at /m);
  disk.empty();
  const done = await imports();
  expect(done.code).toBe(0);
  expect(done.out).toMatch(/[1-9]\d* were added/);
});
