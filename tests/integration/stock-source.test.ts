import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FeedLimits, FeedRequest } from '#src/features/stock/parsing/feed-content.ts';
import { fetchFeed } from '#src/features/stock/server/sources/fetch-feed.ts';

const LIMITS: FeedLimits = { maxBytes: 100_000, totalMs: 60_000, stallMs: 30_000 };
const STALLING = { stallMs: 300 };
const FEED = 'stocknum,make\nA1,Kia\n';

let folder: string;
let server: Server;
let respond: RequestListener;
let asked: { url: string; headers: Record<string, unknown> }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-source-'));
  asked = [];
  respond = (_request, response) => response.end(FEED);
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const port = () => {
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
};
const file = () => join(folder, 'feed.csv');
const fetched = (more: Partial<FeedRequest> = {}, limits: Partial<FeedLimits> = {}) =>
  fetchFeed(
    {
      url: `http://127.0.0.1:${port()}/stock.csv`,
      seen: { etag: null, lastModified: null },
      file: file(),
      allowedHosts: new Set([`127.0.0.1:${port()}`]),
      signal: new AbortController().signal,
      ...more,
    },
    { ...LIMITS, ...limits },
  );

it('PLAT-03 a feed is stored with its validators, which are sent the next time', async () => {
  const validators = { etag: '"v1"', 'last-modified': 'Thu, 18 Jun 2026 00:00:00 GMT' };
  respond = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"';
    response.writeHead(isKnown ? 304 : 200, validators).end(isKnown ? '' : FEED);
  };
  const first = await fetched({ authorization: 'Bearer key' });
  expect(first).toMatchObject({ kind: 'fetched', bytes: FEED.length, etag: '"v1"' });
  expect(readFileSync(file(), 'utf8')).toBe(FEED);
  const seen = { etag: '"v1"', lastModified: validators['last-modified'] };
  expect(await fetched({ seen })).toEqual({ kind: 'unchanged' });
  expect(asked[1]?.headers['if-modified-since']).toBe(seen.lastModified);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer key', undefined]);
});

it('PLAT-03 a feed that never ends is cut off at the limit of size', async () => {
  let isOpen = true;
  respond = (_request, response) => {
    response.once('close', () => {
      isOpen = false;
    });
    const more = () => {
      while (isOpen && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  };
  expect(await fetched()).toEqual({ kind: 'failed', code: 'too_large' });
  await expect.poll(() => isOpen).toBe(false);
  expect(readFileSync(file()).length).toBeLessThanOrEqual(LIMITS.maxBytes);
});

it('PLAT-03 a feed that trickles is ended by the limit of time, one that stalls sooner', async () => {
  let trickle: NodeJS.Timeout | undefined;
  respond = (_request, response) => {
    trickle = setInterval(() => response.write('x'), 50);
  };
  expect(await fetched({}, { totalMs: 700 })).toEqual({ kind: 'failed', code: 'too_slow' });
  clearInterval(trickle);
  respond = (_request, response) => void response.write(FEED);
  expect(await fetched({}, STALLING)).toEqual({ kind: 'failed', code: 'stalled' });
  respond = () => {};
  expect(await fetched({}, STALLING)).toEqual({ kind: 'failed', code: 'stalled' });
});

it('PLAT-03 half a body is no feed', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write(FEED, () => response.destroy());
  };
  expect(await fetched()).toEqual({ kind: 'failed', code: 'cut_off' });
  respond = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(gzipSync(FEED.repeat(50)).subarray(0, 40));
  };
  expect(await fetched()).toEqual({ kind: 'failed', code: 'cut_off' });
});

it('PLAT-03 compressed feeds and gzip files are decompressed, bombs up to the limit alone', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(FEED));
  };
  expect(await fetched()).toMatchObject({ kind: 'fetched', bytes: FEED.length });
  respond = (_request, response) => response.end(gzipSync(FEED));
  expect(await fetched()).toMatchObject({ kind: 'fetched', bytes: FEED.length });
  expect(readFileSync(file(), 'utf8')).toBe(FEED);
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.length).toBeLessThan(LIMITS.maxBytes);
  respond = (_request, response) => response.end(bomb);
  expect(await fetched()).toEqual({ kind: 'failed', code: 'too_large' });
  expect(readFileSync(file()).length).toBeLessThanOrEqual(LIMITS.maxBytes);
});

it.each([
  ['https://169.254.169.254/latest/meta-data/', 'private_address'],
  ['http://169.254.169.254/latest/meta-data/', 'not_https'],
  ['https://[::ffff:10.0.0.1]/stock.csv', 'private_address'],
  ['https://localhost/stock.csv', 'private_address'],
  ['https://user:secret@example.com/stock.csv', 'password_in_the_address'],
  ['https://example.com:22/stock.csv', 'unusual_port'],
  ['file:///etc/passwd', 'not_https'],
  ['http://localhost:1/stock.csv', 'unusual_port'],
  ['/stock.csv', 'too_many_redirects'],
])('PLAT-03 a redirect to %s is refused: %s', async (location, code) => {
  respond = (_request, response) => response.writeHead(302, { location }).end();
  expect(await fetched()).toEqual({ kind: 'failed', code });
});

it.each([
  () => `http://127.0.0.1:${port()}/stock.csv`,
  () => `http://localhost:${port()}/stock.csv`,
  () => 'https://127.0.0.1/stock.csv',
])('CFG-23 PLAT-03 an address of this machine is not read unless the operator allows it', async (url) => {
  const response = await fetched({ url: url(), authorization: 'Basic abc', allowedHosts: new Set() });
  expect(response).toMatchObject({
    kind: 'failed',
    code: expect.stringMatching(/^(?:unusual_port|private_address)$/),
  });
  expect(asked).toEqual([]);
});

it('PLAT-03 a redirect within the same address is followed', async () => {
  respond = (request, response) => {
    const hasMoved = request.url === '/stock.csv';
    response.writeHead(hasMoved ? 302 : 200, { location: '/today.csv' }).end(FEED);
  };
  expect(await fetched({ authorization: 'Basic abc' })).toMatchObject({ kind: 'fetched' });
  expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/stock.csv', 'Basic abc'],
    ['/today.csv', 'Basic abc'],
  ]);
});

it('PLAT-03 another address that a redirect leads to receives no credentials', async () => {
  const received: unknown[] = [];
  const other = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.end(FEED);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const host = `127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  respond = (_request, response) => response.writeHead(302, { location: `http://${host}/` }).end();
  const more = { authorization: 'Basic abc', allowedHosts: new Set([host, `127.0.0.1:${port()}`]) };
  expect(await fetched(more)).toMatchObject({ kind: 'fetched' });
  expect(received).toEqual([undefined]);
  await new Promise((resolve) => other.close(resolve));
});

it('PLAT-03 failures are short codes without the address', async () => {
  for (const [status, code] of [
    [500, 'http_500'],
    [404, 'http_404'],
    [304, 'http_304'],
  ] as const) {
    respond = (_request, response) => response.writeHead(status).end('private words');
    expect(await fetched()).toEqual({ kind: 'failed', code });
  }
  const allowedHosts = new Set(['127.0.0.1:9']);
  expect(await fetched({ url: 'http://127.0.0.1:9/stock.csv?key=secret', allowedHosts })).toEqual({
    kind: 'failed',
    code: 'no_connection',
  });
  const stop = new AbortController();
  respond = () => stop.abort();
  expect(await fetched({ signal: stop.signal })).toEqual({ kind: 'failed', code: 'stopped' });
});
