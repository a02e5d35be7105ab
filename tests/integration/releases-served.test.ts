import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeFolder, pagesFolder, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import { readLiveCode, serverSource, switchCode } from '#src/publishing/release/code-release.ts';
import { pruneReleases, rollBack } from '#src/publishing/release/release-lifecycle.ts';
import { usedByServers } from '#src/publishing/release/running-servers.ts';
import { type ServeProcess, startServeProcess } from '../../scripts/programs/serve-process.ts';
import { writeSites } from '../fixtures/http-site.ts';
import { storeMadeUpCode } from '../fixtures/made-up-code.ts';
import { entryOf, LONG_PAGE, madeUpReleases } from '../fixtures/made-up-releases.ts';
import { getFrom, shoppers } from '../fixtures/shoppers.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const HEALTH_TOKEN = 'a-token-of-thirty-two-characters';

let made: Awaited<ReturnType<typeof madeUpReleases>>;
let server: ServeProcess;

beforeEach(async () => {
  made = await madeUpReleases();
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  made.remove();
});

async function serve() {
  const env = {
    ...(await databasePlace(made.dataDir)),
    SITE_SECRET: 'a secret of at least thirty-two characters',
    MEILI_HOST: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
    HEALTH_TOKEN,
  };
  server = await startServeProcess({ dealersDir: 'dealers', dist: made.dist, env });
}

const get = (path: string) => getFrom(server.port, path);

/** A page on demand, which is never cached. */
const DEMAND = '/enquire/x?ms=';

const demanded = async () => (await get(`${DEMAND}0`)).body;

it('PLAT-04 twenty switches drop no request and mix none: each response is of one release, with its settings and its page', async () => {
  const pages = { one1: await made.store('one1'), two2: await made.store('two2') };
  made.goLive('one1');
  await serve();
  const walk = shoppers(server.port, ['/about-us', `${DEMAND}0`, `${DEMAND}30`, '/nowhere', '/about-us']);
  for (let at = 0; at < 20; at += 1) {
    const id = at % 2 ? 'one1' : 'two2';
    made.goLive(id);
    await expect
      .poll(demanded, { interval: 20, timeout: 60_000 })
      .toBe(`code code1 release ${id} name ${id}`);
    expect((await get('/about-us')).body).toBe(pages[id]);
    // Cached by its release: no response of the one before.
    for (const _ of [1, 2]) expect((await get('/')).body).toContain(`release ${id} `);
  }
  await walk.end();
  expect(walk.dropped).toEqual([]);
  expect(walk.received.length).toBeGreaterThan(200);
  const known = new Set([
    ...Object.values(pages),
    ...Object.keys(pages).flatMap((id) => [`code code1 release ${id} name ${id}`, `not found by ${id}`]),
  ]);
  expect(walk.received.filter(({ body }) => !known.has(body))).toEqual([]);
  for (const { path, status } of walk.received) expect(status).toBe(path === '/nowhere' ? 404 : 200);
});

it('PLAT-04 new code takes over without a dropped request, and the old one finishes what it began', async () => {
  await made.store('one1');
  made.goLive('one1');
  await serve();
  const long = get(`${DEMAND}3000`);
  // With shoppers it would wait for its turn, perhaps until the new code is in force.
  await expect.poll(server.said, { interval: 20 }).toContain(LONG_PAGE.said);
  const walk = shoppers(server.port, [`${DEMAND}0`, `${DEMAND}100`, '/about-us'], 4);
  storeMadeUpCode(made.dist, 'code2', entryOf('code2'));
  await switchCode(made.dist, 'code2');
  await expect.poll(demanded, { interval: 20 }).toContain('code code2');
  expect((await long).body).toContain('code code1');
  await walk.end();
  expect(walk.dropped).toEqual([]);
  expect(walk.received.filter(({ status }) => status !== 200)).toEqual([]);
});

it('PLAT-04 code that cannot be loaded or fails on a page is not taken over, and is logged', async () => {
  await made.store('one1');
  made.goLive('one1');
  await serve();
  const failing = [
    ['code2', 'export const renderPage = ;', 'new code cannot be loaded'],
    ['code3', 'export const renderPage = async () => new Response(null, { status: 500 });', 'answers 500'],
  ] as const;
  for (const [code, entry, message] of failing) {
    storeMadeUpCode(made.dist, code, entry);
    await switchCode(made.dist, code);
    await expect.poll(server.said).toContain(message);
    expect(await demanded()).toContain('code code1');
  }
  storeMadeUpCode(made.dist, 'code4', entryOf('code4'));
  await switchCode(made.dist, 'code4');
  await expect.poll(demanded).toContain('code code4');
});

