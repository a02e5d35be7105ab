import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { expireReleases } from '#src/publishing/store/expire-releases.ts';
import { publishFolder } from '#src/publishing/store/publish-folder.ts';
import { runPreviews } from '../../scripts/releases/previews/run-previews.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';
import { type SiteFiles, siteFolder, smallSite } from '../fixtures/small-site.ts';

const SITE = 'riverbend';
const DAY_MS = 24 * 60 * 60 * 1000;

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

let place: string;
let store: ObjectStorage;
let at = 0;
const folders: { remove(): void }[] = [];
const folderOf = (files: SiteFiles): string => {
  const made = siteFolder(files);
  folders.push(made);
  return made.folder;
};
beforeEach(async () => {
  place = `s3://${BUCKET}/run-${at++}`;
  store = await openStorage(place, s3.variables);
});
afterEach(() => {
  store.close();
  for (const each of folders.splice(0)) each.remove();
});

const previews = (...args: string[]) => runCommand(runPreviews, [...args, '--to', place], s3.env);
const publish = (files: SiteFiles, release: string, more: object = {}) =>
  publishFolder(folderOf(files), store, { site: SITE, release, encoding: 'gzip', ...more });
const keys = async (release: string) => {
  const prefix = `${SITE}/releases/${release}/`;
  return (await store.list(prefix)).map(({ key }) => key.slice(prefix.length)).sort();
};
/** What a CDN gets from the bucket. */
const fetched = async (key: string) => {
  const response = await fetch(`${s3.origin}/run-${at - 1}/${SITE}/releases/${key}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it('PLAT-04 each file has the type, the encoding and the cache header of serve, and no compressed copy beside it', async () => {
  const more = { 'about-us/index.html.br': 'a compressed copy', 'images/car/v1/w640-q75.avif': 'a picture' };
  await publish({ ...smallSite('one'), ...more }, 'r1');
  expect(await keys('r1')).toEqual([
    '404.html',
    '_astro/one.js',
    '_astro/shared.css',
    '_pictures/shop-480.webp',
    'about-us/index.html',
    'about-us/team/index.html',
    'images/car/v1/w640-q75.avif',
    'index.html',
    'robots.txt',
    'speculation-rules.json',
  ]);
  const head = async (name: string) => (await store.head(`${SITE}/releases/r1/${name}`))?.headers;
  expect(await head('about-us/index.html')).toEqual({
    contentType: 'text/html;charset=utf-8',
    cacheControl: 'public, max-age=0, must-revalidate',
    contentEncoding: 'gzip',
  });
  expect(await head('_astro/one.js')).toEqual({
    contentType: 'text/javascript',
    cacheControl: 'public, max-age=31536000, immutable',
    contentEncoding: 'gzip',
  });
  expect(await head('images/car/v1/w640-q75.avif')).toEqual({
    contentType: 'image/avif',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  expect(await head('_pictures/shop-480.webp')).toEqual({
    contentType: 'image/webp',
    cacheControl: 'public, max-age=3600, stale-while-revalidate=86400',
  });
  expect((await head('speculation-rules.json'))?.contentType).toBe('application/speculationrules+json');
  const stored = await store.get(`${SITE}/releases/r1/about-us/index.html`);
  expect(gunzipSync(stored ?? '').toString()).toContain('<title>About</title>');
  expect(await fetched('r1/about-us/index.html')).toMatchObject({
    status: 200,
    text: '<!doctype html><title>About</title>',
  });
});

it('PLAT-04 texts are stored plain, or as brotli, on request; pictures never are encoded', async () => {
  await publish(smallSite('one'), 'plain', { encoding: undefined });
  await publish(smallSite('one'), 'brotli', { encoding: 'br' });
  expect((await fetched('plain/about-us/index.html')).headers.get('content-encoding')).toBeNull();
  expect((await fetched('brotli/about-us/index.html')).headers.get('content-encoding')).toBe('br');
  for (const release of ['plain', 'brotli']) {
    expect((await fetched(`${release}/about-us/index.html`)).text).toContain('<title>About</title>');
    expect((await fetched(`${release}/_pictures/shop-480.webp`)).text).toBe('\x01\x02\x03\x04');
  }
});

it('PLAT-04 a second release sends only what changed, and the same content again sends nothing', async () => {
  expect(await publish(smallSite('one'), 'r1')).toMatchObject({ sent: 9, copied: 0 });
  expect(await publish(smallSite('two'), 'r2')).toMatchObject({ sent: 3, copied: 6, isLive: true });
  expect(await publish(smallSite('two'), 'r2')).toMatchObject({ sent: 0, copied: 0, unchanged: 9, bytes: 0 });
  expect((await fetched('r2/about-us/index.html')).headers.get('content-encoding')).toBe('gzip');
  expect((await fetched('r2/about-us/team/index.html')).text).toContain('Team of two');
});

it('PLAT-04 without a name the release is named by its content', async () => {
  const { release } = await publishFolder(folderOf(smallSite('one')), store, { site: SITE });
  const again = await publishFolder(folderOf(smallSite('one')), store, { site: SITE });
  const other = await publishFolder(folderOf(smallSite('two')), store, { site: SITE });
  expect(again).toMatchObject({ release, sent: 0 });
  expect(other.release).not.toBe(release);
});

it('PLAT-04 pages that are open find their hashed files after the next release and after a rollback', async () => {
  await publish(smallSite('one'), 'r1');
  await publish(smallSite('two'), 'r2');
  expect((await fetched('r2/_astro/one.js')).text).toContain('"one"');
  expect(await previews('rollback', SITE)).toMatchObject({ code: 0 });
  expect((await fetched('r1/_astro/two.js')).text).toContain('"two"');
  expect((await fetched('r1/about-us/team/index.html')).text).toContain('Team of one');
});

it('PLAT-04 promote, rollback, live and list say and change which release is live', async () => {
  const [one, two] = [folderOf(smallSite('one')), folderOf(smallSite('two'))];
  expect(await previews('publish', SITE, one, '--release', 'r1')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Release r1 of ${SITE} is live at ${place}/.`),
  });
  writeFileSync(join(two, 'preview.json'), '{ "base": "/previews/two" }');
  const held = await previews('publish', SITE, two, '--release', 'r2', '--hold');
  expect(held.out).toContain('To make it live: npm run releases -- previews promote riverbend r2');
  expect(held.out).toContain('Its pages work under the path /previews/two alone');
  expect(await previews('live', SITE)).toMatchObject({ code: 0, out: 'r1\n' });
  expect((await previews('promote', SITE, 'r2')).out).toContain('Release r2 of riverbend is live');
  expect(await previews('live', SITE)).toMatchObject({ out: 'r2\n' });
  const { out } = await previews('list');
  expect(out).toMatch(/riverbend {2}r2 {2}live .*10 files/);
  expect(out).toMatch(/riverbend {2}r1 {2}before /);
  await previews('rollback', SITE);
  expect(await previews('live', SITE)).toMatchObject({ out: 'r1\n' });
  await previews('rollback', SITE);
  expect(await previews('live', SITE)).toMatchObject({ out: 'r2\n' });
});

