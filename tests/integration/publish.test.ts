import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { livePointer, releaseFolders } from '#src/dealer-files/release/release-folders.ts';
import { readLiveCode } from '#src/publishing/release/code-release.ts';
import { runBuild } from '../../scripts/build/run-build.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { startServer } from '../fixtures/lead-site.ts';
import { runCommand } from '../fixtures/run-command.ts';

const SLUGS = ['kookaburra-cars', 'riverbend'];

let root: string;
let built: string;
let dist: string;
let files: ReturnType<typeof dealerFolder>;
let server: Awaited<ReturnType<typeof startServer>> | undefined;

const build = (...args: string[]) =>
  runCommand(runBuild, [...args, '--dealers-dir', files.folder, '--out', dist]);
const serve = async () => {
  server = await startServer(dist, { env: { DEALERS_DIR: files.folder } });
  return server;
};
const ask = async (host: string) => {
  const { status, headers, body } = await (server as NonNullable<typeof server>).ask({
    host,
    path: '/about-us',
  });
  return {
    status,
    location: headers.location,
    name: /<meta property="og:site_name" content="([^"]+)"/.exec(body)?.[1],
  };
};
const hostOf = (slug: string) => (files.read(slug).hosts as string[])[0] ?? '';
const copyOf = (slug: string) => files.put(`a-${slug}`, { ...files.read(slug), slug: `a-${slug}` });

