import { get } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_KEPT_BYTES } from '#src/server/answers/answer-cache.ts';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';

const TRUSTING = { env: { TRUSTED_PROXIES: ['127.0.0.1'] } as never };

let site: Awaited<ReturnType<typeof startSite>>;
/** Pages in the making, by address. */
let renders: { url: string; signal: AbortSignal | undefined; end(): void }[];
let text: string;

beforeEach(async () => {
  renders = [];
  text = 'page';
  site = await startSite((req, res, _next, locals) => {
    const { signal } = locals as { signal?: AbortSignal };
    return new Promise<void>((resolve) => {
      const end = () => {
        res.end(text);
        resolve();
      };
      if (req.url?.includes('make=fast')) end();
      else renders.push({ url: req.url ?? '', signal, end });
    });
  }, TRUSTING);
});
afterEach(() => {
  for (const { end } of renders) end();
  return site.stop();
});

const search = (make: string, from: string) =>
  site.ask({ path: `/search/used-cars?make=${make}`, headers: { 'X-Forwarded-For': from } });

it('PLAT-02 one client renders two pages at once; others are served meanwhile, and kept pages wait for no turn', async () => {
  await search('fast', '203.0.113.1');
  const flood = Array.from({ length: 20 }, (_, at) => search(`flood${at}`, '203.0.113.1'));
  await expect.poll(() => renders.length).toBe(2);
  const shopper = search('shopper', '198.51.100.7');
  await expect.poll(() => renders.length).toBe(3);
  expect(renders[2]?.url).toContain('shopper');
  expect(await search('fast', '203.0.113.1')).toMatchObject({ status: 200 });
  renders[2]?.end();
  expect(await shopper).toMatchObject({ status: 200, body: 'page' });
  const over = setInterval(() => {
    for (const { end } of renders) end();
  }, 5);
  await Promise.all(flood);
  clearInterval(over);
});

it('PLAT-02 what one client sends beyond its line is 503 with Retry-After', async () => {
  const flood = Array.from({ length: 40 }, (_, at) => search(`flood${at}`, '203.0.113.1'));
  const busy = await Promise.race(flood);
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  expect(JSON.parse(busy.body)).toMatchObject({ error: { code: 'busy' } });
  const over = setInterval(() => {
    for (const { end } of renders) end();
  }, 5);
  await Promise.all(flood);
  clearInterval(over);
});

it('PLAT-02 a page whose client has left is stopped, and counts until its work has ended', async () => {
  const asked = ['a', 'b'].map((make) =>
    get({
      ...{ host: '127.0.0.1', port: site.port, path: `/search/used-cars?make=${make}` },
      headers: { host: RIVERBEND, 'x-forwarded-for': '203.0.113.1' },
    }).on('error', () => undefined),
  );
  await expect.poll(() => renders.length).toBe(2);
  for (const request of asked) request.destroy();
  await expect.poll(() => renders.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
  const next = search('c', '203.0.113.1');
  expect(await search('fast', '198.51.100.7')).toMatchObject({ status: 200 });
  expect(renders).toHaveLength(2);
  renders[0]?.end();
  await expect.poll(() => renders.length).toBe(3);
  renders[2]?.end();
  expect(await next).toMatchObject({ status: 200 });
});

it('PLAT-02 a page of more than 1 MB is not kept', async () => {
  text = 'x'.repeat(MAX_KEPT_BYTES + 1);
  for (let at = 1; at <= 2; at += 1) {
    const asked = search('large', '203.0.113.1');
    await expect.poll(() => renders.length).toBe(at);
    renders[at - 1]?.end();
    expect((await asked).body).toHaveLength(MAX_KEPT_BYTES + 1);
  }
});