it('PLAT-04 old releases expire, never the live one nor the one before, nor an upload of today', async () => {
  const long = new Date(Date.now() - 90 * DAY_MS);
  for (const release of ['a', 'b', 'c']) await publish(smallSite(release), release, { now: long });
  await publish(smallSite('d'), 'd', { hold: true });
  await store.put(`${SITE}/releases/half/index.html`, Buffer.from('x'), {
    contentType: 'text/html',
    cacheControl: 'no-store',
  });
  const dry = await previews('expire', SITE, '--days', '60', '--dry-run');
  expect(dry.out).toBe('Would remove a: 9 files.\n');
  expect(await keys('a')).toHaveLength(9);
  expect((await previews('expire', SITE, '--days', '60')).out).toBe('Removed a: 9 files.\n');
  expect(await keys('a')).toEqual([]);
  expect((await previews('list')).out).not.toMatch(/ a /);
  const later = await expireReleases(store, SITE, { days: 1, now: new Date(Date.now() + 9 * DAY_MS) });
  expect(later).toEqual([
    { release: 'd', files: 9, isUnfinished: false },
    { release: 'half', files: 1, isUnfinished: true },
  ]);
  expect(await keys('c')).not.toEqual([]);
  expect(await keys('b')).not.toEqual([]);
});

