import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { MAX_FEED_BYTES } from '#src/features/stock/parsing/feed-content.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { type FeedWorker, readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { waitingPushes } from '#src/features/stock/server/sources/pushed-feeds.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { WRONG_TOKENS } from '#src/platform/limits/token-guesses.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { startFeedProcess } from '#src/server/feed-process/feed-process.ts';
import { type FeedSite, openFeedSite, stockOf } from '../fixtures/feed-site.ts';
import { ask } from '../fixtures/http-site.ts';
import { PUSH_TOKEN, PUSH_VARIABLE, servePushes } from '../fixtures/push-site.ts';
import { FIXTURE_DEALERS, feedOf } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-pushed' };
let site: FeedSite;
let server: Awaited<ReturnType<typeof servePushes>>;
let worker: FeedWorker | undefined;
let sites = 0;

async function open(feed: Partial<FeedConfig>, silenceMs?: number): Promise<void> {
  sites += 1;
  site = await openFeedSite(engine, systemClock, `pushed-${sites}`, { push: PUSH_VARIABLE, ...feed });
  server = await servePushes(site, silenceMs);
}
beforeEach(() => {
  process.env[PUSH_VARIABLE] = PUSH_TOKEN;
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await server.stop();
  await site.close();
  delete process.env[PUSH_VARIABLE];
});

const never = new AbortController().signal;
const read = () => readIfDue(site.services, site.dealer, { dealersDir: site.folder, signal: never });
const folder = () => join(site.folder, 'feeds', `${site.dealer.slug}.pushed`);
const waiting = () => waitingPushes(site.folder, site.dealer.slug);
const codeOf = ({ body }: { body: string }): unknown => JSON.parse(body).error?.code;
const prices = async () =>
  (await presentVehicles(site.services.db, site.dealer.slug)).map(({ price }) => price).sort();
const outcomes = async () =>
  (await site.services.db.selectFrom('feed_runs').select('outcome').orderBy('started_at').execute()).map(
    ({ outcome }) => outcome,
  );

const car = (stocknum: string, price: number) =>
  JSON.stringify([{ stocknum, make: 'Kia', model: 'Rio', year: 2021, price, km: 30_000 }]);

it('FEED-21 a vehicle that is posted is found by a search at once, without waiting for a schedule', async () => {
  await open({ format: 'json', mode: 'incremental' });
  worker = startFeedProcess(site.services, { dealersDir: site.folder });
  // The process that reads feeds is not running yet for the first one.
  for (const [at, stocknum] of ['P1', 'P2', 'P3'].entries()) {
    expect(await server.push(car(stocknum, 20_000))).toMatchObject({ status: 202 });
    await expect.poll(() => site.services.index.count(site.dealer.slug), { interval: 50 }).toBe(at + 1);
  }
});

it('FEED-11 a feed is taken with the token of the dealer alone, whatever its type, and is on the disk then', async () => {
  await open({});
  const headers = {
    'content-type': 'application/octet-stream',
    'sec-fetch-site': 'cross-site',
    origin: 'https://x.example',
  };
  const accepted = await server.push(gzipSync(stockOf(20)), { headers });
  expect(accepted.status).toBe(202);
  expect(accepted.headers['set-cookie']).toBeUndefined();
  const { id } = JSON.parse(accepted.body);
  expect(waiting()).toEqual([expect.stringMatching(new RegExp(`^\\d{13}-${id}$`))]);
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
  expect(waiting()).toEqual([]);
  expect(await server.push(stockOf(21), { chunked: true })).toMatchObject({ status: 202 });
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 1 } });
  expect(readFileSync(join(site.folder, 'feeds', `${site.dealer.slug}.last`), 'utf8')).toBe(stockOf(21));
});

