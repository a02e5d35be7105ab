import { get, request } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { xmlText } from '#src/platform/text/xml.ts';
import { MAX_CACHED_BYTES } from '#src/server/routes/response-cache.ts';
import { RIVERBEND, renderedAddress, startSite } from '../fixtures/http-site.ts';

const TRUSTING = { env: { TRUSTED_PROXIES: ['127.0.0.1'] } as never };

let site: Awaited<ReturnType<typeof startSite>>;
/** Pages in the making, by address. */
let renders: { url: string; signal: AbortSignal | undefined; end(): void }[];
let text: string;

beforeEach(async () => {
  renders = [];
  text = 'page';
  site = await startSite((request, locals) => {
    const { signal } = locals as { signal?: AbortSignal };
    const url = renderedAddress(request);
    return new Promise<Response>((resolve) => {
      const end = () => resolve(new Response(text, { headers: { 'content-type': 'text/html' } }));
      if (url.includes('make=fast')) end();
      else renders.push({ url, signal, end });
    });
  }, TRUSTING);
});
afterEach(() => {
  for (const { end } of renders) end();
  return site.stop();
});

const riverbend = () => {
  const dealer = site.services.tenants.bySlug('riverbend');
  if (!dealer) throw new Error('No dealer file of riverbend.');
  return dealer;
};

/** Ends every page, also those that have yet to have their turn. */
async function endAll<T>(asked: Promise<T>[]): Promise<T[]> {
  const over = setInterval(() => {
    for (const { end } of renders) end();
  }, 5);
  return Promise.all(asked).finally(() => clearInterval(over));
}

const search = (make: string, from: string) =>
  site.ask({ path: `/search/used-cars?make=${make}`, headers: { 'X-Forwarded-For': from } });

it('PLAT-02 one client renders two pages at a time; others are served meanwhile, and cached pages need no turn', async () => {
  await search('fast', '203.0.113.1');
  const flood = Array.from({ length: 20 }, (_, at) => search(`flood${at}`, '203.0.113.1'));
  await expect.poll(() => renders.length).toBe(2);
  const shopper = search('shopper', '198.51.100.7');
  await expect.poll(() => renders.length).toBe(3);
  expect(renders[2]?.url).toContain('shopper');
  expect(await search('fast', '203.0.113.1')).toMatchObject({ status: 200 });
  renders[2]?.end();
  expect(await shopper).toMatchObject({ status: 200, body: 'page' });
  await endAll(flood);
});

