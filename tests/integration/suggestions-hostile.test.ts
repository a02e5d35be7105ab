import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { ask } from '../fixtures/http-site.ts';
import { servePages } from '../fixtures/served-pages.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const HOST = 'www.switchboard.example';
const PATH = '/api/suggestions';

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let site: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  const pagesEntry = inject('pagesEntry');
  pages = await openRenderedPages({ host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry });
  site = await servePages(pages.services, [pages.configured({})], pagesEntry);
});
afterAll(async () => {
  await site.stop();
  await pages.close();
});

const send = (more: Parameters<typeof ask>[1] = {}) => ask(site.port, { host: HOST, path: PATH, ...more });

it('SRCH-02 PLAT-02 whatever comes with the address, the names are the same or it is refused', async () => {
  const plain = await send();
  expect(plain.status).toBe(200);
  const hostile = [
    ...[
      `?query=${'x'.repeat(7000)}`,
      `?${'a=1&'.repeat(1500)}`,
      '?%00%ff%f0%9f',
      '?q=%27%3bdrop%20table',
      '?#',
    ],
    ...['?dealer=kookaburra-cars&filter=dealer%20EXISTS', `?${encodeURIComponent('{"$ne":1}')}`],
  ];
  for (const query of hostile) {
    const { status, body } = await send({ path: PATH + query });
    expect(status, query).toBeLessThan(500);
    if (status === 200) expect(body, query).toBe(plain.body);
  }
  for (const path of [`${PATH}/`, `${PATH}/x`, `${PATH}%00`, `/api/../api/suggestions`, `//api/suggestions`])
    expect((await send({ path })).status, path).toBeLessThan(500);
});

it('SRCH-02 ERR-02 it is asked by GET, and a body is not read', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
    expect((await send({ method })).status, method).toBeGreaterThanOrEqual(400);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])
    expect((await send({ method })).status, method).toBeLessThan(500);
  const { status } = await send({ method: 'POST', body: 'x'.repeat(200_000) });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(
    (await send({ headers: { 'X-Long': 'x'.repeat(40_000) } }).catch(() => ({ status: 431 }))).status,
  ).toBeLessThan(500);
});

/** Sent together on one connection that closes after the first bytes, or immediately. */
const abort = (isPipelined: boolean) =>
  new Promise<void>((resolve) => {
    const request = `GET ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(request.repeat(isPipelined ? 50 : 1));
      if (!isPipelined) socket.destroy();
    });
    socket.once('data', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });

it('SRCH-02 PLAT-02 it outlives 300 at once, pipelined ones and ones that leave', async () => {
  const statuses = new Set<number>();
  const one = () => send().then(({ status }) => statuses.add(status));
  await Promise.all([
    ...Array.from({ length: 300 }, one),
    ...Array.from({ length: 60 }, (_, at) => abort(at % 2 === 0)),
  ]);
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(200);
  expect((await send()).status).toBe(200);
});

it('SRCH-02 the same 200 times is counted by the engine once', async () => {
  const { search } = pages.services;
  pages.services.answers.pages.purge(stockTag('switchboard'));
  let counted = 0;
  const { facetCounts } = search;
  search.facetCounts = (...asked) => {
    counted += 1;
    return facetCounts(...asked);
  };
  try {
    for (let at = 0; at < 200; at += 1) expect((await send({ path: `${PATH}?at=${at}` })).status).toBe(200);
  } finally {
    search.facetCounts = facetCounts;
  }
  expect(counted).toBe(1);
});
