import { get, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderPage } from '#src/server/http/render-page.ts';
import { MODELS_CACHED, OFFERS_CACHED } from '#src/server/responses/response-caches.ts';
import { stockTag } from '#src/server/responses/whole-response.ts';
import { KOOKABURRA, RIVERBEND, renderedAddress, startSite } from '../fixtures/http-site.ts';

const SEARCH = '/search/used-cars';
const PADDING = 'a car and another car '.repeat(200);

let renders: { url: string; headers: Record<string, unknown>; body: string }[] = [];
let answer: { status: number; headers: Record<string, string> };
let site: Awaited<ReturnType<typeof startSite>>;

const renderPage: RenderPage = async (request) => {
  const headers = Object.fromEntries(request.headers);
  renders.push({ url: renderedAddress(request), headers, body: await request.text() });
  return new Response(`<p>render ${renders.length}</p>${PADDING}`, {
    status: answer.status,
    headers: { 'content-type': 'text/html', ...answer.headers },
  });
};

beforeEach(async () => {
  renders = [];
  answer = { status: 200, headers: {} };
  site = await startSite(renderPage);
});
afterEach(() => site.stop());

/** The bytes as sent. */
const bytes = (path: string, headers: Record<string, string>) =>
  new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    get({ host: '127.0.0.1', port: site.port, path, headers: { host: RIVERBEND, ...headers } }, (res) => {
      buffer(res).then((body) => resolve({ headers: res.headers, body }), reject);
    }).on('error', reject);
  });

