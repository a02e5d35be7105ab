import { get, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { type CountedRenders, startCountedRenders } from '../fixtures/counted-renders.ts';
import { KOOKABURRA, RIVERBEND, startSite } from '../fixtures/http-site.ts';

const SEARCH = '/search/used-cars';

let answer: CountedRenders['answer'];
let renders: CountedRenders['renders'];
let site: CountedRenders['site'];

beforeEach(async () => {
  ({ renders, answer, site } = await startCountedRenders());
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

  it('that redirects takes the shopper’s utm along', async () => {
    Object.assign(answer, { status: 301, headers: { location: '/elsewhere' } });
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
