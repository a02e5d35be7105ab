import { spawn } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { request } from 'node:http';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readPointer } from '#src/dealer-files/release/current-release.ts';
import { pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { copyLive } from '#src/publishing/distribution/mirror-releases.ts';
import { moveReleases } from '#src/publishing/distribution/move-releases.ts';
import { fetchPages, storedInBucket } from '#src/publishing/distribution/release-store.ts';
import { lostFiles } from '#src/publishing/release/dealer-release.ts';
import { unpublishSite } from '#src/publishing/release/release-lifecycle.ts';
import type { ServeProcess } from '../../scripts/programs/serve-process.ts';
import { runReleases } from '../../scripts/releases/run-releases.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { sharedMachines } from '../fixtures/shared-machines.ts';
import { pageOf, publishMadeUp } from '../fixtures/shared-releases.ts';
import { startWorkerProcess } from '../fixtures/worker-process.ts';

let machines: Awaited<ReturnType<typeof sharedMachines>>;
const servers: ServeProcess[] = [];

beforeAll(async () => {
  machines = await sharedMachines();
});
afterEach(async () => {
  vi.useRealTimers();
  machines.gate.open();
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')));
});
afterAll(() => machines.stop());

async function serve(dist = machines.emptyDist(), more: Record<string, string> = {}): Promise<ServeProcess> {
  const server = await machines.serve(dist, more);
  servers.push(server);
  return server;
}

const get = ({ port }: ServeProcess, slug: string, path = '/about-us') =>
  new Promise<{ status: number; body: string; cacheControl: string | undefined }>((resolve, reject) => {
    const headers = { Host: `${slug}.localhost` };
    const asked = request({ host: '127.0.0.1', port, path, headers }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      const cacheControl = res.headers['cache-control'];
      res.on('end', () => resolve({ status: res.statusCode ?? 0, body, cacheControl }));
    });
    asked.on('error', reject).end();
  });

/** Milliseconds until every server has this page. */
async function seenAfter(
  all: readonly ServeProcess[],
  slug: string,
  page: string | number,
): Promise<number[]> {
  const started = performance.now();
  return Promise.all(
    all.map(async (server) => {
      await expect
        .poll(
          async () => {
            const { status, body } = await get(server, slug);
            return typeof page === 'number' ? status : body;
          },
          { interval: 20 },
        )
        .toBe(page);
      return performance.now() - started;
    }),
  );
}

const MISDIRECTED = 421;

const command = (dist: string, ...args: string[]) => runCommand(runReleases, [...args, '--out', dist]);

/** What a machine that starts now gets of dealers: the id of each, whose files are whole. */
async function liveOnNewMachine(...slugs: string[]): Promise<(string | undefined)[]> {
  const dist = machines.emptyDist();
  const storage = await openSharedStorage(machines.variables);
  if (!storage) throw new Error('There is no bucket');
  try {
    await copyLive(storage, dist);
    return await Promise.all(
      slugs.map(async (slug) => {
        const pointer = readPointer(dist, slug);
        if (!pointer || 'reason' in pointer) return undefined;
        await fetchPages(storage, dist, { slug, id: pointer.release });
        expect(lostFiles(dist, slug, pointer.release)).toEqual([]);
        return pointer.release;
      }),
    );
  } finally {
    storage.close();
  }
}

it('PLAT-100 a server and a worker start with empty folders and nothing but their environment', async () => {
  await publishMadeUp(machines.emptyDist(), { alpha: 'one1', beta: 'one1' });
  const server = await serve();
  for (const slug of ['alpha', 'beta']) {
    expect((await get(server, slug)).body).toBe(pageOf(slug, 'one1'));
    expect((await get(server, slug, '/enquire/x')).body).toContain('code code1 release one1');
  }
  const [dist, dealersDir] = [machines.emptyDist(), 'tests/fixtures/plain-dealers'];
  const worker = startWorkerProcess({ dealersDir, dist, env: machines.env });
  try {
    await expect.poll(worker.said).toContain('Delivering leads of 2 dealer(s)');
  } finally {
    await worker.end('SIGKILL');
  }
});