it('PLAT-04 a wrong bucket, folder, dealer or release is named, with what exists', async () => {
  await publish(smallSite('one'), 'r1');
  const folder = folderOf(smallSite('one'));
  const refused = async (args: string[], words: string) =>
    expect(await runCommand(runPreviews, args, s3.env)).toMatchObject({
      code: 1,
      err: expect.stringContaining(words),
    });
  await refused(['list', '--to', 's3://site'], 'There is no bucket "site" at http://127.0.0.1');
  await refused(['publish', SITE, folder, '--to', 's3://site'], 'There is: sites.');
  await refused(['list', '--to', 's3:/sites'], '"s3:/sites" is no bucket: write "s3://bucket/path".');
  await refused(['list'], 'Where to? --to, or PUBLISH_TO,');
  await refused(['list', '--to', `${folder}/nowhere`], `In ${folder} there is: _astro, _pictures, about-us.`);
  await refused(
    ['publish', SITE, `${folder}/no/pages`, '--to', place],
    `There is no folder ${folder}/no/pages.`,
  );
  await refused(['publish', SITE, `${folder}/_astro`, '--to', place], 'it has 2 files and no page');
  await refused(['promote', SITE, 'r9', '--to', place], `has no release "r9" at ${place}/. There is: r1.`);
  await refused(['rollback', SITE, '--to', place], 'had no other release live before. There is: r1.');
  await refused(['promote', 'rivrbend', 'r1', '--to', place], 'Published there: riverbend.');
  await refused(['publish', SITE, folder, '--release', '../x', '--to', place], '"../x" is no release id');
});

it('PLAT-04 the list of a place leaves out folders that hold no site', async () => {
  place = folderOf({ 'lost+found/x': '', 'logs/access.log': '', '.cache/manifests/r1.json': '{' });
  expect(await previews('list')).toEqual({ code: 0, out: `Nothing is published at ${place}.\n`, err: '' });
  await previews('publish', SITE, folderOf(smallSite('one')), '--release', 'r1', '--hold');
  expect(await previews('list')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^riverbend {2}r1 .*\n$/),
  });
  expect((await previews('promote', 'rivrbend', 'r1')).err).toContain('Published there: riverbend.');
});

it('PLAT-04 wrong usage is answered with the usage', async () => {
  const wrong = [
    [[], 'Name a command.'],
    [['push'], 'There is no command "push".'],
    [['publish'], '"publish" needs a dealer.'],
    [['list', 'a', 'b'], '"b" is one argument too many'],
    [['list', 'River Bend'], 'not "River Bend"'],
    [['expire', SITE, '--days', '0'], '--days takes a whole number from 1, not "0".'],
    [['promote', SITE, 'r1', '--hold'], '"promote" takes no --hold.'],
    [['publish', SITE, 'x', '--encoding', 'zip'], '--encoding takes gzip, br or none'],
  ] as const;
  for (const [args, words] of wrong) {
    const ended = await previews(...args);
    expect(ended, args.join(' ')).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    expect(ended.err).toContain('npm run releases -- previews publish');
  }
});

it('PLAT-04 a release never changes: other content under its name is refused, and the release is as it was', async () => {
  await publish(smallSite('one'), 'r1');
  await expect(publish(smallSite('two'), 'r1')).rejects.toThrow('is published with other content');
  expect((await fetched('r1/about-us/team/index.html')).text).toContain('Team of one');
});

it('PLAT-04 a folder has the files, the compressed copies and a link to the live release for the web server', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-served-'));
  try {
    const folder = folderOf({ ...smallSite('one'), 'about-us/index.html.gz': 'zipped' });
    mkdirSync(join(root, 'web'));
    place = join(root, 'web');
    await previews('publish', SITE, folder, '--release', 'r1');
    await previews('publish', SITE, folderOf(smallSite('two')), '--release', 'r2');
    const live = join(place, SITE, 'live');
    expect(readlinkSync(live)).toBe('releases/r2');
    expect(readFileSync(join(live, 'about-us/team/index.html'), 'utf8')).toContain('Team of two');
    expect((await previews('rollback', SITE)).code).toBe(0);
    expect(readFileSync(join(live, 'about-us/index.html.gz'), 'utf8')).toBe('zipped');
    expect(existsSync(join(live, '_astro/two.js'))).toBe(true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