describe('PLAT-02 a page with stock', () => {
  it('is rendered once for all shoppers', async () => {
    const first = await site.ask({ path: SEARCH });
    const second = await site.ask({ path: SEARCH });
    expect(renders).toHaveLength(1);
    expect(second.body).toBe(first.body);
    expect(second.headers['content-type']).toBe('text/html');
    expect(second.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it('is rendered once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 30 }, () => site.ask({ path: SEARCH })));
    expect(renders).toHaveLength(1);
  });

  it('is sent in the client’s encoding', async () => {
    const plain = await bytes(SEARCH, {});
    const br = await bytes(SEARCH, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await bytes(SEARCH, { 'accept-encoding': 'gzip, br;q=0' });
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(plain.headers.vary).toBe('Accept-Encoding');
  });

  it('is 304 for a client that has it, until it changes', async () => {
    const { headers } = await site.ask({ path: SEARCH });
    const known = { 'If-None-Match': String(headers.etag) };
    expect(await site.ask({ path: SEARCH, headers: known })).toMatchObject({ status: 304, body: '' });
    site.services.answers.pages.purge(stockTag('riverbend'));
    expect(await site.ask({ path: SEARCH, headers: known })).toMatchObject({ status: 200 });
  });

  it('has the same headers for HEAD, and no body', async () => {
    const read = await site.ask({ path: SEARCH });
    const head = await site.ask({ path: SEARCH, method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe(read.headers['content-length']);
    expect(head.headers.etag).toBe(read.headers.etag);
  });

  it('contains nothing about the shopper it was first rendered for', async () => {
    answer.headers = { 'set-cookie': 'session=secret', 'x-page': 'search' };
    const asked = { Cookie: 'session=mine', Authorization: 'Bearer mine', 'X-Forwarded-For': '203.0.113.9' };
    const { headers } = await site.ask({ path: `${SEARCH}?utm_source=mail&make=Kia`, headers: asked });
    expect(renders[0]?.url).toBe('/tenants/riverbend/search/used-cars?make=Kia');
    expect(Object.keys(renders[0]?.headers ?? {})).toEqual(['host']);
    expect(String(headers['set-cookie'])).not.toContain('session');
    expect(headers['x-page']).toBe('search');
  });

  it('is one page for any utm and click ids, and another for each dealer', async () => {
    await site.ask({ path: `${SEARCH}?utm_source=a` });
    await site.ask({ path: `${SEARCH}?gclid=b&utm_medium=c` });
    expect(renders).toHaveLength(1);
    const other = await site.ask({ path: SEARCH, host: KOOKABURRA });
    expect(renders).toHaveLength(2);
    expect(renders[1]?.url).toContain('/tenants/kookaburra-cars/');
    expect(other.body).toContain('render 2');
  });

  it('that redirects keeps the shopper’s utm', async () => {
    answer = { status: 301, headers: { location: '/elsewhere' } };
    await site.ask({ path: '/search/TOYOTA?utm_source=mail' });
    expect(renders.at(-1)?.url).toContain('?utm_source=mail');
  });

  it.each([404, 410, 500, 503])('that responds with %i is rendered each time', async (status) => {
    answer.status = status;
    await site.ask({ path: SEARCH });
    expect((await site.ask({ path: SEARCH })).status).toBe(status);
    expect(renders).toHaveLength(2);
  });

  it('that breaks off is an error, and is not cached', async () => {
    const broken = await startSite(async () => {
      const half = new ReadableStream({
        start(page) {
          page.enqueue(Buffer.from('half a page'));
          page.error(new Error('broke off'));
        },
      });
      return new Response(half);
    });
    expect(await broken.ask({ path: SEARCH })).toMatchObject({ status: 500 });
    await broken.stop();
  });

  it('of forms is never cached', async () => {
    await site.ask({ path: '/enquire/contact' });
    await site.ask({ path: '/enquire/contact' });
    expect(renders).toHaveLength(2);
  });
});

describe('PLAT-02 the search endpoint', () => {
  const ask = (body: object, type = 'application/json') =>
    site.ask({
      method: 'POST',
      path: '/api/search',
      headers: { 'Content-Type': type },
      body: JSON.stringify(body),
    });

  it('answers the same query from memory, and runs a different one', async () => {
    answer.headers = { 'cache-control': 'no-store' };
    const first = await ask({ requests: [{ indexName: 'vehicles' }] });
    const again = await ask({ requests: [{ indexName: 'vehicles' }] });
    expect(renders).toHaveLength(1);
    expect(again.body).toBe(first.body);
    expect(again.headers['cache-control']).toBe('no-store');
    await ask({ requests: [{ indexName: 'vehicles:latest' }] });
    expect(renders.map(({ body }) => body)).toEqual([
      '{"requests":[{"indexName":"vehicles"}]}',
      '{"requests":[{"indexName":"vehicles:latest"}]}',
    ]);
  });

  it('is the same for any spelling of its type, and accepts no other type and no other form of its address', async () => {
    await ask({ requests: [] });
    await ask({ requests: [] }, 'Application/JSON; charset=UTF-8');
    expect(renders).toHaveLength(1);
    expect((await ask({ requests: [] }, 'application/x-www-form-urlencoded')).status).toBe(415);
    for (const path of [
      '/api/search/',
      '/api//search',
      '/api/%73earch',
      '/api/%2573earch',
      '/%61pi/search',
    ]) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const { status } = await site.ask({ method: 'POST', path, headers, body: '{"requests":[]}' });
      expect(status, path).toBeGreaterThanOrEqual(400);
    }
    expect(renders).toHaveLength(1);
  });

  it('is still refused to other sites when the response is cached', async () => {
    await ask({ requests: [] });
    const cross = await site.ask({
      method: 'POST',
      path: '/api/search',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      body: '{"requests":[]}',
    });
    expect(cross.status).toBe(403);
  });

  it('does not cache leads', async () => {
    const lead = () =>
      site.ask({
        method: 'POST',
        path: '/api/leads/contact',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
    await lead();
    await lead();
    expect(renders).toHaveLength(2);
  });
});

describe('SRCH-18 the searches of models and offers', () => {
  const ask = (call: string, body: object | string, host = RIVERBEND) =>
    site.ask({
      method: 'POST',
      path: `/api/search/${call}`,
      host,
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const about = (call: string, n: number) =>
    call === 'models' ? { query: `q${n}` } : { dealership_id: 'rb-valley', query: `q${n}` };

  it('SRCH-21 cache ten of models, and more of offers', () => {
    expect(MODELS_CACHED).toBe(10);
    expect(OFFERS_CACHED).toBeGreaterThan(10);
  });

  it.each([
    ['models', MODELS_CACHED],
    ['offers', OFFERS_CACHED],
  ])('%s: %i of a dealer are answered from memory, one more evicts the oldest', async (call, limit) => {
    for (let n = 0; n < limit; n += 1) await ask(call, about(call, n));
    for (let n = 0; n < limit; n += 1) await ask(call, about(call, n));
    expect(renders).toHaveLength(limit);
    await ask(call, about(call, limit));
    await ask(call, about(call, limit));
    await ask(call, about(call, 1));
    expect(renders).toHaveLength(limit + 1);
    await ask(call, about(call, 0));
    expect(renders).toHaveLength(limit + 2);
  });

  it('of one dealer evict none of another, and are never shared', async () => {
    for (let n = 0; n < MODELS_CACHED; n += 1) await ask('models', about('models', n));
    for (let n = 0; n < MODELS_CACHED; n += 1) await ask('models', about('models', n), KOOKABURRA);
    expect(renders).toHaveLength(2 * MODELS_CACHED);
    const first = await ask('models', about('models', 0));
    const other = await ask('models', about('models', 0), KOOKABURRA);
    expect(renders).toHaveLength(2 * MODELS_CACHED);
    expect(other.body).not.toBe(first.body);
  });

  it('are keyed by query and refinements, in any form of the body', async () => {
    await ask(
      'models',
      '{"filters":"manufacturer.name:Toyota AND model.body:suv","query":"white","offset":0}',
    );
    await ask(
      'models',
      '{ "query": "white", "filters": "model.body = \'suv\' AND manufacturer.name=\\"Toyota\\"" }',
    );
    expect(renders).toHaveLength(1);
    await ask('models', '{"filters":"manufacturer.name:Toyota","query":"white"}');
    await ask(
      'models',
      '{"filters":"manufacturer.name:Toyota AND model.body:suv","query":"white","offset":21}',
    );
    await ask('models', '{"filters":"nonsense","query":"white"}');
    await ask('offers', '{"dealership_id":"rb-valley"}');
    await ask('offers', '{"dealership_id":"rb-south"}');
    expect(renders).toHaveLength(6);
  });

  it('are made again once the dealer’s stock has changed', async () => {
    const calls = ['models', 'offers', 'list'] as const;
    for (const call of calls) await ask(call, about(call, 0));
    for (const cache of Object.values(site.services.answers)) cache.purge(stockTag('kookaburra-cars'));
    for (const call of calls) await ask(call, about(call, 0));
    expect(renders).toHaveLength(3);
    for (const cache of Object.values(site.services.answers)) cache.purge(stockTag('riverbend'));
    for (const call of calls) await ask(call, about(call, 0));
    expect(renders).toHaveLength(6);
  });

  it.each(['list', 'models', 'offers'])('%s accepts only JSON', async (call) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await site.ask({ method: 'POST', path: `/api/search/${call}`, headers, body: '{}' });
    expect(status).toBe(415);
  });
});

it('PLAT-02 a shopper who leaves while a page is made does not spoil it for others', async () => {
  let finish: (() => void) | undefined;
  const slow = await startSite(async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return new Response('whole', { headers: { 'content-type': 'text/html' } });
  });
  const leaving = request({ host: '127.0.0.1', port: slow.port, path: SEARCH, headers: { host: RIVERBEND } });
  leaving.on('error', () => undefined);
  leaving.end();
  await expect.poll(() => finish).toBeDefined();
  const staying = slow.ask({ path: SEARCH });
  leaving.destroy();
  finish?.();
  expect(await staying).toMatchObject({ status: 200, body: 'whole' });
  await slow.stop();
});

describe('SRCH-01 an address with more refinements than a page holds', () => {
  const models = Array.from({ length: 60 }, (_, at) => `model=m${100 + at}`);

  it.each([SEARCH, '/search', '/search/Used-Cars'])(
    'redirects from %s to its shorter search',
    async (path) => {
      const crowded = `${path}?${models.join('&')}&utm_source=mail`;
      const { status, headers } = await site.ask({ path: crowded });
      expect(status).toBe(302);
      expect(headers.location).toBe(`${path}?${models.slice(0, 40).join('&')}&utm_source=mail`);
      expect(renders).toEqual([]);
      expect((await site.ask({ path: `${SEARCH}?${models.slice(0, 40).join('&')}` })).status).toBe(200);
    },
  );
});