it('PLAT-101 what one machine publishes, rolls back or takes down all servers serve within a second', async () => {
  const [a, b] = [machines.emptyDist(), machines.emptyDist()];
  await publishMadeUp(a, { alpha: 'two2', beta: 'two2' });
  const all = [await serve(), await serve()];
  const times = await seenAfter(all, 'alpha', pageOf('alpha', 'two2'));
  for (const id of ['three3', 'four4', 'five5']) {
    // Another machine each time, with an empty folder at first.
    await publishMadeUp(id === 'four4' ? b : a, { alpha: id });
    times.push(...(await seenAfter(all, 'alpha', pageOf('alpha', id))));
  }
  const empty = machines.emptyDist();
  const list = await command(empty, 'list', 'alpha');
  for (const id of ['two2', 'three3', 'four4']) expect(list.out).toContain(id);
  expect(await command(machines.emptyDist(), 'rollback', 'alpha')).toMatchObject({
    code: 0,
    out: expect.stringContaining('alpha: release four4 is live.'),
  });
  times.push(...(await seenAfter(all, 'alpha', pageOf('alpha', 'four4'))));
  expect(await unpublishSite('alpha', machines.emptyDist())).toBe(true);
  times.push(...(await seenAfter(all, 'alpha', MISDIRECTED)));
  expect((await get(all[0] as ServeProcess, 'beta')).body).toBe(pageOf('beta', 'two2'));
  expect(await command(empty, 'publish', 'alpha', 'four4')).toMatchObject({ code: 0 });
  times.push(...(await seenAfter(all, 'alpha', pageOf('alpha', 'four4'))));
  // A busy machine takes longer over everything.
  expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(1000);
});

it('PLAT-101 new code and the pages built with it go live as one on all servers, and pages open in browsers keep their files', async () => {
  const builder = machines.emptyDist();
  await publishMadeUp(builder, { alpha: 'before1' });
  const old = await serve();
  await publishMadeUp(machines.emptyDist(), { alpha: 'after2' }, { code: 'code2' });
  await expect
    .poll(async () => (await get(old, 'alpha', '/enquire/x')).body)
    .toBe('code code2 release after2 name alpha after2');
  expect((await get(old, 'alpha')).body).toBe(pageOf('alpha', 'after2'));
  const fresh = await serve();
  for (const server of [old, fresh])
    for (const code of ['code1', 'code2'])
      expect((await get(server, 'alpha', `/_astro/${code}.js`)).status, code).toBe(200);
});

it('PLAT-102 a publication without the bucket is refused with the remedy, what was live stays live, and it may be repeated', async () => {
  const [a, b] = [machines.emptyDist(), machines.emptyDist()];
  await publishMadeUp(a, { alpha: 'sound1', beta: 'sound1' });
  const server = await serve();
  await seenAfter([server], 'alpha', pageOf('alpha', 'sound1'));
  await seenAfter([server], 'beta', pageOf('beta', 'sound1'));
  const refusal = /Nothing was published: .*cannot be reached.*What was live is live still\. Run this again/;
  machines.gate.close();
  for (const dist of [a, b]) await expect(publishMadeUp(dist, { alpha: 'later2' })).rejects.toThrow(refusal);
  // It fails at the very last step.
  machines.gate.rule((what) => (/PUT .*live\.json/.test(what) ? 'refuse' : undefined));
  await expect(publishMadeUp(a, { alpha: 'later2', beta: 'later2' })).rejects.toThrow(refusal);
  expect(readPointer(a, 'alpha')).toMatchObject({ release: 'sound1' });
  machines.gate.open();
  expect(await liveOnNewMachine('alpha', 'beta')).toEqual(['sound1', 'sound1']);
  expect((await get(server, 'alpha')).body).toBe(pageOf('alpha', 'sound1'));
  await publishMadeUp(a, { alpha: 'later2', beta: 'later2' });
  await seenAfter([server], 'alpha', pageOf('alpha', 'later2'));
});

/** Its lease, which the next publication would wait for. */
async function forgetLease(): Promise<void> {
  const client = new Client({ connectionString: machines.env.DATABASE_URL });
  await client.connect();
  await client.query(`delete from leases where name = 'releases'`);
  await client.end();
}