/** Outside the project, where no folder above holds its packages. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-publish-'));
  files = dealerFolder();
  built = join(root, 'built');
  dist = built;
  expect(await build('--all')).toMatchObject({ code: 0, err: '' });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let at = 0;
const fresh = () => {
  files = dealerFolder();
  dist = join(root, `dist-${at++}`);
  cpSync(built, dist, { recursive: true });
};
afterEach(async () => {
  await server?.stop();
  server = undefined;
  files.remove();
});

it('PLAT-01 a build into a folder outside the project can be served from there, pages on demand too', async () => {
  fresh();
  const { ask: askServer } = await serve();
  for (const path of ['/about-us', '/', '/search/used-cars']) {
    expect((await askServer({ host: 'kookaburra-cars.localhost', path })).status, path).toBe(200);
  }
});

it('PLAT-01 a half-written file and a copied one leave both sites and their hosts as published', async () => {
  fresh();
  const hosts = SLUGS.map(hostOf);
  copyOf('kookaburra-cars');
  files.put('riverbend', '{');
  const { output } = await serve();
  for (const host of hosts) expect(await ask(host)).toMatchObject({ status: 200 });
  expect((await ask('a-kookaburra-cars.localhost')).status).toBe(421);
  expect(output()).toContain('Served as published, because the dealer file has mistakes: riverbend.');
  expect(output()).toContain('Not served, because never built: a-kookaburra-cars.');
});

it('PLAT-01 a copied file is not built, and the message names both files and the remedy', async () => {
  fresh();
  const before = readFileSync(livePointer(dist, 'kookaburra-cars'), 'utf8');
  copyOf('kookaburra-cars');
  const { code, err } = await build('a-kookaburra-cars');
  expect(code).toBe(1);
  expect(err).toContain('a-kookaburra-cars.json: hosts.0');
  expect(err).toContain('published as a host of "kookaburra-cars" (kookaburra-cars.json)');
  expect(err).toContain('remove it from kookaburra-cars.json and build both');
  expect(existsSync(releaseFolders(dist, 'a-kookaburra-cars'))).toBe(false);
  expect(readFileSync(livePointer(dist, 'kookaburra-cars'), 'utf8')).toBe(before);
});

it('CFG-01 a host moves to another dealer when both are built, not before', async () => {
  fresh();
  const host = hostOf('riverbend');
  files.change('riverbend', { hosts: ['www.elsewhere.example'] });
  files.change('kookaburra-cars', { hosts: [...(files.read('kookaburra-cars').hosts as string[]), host] });
  const alone = await build('kookaburra-cars');
  expect(alone).toMatchObject({
    code: 1,
    err: expect.stringContaining('npm run build -- riverbend kookaburra-cars'),
  });
  expect(await build('riverbend', 'kookaburra-cars')).toMatchObject({ code: 0, err: '' });
  await serve();
  // It is another host of its new dealer now, and leads to the first.
  expect(await ask(host)).toMatchObject({
    status: 301,
    location: `//${hostOf('kookaburra-cars')}/about-us`,
  });
});

it('PLAT-01 a site is taken down by its slug, and nothing is left to serve', async () => {
  fresh();
  const host = hostOf('riverbend');
  expect(await build('--unpublish', 'riverbend')).toMatchObject({ code: 0 });
  expect(existsSync(livePointer(dist, 'riverbend'))).toBe(false);
  await serve();
  expect((await ask(host)).status).toBe(421);
  for (const slug of ['riverbend', '../live', 'no-such']) {
    expect(await build('--unpublish', slug)).toMatchObject({ code: 1, err: expect.stringContaining(slug) });
  }
});

it('PLAT-01 a site that cannot be written is named as such, and none of it is served', async () => {
  fresh();
  const host = hostOf('riverbend');
  expect(await build('--unpublish', 'riverbend')).toMatchObject({ code: 0 });
  rmSync(releaseFolders(dist, 'riverbend'), { recursive: true });
  writeFileSync(releaseFolders(dist, 'riverbend'), 'in the way');
  expect(await build('riverbend')).toMatchObject({
    code: 1,
    err: expect.stringContaining('It is not online yet. Free disk space'),
  });
  expect(existsSync(livePointer(dist, 'riverbend'))).toBe(false);
  await serve();
  expect((await ask(host)).status).toBe(421);
});

it('PLAT-01 a running server follows what is published: edits, new dealers and sites taken down', async () => {
  fresh();
  const [host, riverbend] = [hostOf('kookaburra-cars'), hostOf('riverbend')];
  await serve();
  expect((await ask(host)).status).toBe(200);
  files.change('kookaburra-cars', { status: { state: 'paused' } });
  files.put('harbour', { ...files.read('riverbend'), slug: 'harbour', hosts: ['www.harbour.example'] });
  expect(await build('kookaburra-cars', 'harbour')).toMatchObject({ code: 0, err: '' });
  await expect.poll(() => ask(host)).toMatchObject({ status: 503 });
  await expect.poll(() => ask('www.harbour.example')).toMatchObject({ status: 200 });
  await build('--unpublish', 'riverbend');
  await expect.poll(() => ask(riverbend)).toMatchObject({ status: 421 });
});

it('PLAT-04 output of a version without releases is not served but with the remedy, and the first build leaves it alone', async () => {
  fresh();
  rmSync(dist, { recursive: true });
  const earlier = {
    'release.json': '{"release":"abc","entry":"server/abc/entry.mjs","builtAt":"2026-07-10T00:00:00Z"}',
    'server/abc/entry.mjs': 'export const renderPage = async () => undefined;',
    'sites/riverbend/about-us/index.html': 'as it was',
    'published/riverbend.json': '{"format":1}',
  };
  for (const [name, text] of Object.entries(earlier)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  expect(() => readLiveCode(dist)).toThrow(
    'only a build of an earlier version here. Build first: npm run build',
  );
  await expect(serve()).rejects.toThrow('Build first: npm run build -- --all');
  const { code, out } = await build('--all');
  expect(code).toBe(0);
  expect(out).toContain(`sites, published, server, release.json in ${dist} are of an earlier version.`);
  for (const [name, text] of Object.entries(earlier))
    expect(readFileSync(join(dist, name), 'utf8'), name).toBe(text);
  await serve();
  expect((await ask(hostOf('riverbend'))).status).toBe(200);
});

it('PLAT-01 build prints its usage', async () => {
  fresh();
  expect(await build('--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run build -- <dealer>'),
  });
  for (const wrong of [[], ['--nonsense'], ['riverbend', '--unpublish', 'riverbend']]) {
    const { code, err } = await build(...wrong);
    expect([code, err]).toEqual([2, expect.stringContaining('npm run build -- <dealer>')]);
    expect(err).not.toMatch(/^\s+at /m);
  }
});