it('PLAT-32 where new code needs another server the process goes on with its own, logs it once, and the status says to restart', async () => {
  const first = await made.store('one1');
  made.goLive('one1');
  await serve();
  storeMadeUpCode(made.dist, 'code2', entryOf('code2'));
  writeFileSync(join(codeFolder(made.dist, 'code2'), 'code.json'), '{"server":"another"}');
  await made.store('two2', { code: 'code2' });
  await switchCode(made.dist, 'code2', { releases: { riverbend: 'two2' } });
  made.goLive('two2');
  const what = 'server: restart: new code (code2) needs another server than the one that runs.';
  await expect.poll(troubles, { timeout: 30_000 }).toContain(what);
  // It has looked again since.
  await wait(1500);
  expect(server.said().match(/restart: new code needs another server/g)).toHaveLength(1);
  expect(server.said()).not.toContain('its code is refused');
  expect(await demanded()).toBe('code code1 release one1 name one1');
  expect((await get('/about-us')).body).toBe(first);

  // Of code1 it is not known which server it needs.
  await server.stop();
  await serve();
  expect(await demanded()).toBe('code code2 release two2 name two2');
  expect(server.said()).toContain('no code of this server is stored');
  expect(await troubles()).toContain(
    'server: restart: the code in force (code2) needs another server than the one that runs.',
  );
});

it('PLAT-37 a server that starts while the live code needs another server uses the newest code of its own', async () => {
  const storeOf = (code: string, server: string, builtAt: number) => {
    storeMadeUpCode(made.dist, code, entryOf(code));
    const record = join(codeFolder(made.dist, code), 'code.json');
    writeFileSync(record, JSON.stringify({ server }));
    utimesSync(record, builtAt, builtAt);
  };
  storeOf('code1', serverSource(), 1);
  storeOf('code0', serverSource(), 2);
  storeOf('code2', 'another', 3);
  await made.store('two2', { code: 'code2' });
  made.goLive('two2');
  await switchCode(made.dist, 'code2');
  await serve();
  expect(await demanded()).toBe('code code0 release two2 name two2');
  const restart = 'server: restart: new code (code2) needs another server than the one that runs.';
  expect(await troubles()).toContain(restart);
  expect(server.said().match(/restart: new code needs another server/g)).toHaveLength(1);
  expect(usedByServers(made.dist)).toMatchObject([{ code: 'code0', refused: 'code2' }]);

  storeOf('code3', serverSource(), 4);
  await switchCode(made.dist, 'code3');
  await expect.poll(demanded).toContain('code code3 ');
  await expect.poll(troubles, { timeout: 30_000 }).not.toContain(restart);
});

const FAILING = 'export const renderPage = async () => new Response(null, { status: 500 });';

it('PLAT-04 new code and the pages built with it go live as one: no shopper gets one of them beside the other', async () => {
  const first = await made.store('one1');
  made.goLive('one1');
  await serve();
  const expected = new Map([['code code1 release one1 name one1', first]]);
  expected.set('code code2 release two2 name two2', await made.store('two2', { code: 'code2' }));
  // Pages that are files are looked for several times while it loads.
  storeMadeUpCode(
    made.dist,
    'code2',
    `await new Promise((resolve) => setTimeout(resolve, 1500));${entryOf('code2')}`,
  );
  await switchCode(made.dist, 'code2', { releases: { riverbend: 'two2' } });
  // The pointer of the dealer itself is not written: the disk is slow, or the build was killed.
  const mixed: string[][] = [];
  for (let body = ''; !body.startsWith('code code2'); await wait(10)) {
    const page = (await get('/about-us')).body;
    const [before, after] = [body, await demanded()];
    body = after;
    if (!expected.has(body)) mixed.push([body]);
    if (before === after && page !== expected.get(body)) mixed.push([body, page.slice(0, 30)]);
  }
  expect(mixed).toEqual([]);
  made.goLive('two2');
  expect((await get('/about-us')).body).toBe(expected.get('code code2 release two2 name two2'));
});

async function status() {
  const headers = { Authorization: `Bearer ${HEALTH_TOKEN}`, Accept: 'application/json' };
  const response = await fetch(`http://127.0.0.1:${server.port}/-/status`, { headers });
  const { troubles, facts } = (await response.json()) as {
    troubles: { about: string; what: string }[];
    facts: { server: { process: { failed: object[] } } };
  };
  const { failed } = facts.server.process;
  return { failed, troubles: troubles.map(({ about, what }) => `${about}: ${what}`) };
}
const troubles = async () => (await status()).troubles;