/** Publishes in a process that is killed at its nth write to the bucket. @returns whether it was */
async function publishAndKill(id: string, nth: number, isWritten: boolean): Promise<boolean> {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const args = ['tests/fixtures/publish-process.ts', machines.emptyDist(), id, 'alpha', 'beta'];
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  let writes = 0;
  machines.gate.rule((what) => {
    if (!what.startsWith('PUT ')) return undefined;
    writes += 1;
    if (writes !== nth) return undefined;
    if (!isWritten) child.kill('SIGKILL');
    // It dies before it hears of it.
    else setTimeout(() => child.kill('SIGKILL'), 5);
    return isWritten ? undefined : 'refuse';
  });
  await new Promise((resolve) => child.once('exit', resolve));
  machines.gate.open();
  await forgetLease();
  return writes >= nth;
}

it('PLAT-102 a publication killed at any of its writes leaves the former releases or the new ones whole', async () => {
  await publishMadeUp(machines.emptyDist(), { alpha: 'former1', beta: 'former1' });
  // Two packs with their settings, then what is live.
  for (const nth of [1, 2, 3, 4, 5]) {
    expect(await publishAndKill(`killed${nth}`, nth, false)).toBe(true);
    expect(await liveOnNewMachine('alpha', 'beta')).toEqual(['former1', 'former1']);
  }
  await publishAndKill('last1', 5, true);
  expect(await liveOnNewMachine('alpha', 'beta')).toEqual(['last1', 'last1']);
  await publishMadeUp(machines.emptyDist(), { alpha: 'killed3', beta: 'killed3' });
  expect(await liveOnNewMachine('alpha', 'beta')).toEqual(['killed3', 'killed3']);
});

it('PLAT-103 machines that publish at the same time take turns, and none undoes what another has published', async () => {
  for (const round of [1, 2, 3]) {
    const slugs = ['alpha', 'beta', 'gamma'];
    await Promise.all(
      slugs.map((slug) => publishMadeUp(machines.emptyDist(), { [slug]: `${slug}${round}` })),
    );
    expect(await liveOnNewMachine(...slugs)).toEqual(slugs.map((slug) => `${slug}${round}`));
  }
});

const isPack = (slug: string, id: string) => (what: string) =>
  what.startsWith('GET ') && what.includes(`/dealers/${slug}/${id}.tar`);

it('PLAT-104 pages that are not on a machine yet are fetched when asked for, once for all shoppers', async () => {
  await publishMadeUp(machines.emptyDist(), { delta: 'lazy1' });
  const isAsked = isPack('delta', 'lazy1');
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  machines.gate.rule((what) => (isAsked(what) ? held : undefined));
  // It is ready without them.
  const server = await serve();
  const asking = Array.from({ length: 5 }, () => get(server, 'delta'));
  await expect.poll(() => machines.gate.asked.filter(isAsked).length).toBe(1);
  release(undefined);
  for (const { status, body } of await Promise.all(asking))
    expect([status, body]).toEqual([200, pageOf('delta', 'lazy1')]);
  expect(machines.gate.asked.filter(isAsked)).toHaveLength(1);
});

