import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { METRICS_PATH } from '#src/server/status/operator-access.ts';
import { IS_FULL } from '../extent.ts';
import { startSite } from '../fixtures/http-site.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

const HEALTH_TOKEN = 'a-token-of-sixteen-or-more';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const FROM_PROXY = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const SLOW_MS = 1500;

const lines: string[] = [];
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite(
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/cars/fails')) throw new Error('a page fails');
      if (pathname.endsWith('/cars/slow')) await wait(SLOW_MS);
      if (pathname.endsWith('/cars/missing')) return undefined;
      return new Response(`<p>${'stock '.repeat(1000)}</p>`, { headers: { 'Content-Type': 'text/html' } });
    },
    {
      env: { HEALTH_TOKEN, ACCESS_LOG: 'yes', LOG_LEVEL: 'error' },
      logTo: { write: (line) => void lines.push(line) },
    },
  );
});
afterAll(() => site.stop());
afterEach(() => {
  lines.length = 0;
});

type Line = Record<string, unknown>;
const logged = (): Line[] => lines.map((line) => JSON.parse(line));
/** The line is written when the response has left, which its client may see first. */
const access = (count = 1) =>
  vi.waitFor(
    () => {
      const found = logged().filter(
        ({ msg }) => String(msg).startsWith('request') && msg !== 'request failed',
      );
      expect(found).toHaveLength(count);
      return found;
    },
    { timeout: PATIENCE_MS },
  );

it('PLAT-02 a line for each request says what was asked for and how it went, whatever LOG_LEVEL is', async () => {
  const { headers } = await site.ask({
    path: '/search/used-cars?q=jane',
    headers: { 'X-Request-Id': FROM_PROXY },
  });
  expect(headers['x-request-id']).toBe(FROM_PROXY);
  const [line] = await access();
  expect(line).toEqual({
    ...{ level: 30, time: expect.any(Number), msg: 'request', requestId: FROM_PROXY, dealer: 'riverbend' },
    ...{ method: 'GET', route: 'search', path: '/search/:id', status: 200, cache: 'miss' },
    ...{ bytes: expect.any(Number), ms: expect.any(Number) },
  });
  expect(line?.bytes).toBeGreaterThan(6000);
});

it('PLAT-02 the cache outcome is logged; a new id is made where none came', async () => {
  await site.ask({ path: '/cars/one' });
  const { headers } = await site.ask({ path: '/cars/one' });
  const [miss, hit] = await access(2);
  expect([miss?.cache, hit?.cache]).toEqual(['miss', 'hit']);
  expect(headers['x-request-id']).toMatch(UUID);
  expect(hit?.requestId).toBe(headers['x-request-id']);
});

it.each([
  ['/about-us', 'riverbend.localhost', { status: 200, route: 'page', dealer: 'riverbend' }],
  ['/about-us/', 'riverbend.localhost', { status: 301, route: 'unknown' }],
  ['/nothing', 'riverbend.localhost', { status: 404, route: 'unknown' }],
  ['/health', '10.0.0.1', { status: 200, route: 'health' }],
  ['/', 'unknown.example', { status: 421, route: 'no_dealer' }],
  ['//other.example/', 'riverbend.localhost', { status: 400, route: 'unreadable' }],
  [METRICS_PATH, 'riverbend.localhost', { status: 401, route: 'operator' }],
])('PLAT-02 %s of %s has its line and its id too', async (path, host, facts) => {
  const { headers } = await site.ask({ path, host });
  const [line] = await access();
  expect(line).toMatchObject({ ...facts, requestId: headers['x-request-id'] });
});

it('PLAT-02 every line of a request carries its id, and no other', async () => {
  const [failed, fine] = await Promise.all([
    site.ask({ path: '/cars/fails' }),
    site.ask({ path: '/about-us' }),
  ]);
  expect([failed.status, fine.status]).toEqual([500, 200]);
  await access(2);
  const ids = (at: string | string[] | undefined) =>
    logged().flatMap(({ requestId, msg }) => (requestId === at ? [msg] : []));
  expect(ids(failed.headers['x-request-id'])).toEqual(['request failed', 'request']);
  expect(ids(fine.headers['x-request-id'])).toEqual(['request']);
});

it('PLAT-02 a request whose client hangs up is logged as aborted', async () => {
  const socket = connect(site.port, '127.0.0.1', () =>
    socket.write('GET /cars/slow HTTP/1.1\r\nHost: riverbend.localhost\r\n\r\n'),
  );
  // Far less than the response takes: a busy machine may wait much longer than asked.
  await wait(SLOW_MS / 30);
  socket.destroy();
  const [line] = await access();
  expect(line).toMatchObject({ msg: 'request aborted', aborted: true, route: 'vehicle', bytes: 0 });
  expect(line).not.toHaveProperty('status');
});

it('PLAT-02 pipelined requests have a line and an id each', async () => {
  const one = 'GET /about-us HTTP/1.1\r\nHost: riverbend.localhost\r\n\r\n';
  const { received } = await site.raw(one.repeat(10), 1000);
  const found = await access(10);
  expect(new Set(found.map(({ requestId }) => requestId)).size).toBe(10);
  const bytes = found.reduce((sum, line) => sum + Number(line.bytes), 0);
  expect(bytes).toBe(Buffer.byteLength(received));
});

const read = async () =>
  (await site.ask({ path: METRICS_PATH, headers: { Authorization: `Bearer ${HEALTH_TOKEN}` } })).body;
const seriesIn = (text: string) =>
  new Set(
    text.split('\n').flatMap((line) => (line.startsWith('forecourt_') ? [line.replace(/ \S+$/, '')] : [])),
  );

it('PLAT-02 random paths, hosts and ids make no new series', async () => {
  const random = () => Math.random().toString(36).slice(2);
  const flood = async (count: number) => {
    for (let sent = 0; sent < count; sent += 10) {
      const requests = Array.from({ length: 10 }, (_, at) => {
        const host = at % 2 === 0 ? 'riverbend.localhost' : `${random()}.example`;
        return `GET /${random()}/${random()}?q=${random()} HTTP/1.1\r\nHost: ${host}\r\nX-Request-Id: ${random()}\r\n\r\n`;
      });
      await site.raw(requests.join(''));
    }
  };
  await flood(10);
  await read();
  const before = seriesIn(await read());
  await flood(IS_FULL ? 10_000 : 1000);
  const text = await read();
  expect(seriesIn(text)).toEqual(before);
  expect(text).toMatch(/forecourt_requests_total\{kind="no_dealer",dealer="none",status="4xx"\} [5-9]\d\d/);
});

it('PLAT-02 without ACCESS_LOG and HEALTH_TOKEN nothing is logged of a request, which still has its id', async () => {
  const quiet: string[] = [];
  const other = await startSite(async () => undefined, {
    env: { LOG_LEVEL: 'debug' },
    logTo: { write: (line) => void quiet.push(line) },
  });
  const { headers } = await other.ask({ path: '/about-us' });
  expect(headers['x-request-id']).toMatch(UUID);
  await other.stop();
  expect(quiet.filter((line) => line.includes('"request'))).toEqual([]);
});

it('PLAT-02 a host without a dealer is named once, however many requests it gets', async () => {
  const warned: string[] = [];
  const other = await startSite(async () => undefined, {
    env: { LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void warned.push(line) },
  });
  for (let n = 0; n < 5; n += 1) await other.ask({ path: '/', host: 'www.forgotten.example' });
  await other.stop();
  expect(warned.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ host: 'www.forgotten.example', msg: 'no dealer has this host' }),
  ]);
});