it('PLAT-02 the status names a live release that is damaged, and one that the server could not load', async () => {
  await made.store('one1');
  made.goLive('one1');
  await serve();
  rmSync(pagesFolder(made.dist, 'riverbend', 'one1'), { recursive: true });
  await expect.poll(troubles).toContain('riverbend: Its live release one1 is damaged: its pages are gone.');

  await made.store('two2');
  writeFileSync(join(releaseFolder(made.dist, 'riverbend', 'two2'), 'release.json'), '{"format":9}');
  made.goLive('two2');
  const reason = 'format 9, this version reads 1';
  await expect
    .poll(troubles)
    .toContain(`riverbend: Its live release two2 is damaged: its settings cannot be read (${reason}).`);
  expect((await status()).failed).toMatchObject([{ dealer: 'riverbend', reason }]);
});

it('PLAT-04 pages whose code is refused are not served, and log and status say so, until there is sound code', async () => {
  const first = await made.store('one1');
  made.goLive('one1');
  await serve();
  storeMadeUpCode(made.dist, 'code2', FAILING);
  await made.store('two2', { code: 'code2' });
  await switchCode(made.dist, 'code2');
  made.goLive('two2');
  await expect.poll(server.said).toContain('published release is not served, its code is refused');
  expect((await get('/about-us')).body).toBe(first);
  expect(await demanded()).toBe('code code1 release one1 name one1');
  const what = 'riverbend: Release two2 is not served, the one before is: its code (code2) is not in force.';
  await expect.poll(troubles).toContain(what);

  storeMadeUpCode(made.dist, 'code3', entryOf('code3'));
  const third = await made.store('three3', { code: 'code3' });
  await switchCode(made.dist, 'code3');
  made.goLive('three3');
  await expect.poll(demanded).toBe('code code3 release three3 name three3');
  expect((await get('/about-us')).body).toBe(third);
  await expect.poll(troubles).not.toContain(what);
});

it('PLAT-04 where new code is refused a rollback returns to pages of the code that runs', async () => {
  const first = await made.store('one1');
  await made.store('two2');
  for (const id of ['one1', 'two2']) made.goLive(id);
  await serve();
  storeMadeUpCode(made.dist, 'code2', FAILING);
  await switchCode(made.dist, 'code2');
  await expect.poll(() => usedByServers(made.dist)).toMatchObject([{ code: 'code1', refused: 'code2' }]);
  expect(await rollBack(made.dist, 'riverbend')).toEqual({ release: 'one1', isUnchanged: false });
  await expect.poll(demanded).toBe('code code1 release one1 name one1');
  expect((await get('/about-us')).body).toBe(first);
});

it('PLAT-04 pages open in browsers find the hashed files of their code, also after other code is live', async () => {
  await made.store('one1');
  made.goLive('one1');
  writeSites(made.dist, { 'code/code1/assets/first.abc.js': 'export {};' });
  await serve();
  storeMadeUpCode(made.dist, 'code2', entryOf('code2'));
  writeSites(made.dist, { 'code/code2/assets/second.def.js': 'export {};' });
  await switchCode(made.dist, 'code2');
  for (const name of ['first.abc.js', 'second.def.js'])
    expect((await get(`/_astro/${name}`)).status, name).toBe(200);
  for (const name of ['none.js', '..%2f..%2fcode1%2fserver%2fentry.mjs', '../server/entry.mjs'])
    expect((await get(`/_astro/${name}`)).status, name).not.toBe(200);
});

it('PLAT-04 nothing that a running server uses is pruned', async () => {
  for (const id of ['rel1', 'rel2', 'rel3', 'rel4', 'rel5', 'rel6', 'rel7', 'rel8', 'rel9'])
    await made.store(id, { createdAt: `2026-07-0${id.at(-1)}T00:00:00.000Z` });
  made.goLive('rel1');
  await serve();
  // The server cannot read what is live now, and stays with rel1. No pointer names that any more.
  writeFileSync(`${made.dist}/releases/riverbend/rel3/release.json`, '{"format":9}');
  rmSync(`${made.dist}/live`, { recursive: true });
  made.goLive('rel3');
  expect((await pruneReleases(made.dist, ['riverbend'])).releases).toEqual({ riverbend: ['rel4', 'rel2'] });
  await server.stop();
  expect((await pruneReleases(made.dist, ['riverbend'])).releases).toEqual({ riverbend: ['rel1'] });
});

it('PLAT-04 a rollback is served, and so is what was published before it', async () => {
  for (const id of ['one1', 'two2', 'three3']) {
    await made.store(id);
    made.goLive(id);
  }
  await serve();
  expect(readLiveCode(made.dist).code).toBe('code1');
  for (const id of ['two2', 'one1']) {
    expect(await rollBack(made.dist, 'riverbend')).toEqual({ release: id, isUnchanged: false });
    await expect.poll(demanded, { interval: 20 }).toContain(`release ${id}`);
  }
  await expect(rollBack(made.dist, 'riverbend')).rejects.toThrow('No release of "riverbend" was live before');
  expect(JSON.parse(readFileSync(`${made.dist}/live/riverbend.json`, 'utf8'))).toMatchObject({ earlier: [] });
});