it('PLAT-104 pages that cannot be fetched are a 503 page with the phone number, until they can', async () => {
  await publishMadeUp(machines.emptyDist(), { delta: 'lazy2' });
  const isAsked = isPack('delta', 'lazy2');
  machines.gate.rule((what) => (isAsked(what) ? 'refuse' : undefined));
  const server = await serve();
  const { status, body, cacheControl } = await get(server, 'delta');
  expect([status, cacheControl]).toEqual([503, 'no-store']);
  expect(body).toMatch(/call .* on <a href="tel:/);
  // What needs no file is rendered meanwhile.
  expect((await get(server, 'delta', '/enquire/x')).body).toContain('release lazy2');
  machines.gate.open();
  await seenAfter([server], 'delta', pageOf('delta', 'lazy2'));
});

it('PLAT-105 while the bucket is unavailable servers serve what they have, and start with it; afterwards they follow again', async () => {
  const builder = machines.emptyDist();
  await publishMadeUp(builder, { alpha: 'held1', beta: 'held1' });
  const dist = machines.emptyDist();
  const server = await serve(dist);
  // Without a shopper, before it was ready.
  expect(existsSync(pagesFolder(dist, 'beta', 'held1'))).toBe(true);
  machines.gate.close();
  await expect.poll(server.said).toContain('published releases cannot be followed, sites are unchanged');
  for (const slug of ['alpha', 'beta']) expect((await get(server, slug)).status).toBe(200);
  const again = await serve(dist);
  expect((await get(again, 'beta')).body).toBe(pageOf('beta', 'held1'));
  await expect(serve()).rejects.toThrow('cannot be reached');
  machines.gate.open();
  await publishMadeUp(builder, { alpha: 'held2' });
  await seenAfter([server, again], 'alpha', pageOf('alpha', 'held2'));
  expect(server.said()).toContain('published releases are followed again');
});

it('PLAT-106 above RELEASE_CACHE_MB pages asked for longest ago leave the disk, and are fetched again when asked for', async () => {
  const slugs = ['heavy-a', 'heavy-b', 'heavy-c'] as const;
  const files = { 'large.txt': 'x'.repeat(600_000) };
  await publishMadeUp(machines.emptyDist(), Object.fromEntries(slugs.map((slug) => [slug, 'large1'])), {
    files,
  });
  const dist = machines.emptyDist();
  const isLast = isPack('heavy-c', 'large1');
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  machines.gate.rule((what) => (isLast(what) ? held : undefined));
  const server = await serve(dist, { RELEASE_CACHE_MB: '1' });
  const has = (slug: string) => existsSync(pagesFolder(dist, slug, 'large1'));
  for (const slug of slugs.slice(0, 2)) expect((await get(server, slug)).status).toBe(200);
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(pagesFolder(dist, 'heavy-a', 'large1'), longAgo, longAgo);
  release(undefined);
  expect((await get(server, 'heavy-c')).status).toBe(200);
  await expect.poll(() => slugs.map(has)).toEqual([false, true, true]);
  expect((await get(server, 'heavy-a')).body).toBe(pageOf('heavy-a', 'large1'));
});

const DAY_MS = 86_400_000;

it('PLAT-04 the bucket keeps what was live within a day, the release before and the five newest', async () => {
  const dist = machines.emptyDist();
  const storage = await openSharedStorage(machines.variables);
  if (!storage) throw new Error('There is no bucket');
  const ids = Array.from({ length: 8 }, (_, at) => `prune${at}`);
  for (const id of ids) await publishMadeUp(dist, { epsilon: id });
  const stored = async () => (await storedInBucket(storage, 'epsilon')).map(({ id }) => id).sort();
  expect(await stored()).toEqual(ids);
  const unfinished = 'releases/dealers/epsilon/unfinished1.tar.zst';
  await storage.put(unfinished, Buffer.from('its settings were never stored'), PRIVATE_FILE);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS });
  await publishMadeUp(machines.emptyDist(), { epsilon: 'prune8' });
  // One of them was live until now.
  expect(await stored()).toEqual([...ids.slice(4), 'prune8']);
  expect(await storage.head(unfinished)).toBeUndefined();
  storage.close();
});

it('PLAT-04 what a machine has published by itself is moved to the bucket whole, and what is there is not copied again', async () => {
  const dist = machines.emptyDist();
  const url = { STORAGE_URL: process.env.STORAGE_URL };
  try {
    process.env.STORAGE_URL = '';
    await publishMadeUp(dist, { zeta: 'own1', eta: 'own1' });
    await publishMadeUp(dist, { zeta: 'own2' });
    await expect(moveReleases(dist)).rejects.toThrow('STORAGE_URL names the bucket');
    process.env.STORAGE_URL = `${url.STORAGE_URL}-moved`;
    expect(await moveReleases(dist)).toEqual({ releases: 3, code: 1, stored: 4, lost: [], wasLive: false });
    expect(await moveReleases(dist)).toMatchObject({ releases: 3, stored: 0, wasLive: true });
    const server = await serve(undefined, { STORAGE_URL: process.env.STORAGE_URL });
    expect((await get(server, 'zeta')).body).toBe(pageOf('zeta', 'own2'));
    expect(await command(machines.emptyDist(), 'rollback', 'zeta')).toMatchObject({ code: 0 });
    await seenAfter([server], 'zeta', pageOf('zeta', 'own1'));
  } finally {
    Object.assign(process.env, url);
  }
});