it('FEED-11 without the right token nothing is taken, and guesses are limited', async () => {
  await open({});
  const wrong = { headers: { authorization: 'Bearer wrong' } };
  expect(codeOf(await server.push(stockOf(20), wrong))).toBe('wrong_token');
  const none = await ask(server.port, {
    ...{ method: 'POST', path: `/feeds/${site.dealer.slug}`, host: server.host, body: stockOf(20) },
  });
  expect([none.status, codeOf(none), none.headers['www-authenticate']]).toEqual([
    401,
    'wrong_token',
    'Bearer',
  ]);
  for (let guesses = 2; guesses < WRONG_TOKENS; guesses += 1) await server.push('x', wrong);
  const refused = await server.push(stockOf(20));
  expect([refused.status, codeOf(refused)]).toEqual([429, 'too_many_tokens']);
  expect(refused.headers['retry-after']).toBe('600');
  expect(waiting()).toEqual([]);
});

it('FEED-11 a token that is not set is reported once, however many requests come', async () => {
  await open({});
  delete process.env[PUSH_VARIABLE];
  for (let requests = 0; requests < 3; requests += 1)
    expect(codeOf(await server.push('x'))).toBe('wrong_token');
  const reported = site.logged.filter((line) => line.includes('the token for posted feeds is not set'));
  expect(reported).toHaveLength(1);
});

it('FEED-11 a dealer who takes no feeds this way, or another one, is not found', async () => {
  await open({});
  expect(codeOf(await server.push('x', { path: '/feeds/somebody-else' }))).toBe('no_push');
  const without = site.dealerWith({ push: undefined, url: 'https://feeds.example/stock.csv' });
  site.services.tenants.replace({ dealers: [without], leftOut: [] });
  expect(await server.push('x')).toMatchObject({ status: 404 });
  expect((await ask(server.port, { path: `/feeds/${site.dealer.slug}`, host: server.host })).status).toBe(
    404,
  );
});

it('FEED-11 an empty body, one that is too large and one that does not come whole are refused', async () => {
  await open({}, 500);
  expect(codeOf(await server.push(''))).toBe('empty_feed');
  const large = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `POST /feeds/${site.dealer.slug} HTTP/1.1\r\nHost: ${server.host}\r\nAuthorization: Bearer ${PUSH_TOKEN}\r\nContent-Length: ${MAX_FEED_BYTES + 1}\r\n\r\n`,
      ),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
  });
  expect(large).toMatch(/^HTTP\/1\.1 413[\s\S]*feed_too_large/);
  const slow = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `POST /feeds/${site.dealer.slug} HTTP/1.1\r\nHost: ${server.host}\r\nAuthorization: Bearer ${PUSH_TOKEN}\r\nContent-Length: 1000\r\n\r\nstocknum,make`,
      ),
    );
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
  });
  expect(slow).toMatch(/^HTTP\/1\.1 408[\s\S]*body_too_slow/);
  const half = connect(server.port, '127.0.0.1', () =>
    half.write(
      `POST /feeds/${site.dealer.slug} HTTP/1.1\r\nHost: ${server.host}\r\nAuthorization: Bearer ${PUSH_TOKEN}\r\nContent-Length: 1000\r\n\r\nstocknum,make`,
    ),
  );
  half.on('error', () => {});
  await expect.poll(() => readdirSync(folder()), { interval: 10 }).toHaveLength(1);
  half.destroy();
  await expect.poll(() => readdirSync(folder())).toEqual([]);
});