it('PLAT-02 requests beyond a client’s queue are 503 with Retry-After', async () => {
  const flood = Array.from({ length: 40 }, (_, at) => search(`flood${at}`, '203.0.113.1'));
  const busy = await Promise.race(flood);
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  expect(busy.headers['content-type']).toBe('text/html; charset=utf-8');
  const { name, phones } = riverbend();
  expect(busy.body).toContain(name);
  expect(busy.body).toContain(`>${phones.override ?? phones.main}</a>`);
  await endAll(flood);
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

it('PLAT-02 a page of more than 1 MB is not cached', async () => {
  text = 'x'.repeat(MAX_CACHED_BYTES + 1);
  for (let at = 1; at <= 2; at += 1) {
    const asked = search('large', '203.0.113.1');
    await expect.poll(() => renders.length).toBe(at);
    renders[at - 1]?.end();
    expect((await asked).body).toHaveLength(MAX_CACHED_BYTES + 1);
  }
});

const FORM = 'application/x-www-form-urlencoded';
const post = (path: string, from: string, body = 'name=Ann', type = FORM) =>
  site.ask({
    ...{ method: 'POST', path, body },
    headers: { 'Content-Type': type, 'X-Forwarded-For': from, Accept: 'text/html,*/*;q=0.8' },
  });
const flooded = (path: string, from: string) => Array.from({ length: 80 }, () => post(path, from));

it('FORM-11 one client’s posts are limited, and do not delay a lead of another network', async () => {
  const flood = [...flooded('/enquire/contact', '203.0.113.1'), ...flooded('/value-my-car', '203.0.113.1')];
  const refused = await Promise.race(flood);
  expect(refused.status).toBe(503);
  await expect.poll(() => renders.length).toBe(4);
  const lead = post('/enquire/contact', '198.51.100.7');
  const read = search('shopper', '198.51.100.7');
  await expect.poll(() => renders.length).toBe(6);
  for (const { end } of renders.slice(4)) end();
  expect(await lead).toMatchObject({ status: 200, body: 'page' });
  expect(await read).toMatchObject({ status: 200, body: 'page' });
  const statuses = (await endAll(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2 * (2 + 60));
});

it('PLAT-02 FORM-11 BUY-01 what waits for a slow broker, text messages or payments holds up no page, no lead and no customer', async () => {
  const from = (at: number) => `203.0.${at}.1`;
  const many = (ask: (at: number) => ReturnType<typeof post>) =>
    Array.from({ length: 12 }, (_, at) => ask(at));
  const estimate = '/enquire/quick-quote?purchasePrice=30000';
  const slow = [
    ...many((at) => site.ask({ path: estimate, headers: { 'X-Forwarded-For': from(at) } })),
    ...many((at) => post('/enquire/quick-quote', from(at), 'send_code=1')),
    ...many((at) => post('/api/phone-codes/send', from(at))),
    ...many((at) => post('/api/youx/quote', from(at))),
    ...many((at) => post('/cars/a-car/checkout', from(at))),
  ];
  await expect.poll(() => renders.length).toBe(slow.length);
  const others = [
    search('shopper', '198.51.100.7'),
    post('/enquire/contact', '198.51.100.7'),
    post('/api/leads/contact', '198.51.100.8'),
    post('/api/youx/create-customer', '198.51.100.9'),
  ];
  await expect.poll(() => renders.length).toBe(slow.length + others.length);
  await endAll([...slow, ...others]);
});

it('PLAT-02 VDP-31 VDP-32 what waits for the price of a delivery or the price gauge holds up no page and no quick quote', async () => {
  const asked = (path: string, from: string) => site.ask({ path, headers: { 'X-Forwarded-For': from } });
  const paths = [
    '/cars/a-car?delivery_postcode=4000',
    '/api/delivery-price?postcode=4000&car_id=1',
    '/api/cars/a-car/autogauge',
  ];
  const slow = paths.flatMap((path, of) =>
    Array.from({ length: 8 }, (_, at) => asked(path, `203.${of}.${at}.1`)),
  );
  await expect.poll(() => renders.length).toBe(slow.length);
  const others = [
    search('shopper', '198.51.100.7'),
    asked('/cars/a-car?fuel_price=2', '198.51.100.8'),
    asked('/enquire/quick-quote?purchasePrice=30000', '198.51.100.9'),
  ];
  await expect.poll(() => renders.length).toBe(slow.length + others.length);
  await endAll([...slow, ...others]);
});

it('FIN-03 a quote whose client has left ends; a lead does not', async () => {
  const sent = ['/api/youx/quote', '/api/youx/create-customer', '/api/leads/contact'].map((path) => {
    const asked = request({
      ...{ host: '127.0.0.1', port: site.port, method: 'POST', path },
      headers: { host: RIVERBEND, 'content-type': FORM, 'x-forwarded-for': '203.0.113.1' },
    }).on('error', () => undefined);
    asked.end('a=1');
    return asked;
  });
  await expect.poll(() => renders.length).toBe(3);
  const quote = renders.find(({ url }) => url.endsWith('/quote'));
  for (const asked of sent) asked.destroy();
  await expect.poll(() => quote?.signal?.aborted).toBe(true);
  expect(renders.filter(({ signal }) => signal !== undefined)).toEqual([quote]);
});

it('PLAT-02 an IPv6 /48 has the turns of one client', async () => {
  const flood = Array.from({ length: 40 }, (_, at) => search(`flood${at}`, `2001:db8:7:${at}::1`));
  expect(await Promise.race(flood)).toMatchObject({ status: 503 });
  expect(renders).toHaveLength(2);
  const shopper = search('shopper', '2001:db8:8::1');
  await expect.poll(() => renders.length).toBe(3);
  await endAll([...flood, shopper]);
});

it('FORM-11 a form without a turn comes back with the number to call and all input', async () => {
  const flood = flooded('/enquire/contact', '203.0.113.1');
  await Promise.race(flood);
  const sent = [
    ['name', 'Ann "<b>" O\'Hara'],
    ['message', 'One\nTwo & </form><script>alert(1)</script>'],
    ['interest', 'ute'],
    ['interest', 'suv'],
  ];
  const busy = await post('/enquire/contact?car=1', '203.0.113.1', new URLSearchParams(sent).toString());
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  const { phones } = riverbend();
  expect(busy.body).toContain(`>${phones.override ?? phones.main}</a>`);
  expect(busy.body).toContain('<form method="post" action="/enquire/contact?car=1">');
  const again = [...busy.body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  expect(again.map(([, name, value]) => [name, value])).toEqual(
    sent.map(([name, value = '']) => [name, xmlText(value)]),
  );
  expect(busy.body).not.toMatch(/<script|<b>/);
  await endAll(flood);
});

it('FORM-11 an endpoint without a turn responds in JSON, with the number to call', async () => {
  const flood = flooded('/api/leads/contact', '203.0.113.1');
  const busy = await Promise.race(flood);
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  const { phones } = riverbend();
  expect(JSON.parse(busy.body)).toMatchObject({
    error: { code: 'busy', phone: phones.override ?? phones.main },
  });
  await endAll(flood);
});

it('PLAT-02 CFG-02 the notice of a closed site also needs a turn', async () => {
  const { tenants } = site.services;
  const dealers = tenants.all.map((dealer) =>
    dealer.slug === 'riverbend'
      ? { ...dealer, status: { ...dealer.status, state: 'paused' as const } }
      : dealer,
  );
  tenants.replace({ dealers, leftOut: [] });
  const flood = Array.from({ length: 40 }, (_, at) => search(`flood${at}`, '203.0.113.1'));
  expect(await Promise.race(flood)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(renders).toHaveLength(2);
  const shopper = search('shopper', '198.51.100.7');
  await expect.poll(() => renders.length).toBe(3);
  await endAll([...flood, shopper]);
});

it('PLAT-02 a client that leaves while it waits for its turn is no failure', async () => {
  const error = vi.spyOn(site.services.log, 'error');
  const waiting = ['/search/used-cars?make=a', '/search/used-cars?make=b', '/enquire/contact'].map((path) =>
    get({
      ...{ host: '127.0.0.1', port: site.port, path },
      headers: { host: RIVERBEND, 'x-forwarded-for': '203.0.113.1' },
    }).on('error', () => undefined),
  );
  await expect.poll(() => renders.length).toBe(2);
  waiting[2]?.destroy();
  for (const { end } of renders) end();
  expect(await search('fast', '203.0.113.1')).toMatchObject({ status: 200 });
  expect(error).not.toHaveBeenCalled();
});