it('FEED-11 a body on a slow line is taken as long as its bytes come', async () => {
  await open({}, 500);
  const body = stockOf(20);
  const parts = Array.from({ length: 6 }, (_, at) =>
    body.slice((at * body.length) / 6, ((at + 1) * body.length) / 6),
  );
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', async () => {
      socket.write(
        `POST /feeds/${site.dealer.slug} HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\nAuthorization: Bearer ${PUSH_TOKEN}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      for (const part of parts) {
        await wait(200);
        socket.write(part);
      }
    });
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 202/);
  expect(waiting()).toHaveLength(1);
});

it('FEED-11 bodies that wait or arrive may fill a gigabyte, and no more', async () => {
  await open({ mode: 'incremental' });
  await server.push(feedOf('P1,Kia,Rio,2021,20000,30000'));
  truncateSync(join(folder(), waiting()[0] ?? ''), MAX_FEED_BYTES);
  expect(await server.push('x')).toMatchObject({ status: 202 });
  writeFileSync(join(folder(), 'arriving.part'), '');
  truncateSync(join(folder(), 'arriving.part'), MAX_FEED_BYTES);
  expect(codeOf(await server.push('x'))).toBe('too_many_feeds');
});

it('FEED-20 posted changes are imported in the order in which they were accepted, none left out', async () => {
  await open({ format: 'json', mode: 'incremental' });
  for (const price of [21_000, 23_000, 22_000]) await server.push(car('P1', price));
  await server.push(car('P2', 9000));
  expect(await read()).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([2_200_000, 900_000]);
  expect(await outcomes()).toEqual(Array(4).fill('imported'));
});

it('FEED-11 of full feeds that wait the newest counts', async () => {
  await open({});
  await server.push(stockOf(3));
  await server.push(stockOf(20));
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { rows: 20 } });
  expect([waiting(), await outcomes()]).toEqual([[], ['imported']]);
  expect(await read()).toBeUndefined();
});

it('FEED-11 what cannot be read is kept with its reason and stops nothing behind it', async () => {
  await open({ mode: 'incremental' });
  await server.push('<html>Sign in</html>');
  await server.push(feedOf('P1,Kia,Rio,2021,20000,30000'));
  expect(await read()).toMatchObject({ outcome: 'imported' });
  expect(await outcomes()).toEqual(['unreadable', 'imported']);
  const failed = readdirSync(join(folder(), 'failed')).sort();
  expect(failed).toEqual([expect.stringMatching(/^\d{13}-\w+$/), expect.stringMatching(/\.txt$/)]);
  expect(readFileSync(join(folder(), 'failed', failed[1] ?? ''), 'utf8')).toContain('post it again');
  const [state] = await feedStates(site.services.db);
  expect(state).toMatchObject({ lastOutcome: 'imported', failures: 0 });
});

it('FEED-11 if too much waits, more is refused for a while, and nothing accepted is lost', async () => {
  await open({ mode: 'incremental' });
  await server.push(feedOf('P1,Kia,Rio,2021,20000,30000'));
  const [first = ''] = waiting();
  mkdirSync(folder(), { recursive: true });
  for (let at = 1; at < 1000; at += 1)
    writeFileSync(join(folder(), `${Date.now() + at}-${String(at).padStart(32, '0')}`), 'x');
  const refused = await server.push('more');
  expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
    429,
    'too_many_feeds',
    '30',
  ]);
  expect(waiting()).toHaveLength(1000);
  expect(readFileSync(join(folder(), first), 'utf8')).toContain('P1,Kia');
});

it('FEED-11 a process that is killed after it has accepted a feed loses nothing', async () => {
  await open({});
  const { env } = site.services;
  const dealerFile = join(site.folder, `${site.dealer.slug}.json`);
  const dealer = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  const feed = { push: PUSH_VARIABLE, format: 'csv', columns: {} };
  writeFileSync(
    dealerFile,
    JSON.stringify({ ...dealer, slug: site.dealer.slug, stock: { ...dealer.stock, feed } }),
  );
  const { VITEST: _, ...variables } = process.env;
  const child = spawn(process.execPath, ['tests/fixtures/push-process.ts', dealerFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...variables,
      ...{ DATA_DIR: env.DATA_DIR, DATABASE_URL: env.DATABASE_URL ?? '', SITE_SECRET: env.SITE_SECRET },
      ...{ MEILI_HOST: engine.host, MEILI_KEY: engine.key, MEILI_INDEX: engine.index, LOG_LEVEL: 'silent' },
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error('The process has ended while it started.')));
  });
  const headers = { authorization: `Bearer ${PUSH_TOKEN}` };
  expect((await ask(port, { method: 'POST', body: stockOf(20), headers })).status).toBe(202);
  child.kill('SIGKILL');
  await ended;
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
});
