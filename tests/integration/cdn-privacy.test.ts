import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FINANCE_PATHS, GARAGE_PATHS, TRADE_IN_PATHS } from '#src/config/sections/site/link-paths.ts';
import { CDNS, type CdnName } from '#src/platform/cdn/cdn-headers.ts';
import { policyAt, ROUTE_POLICIES } from '#src/platform/routing/route-policies.ts';
import { type AccountSites, PHONE, startAccountSites } from '../fixtures/account-site.ts';
import {
  type Asked,
  KOOKABURRA,
  type ReceivedResponse,
  RIVERBEND,
  startSite,
} from '../fixtures/http-site.ts';

const CONTROL = { fastly: 'surrogate-control', cloudflare: 'cloudflare-cdn-cache-control' } as const;
const TAGS = { fastly: 'surrogate-key', cloudflare: 'cache-tag' } as const;

/** An address of each row of the table, in its order and more where a row has several. */
const ADDRESSES = [
  ...[...GARAGE_PATHS, '/sign-in', '/api/phone-codes/send', '/saved-cars', '/spin-to-win'],
  ...[`/save-search/${'x'.repeat(16)}/stop`, '/save-search', '/save-search/confirm/a/b'],
  ...['/enquire/quick-quote', '/enquire/contact', '/api/leads/contact', '/api/test-drives/availability'],
  ...['/personalised/finance', ...FINANCE_PATHS, '/api/youx/quote', '/api/youx/create-customer'],
  ...[...TRADE_IN_PATHS, '/cars/trade-in', `/value-my-car/${'x'.repeat(32)}/photos`, '/api/miscellaneous'],
  ...[
    '/value-my-car',
    '/value-my-car/step',
    '/cars/a-car/checkout',
    '/cars/a-car/deal',
    '/checkout-journey',
    '/online-payment',
  ],
  ...['/reservations/a-key', '/cars/a-car/view.json', '/cars/a-car/similar', '/api/cars/a-car/similar'],
  ...['/api/cars/a-car/autogauge', '/api/delivery-price', '/cars/a-car', '/api/search', '/api/search/list'],
  ...['/api/search/words', '/api/suggestions', '/search/used-cars', '/', '/special-offers', '/models/d-max'],
  ...['/sitemap-cars.xml', '/feeds/riverbend', '/api/anything'],
];

/** Addresses that look like files, by which a CDN could be made to hold a private page. */
const DECEIVING = [
  ...['/my-garage/a.css', '/my-garage.css', '/my-garage;a.css', '/my-garage%2fa.css', '/my-garage%00.css'],
  ...['/my-garage?a.css', '/my-garage%3fa.css', '/trade-in/a.js', '/finance%23a.js', '/_astro/../my-garage'],
  ...[
    '/_astro/..%2fmy-garage',
    '/_astro/%2e%2e/my-garage',
    '/images/..%2f..%2fmy-garage',
    '//my-garage/a.css',
  ],
];

const isShared = (cdn: CdnName, { headers }: ReceivedResponse) =>
  headers[CONTROL[cdn]] !== undefined || headers[TAGS[cdn]] !== undefined;

const isPrivate = ({ headers }: ReceivedResponse) => /\bprivate\b/.test(headers['cache-control'] ?? '');

it('PLAT-61 the addresses below have every row of the table', () => {
  const rows = new Set(ADDRESSES.map((path) => policyAt(path)));
  expect(ROUTE_POLICIES.filter((row) => !rows.has(row)).map(({ path }) => path)).toEqual([]);
});

/** Pages that say of themselves that they are for everyone, whatever they are. */
describe.each(CDNS)('behind %s, a page that calls itself public', (cdn) => {
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    const page = async () => new Response('page', { headers: { 'Cache-Control': 'public, max-age=3600' } });
    site = await startSite(page, { env: { CDN: cdn } });
  });
  afterAll(() => site.stop());

  it.each(ADDRESSES)('PLAT-61 is held only where its row is cached: %s', async (path) => {
    for (const headers of [{}, { Cookie: 'forecourt_session=abc; riverbend_session=abc' }])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const body = method === 'POST' ? { body: 'a=1' } : {};
        const response = await site.ask({ method, path, headers, ...body });
        const mayBeHeld = method !== 'POST' && response.status === 200 && policyAt(path)?.cache !== undefined;
        expect([isShared(cdn, response), isPrivate(response)], method).toEqual([mayBeHeld, !mayBeHeld]);
      }
  });

  it('PLAT-61 is private once a cookie is set, as by a campaign', async () => {
    for (const path of ['/', '/about-us', '/cars/a-car']) {
      const plain = await site.ask({ path });
      expect(isShared(cdn, plain), path).toBe(true);
      const landing = await site.ask({ path: `${path}?utm_source=news` });
      expect(landing.headers['set-cookie']).toHaveLength(1);
      expect([isShared(cdn, landing), isPrivate(landing)], path).toEqual([false, true]);
    }
  });

  it.each<[string, Asked]>([
    ['a missing page', { path: '/nothing' }],
    ['another host', { path: '/', host: 'no-such.example' }],
    ['a trailing slash', { path: '/about-us/' }],
    ['an internal address', { path: '/tenants/riverbend/about-us' }],
    ['health', { path: '/health' }],
    ['the operators’ pages', { path: '/-/status' }],
    ['a missing picture', { path: '/images/nothing-1-480-q70.webp' }],
    ['a method', { path: '/about-us', method: 'DELETE' }],
  ])('PLAT-61 %s is private, because CDNs hold what says nothing', async (_name, asked) => {
    const response = await site.ask(asked);
    expect([isShared(cdn, response), isPrivate(response)]).toEqual([false, true]);
  });

  it('PLAT-61 says the same whatever a client writes into its headers', async () => {
    const forged = {
      ...{ 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', 'X-Original-URL': '/sign-in' },
      ...{ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Prefix': '/evil', Forwarded: 'host=evil.example' },
      ...{ 'X-Host': 'evil.example', 'X-HTTP-Method-Override': 'POST', 'X-Rewrite-URL': '/my-garage' },
      ...{ Cookie: 'forecourt_session=<script>', Origin: 'https://evil.example', Accept: 'application/json' },
      ...{
        'Accept-Language': 'evil',
        'User-Agent': 'evil',
        Authorization: 'Bearer evil',
        Range: 'bytes=0-1',
      },
    };
    for (const path of ['/', '/about-us', '/cars/a-car', '/search/used-cars', '/robots.txt']) {
      const plain = await site.ask({ path });
      const attacked = await site.ask({ path, headers: forged });
      const { date: _, 'x-request-id': __, connection: ___, ...same } = plain.headers;
      expect(attacked, path).toMatchObject({ status: 200, body: plain.body, headers: same });
      expect(`${attacked.body}${JSON.stringify(attacked.headers)}`, path).not.toMatch(/evil/);
      expect(attacked.headers.vary, path).toBe('Accept-Encoding');
    }
  });

  it('PLAT-61 of one dealer is purged by no other’s tags', async () => {
    for (const path of ['/about-us', '/cars/a-car'])
      for (const [host, slug] of [
        ['riverbend.localhost', 'riverbend'],
        [KOOKABURRA, 'kookaburra-cars'],
      ] as const) {
        const { headers } = await site.ask({ path, host });
        const tags = String(headers[TAGS[cdn]]).split(/[ ,]/);
        expect(tags.every((tag) => tag.split('/')[1] === slug)).toBe(true);
      }
  });

  it('PLAT-60 PLAT-61 what is revalidated says again how long it may be held', async () => {
    for (const path of ['/', '/about-us']) {
      const first = await site.ask({ path });
      const again = await site.ask({ path, headers: { 'If-None-Match': String(first.headers.etag) } });
      expect(again.status).toBe(304);
      expect(again.headers[CONTROL[cdn]]).toBe(first.headers[CONTROL[cdn]]);
    }
  });
});

it('PLAT-60 without a CDN no response changes, and with one browsers are sent the same', async () => {
  const page = async () => new Response('page', { headers: { 'Cache-Control': 'no-cache' } });
  const without = await startSite(page);
  const behind = await startSite(page, { env: { CDN: 'fastly' } });
  for (const path of ['/', '/about-us', '/cars/a-car', '/robots.txt', '/_astro/site.abc123.js']) {
    const [plain, held] = await Promise.all([without.ask({ path }), behind.ask({ path })]);
    expect(Object.keys(plain.headers).filter((name) => /cdn|surrogate|tag$/.test(name))).toEqual(['etag']);
    expect(held.headers['cache-control'], path).toBe(plain.headers['cache-control']);
    expect(held.headers['surrogate-control'], path).toMatch(/^max-age=[1-9]/);
  }
  await Promise.all([without.stop(), behind.stop()]);
});

it('PLAT-61 a process that serves another release than the live one lets a CDN hold files alone', async () => {
  const since = '2026-07-01T00:00:00Z';
  let held: { dealer: string }[] = [];
  const site = await startSite(async () => new Response('page'), {
    env: { CDN: 'fastly' },
    publications: {
      held: () => held.map((each) => ({ ...each, release: 'b', code: 'c', since, isRefused: false })),
      failed: () => [],
    },
  });
  const shared = () =>
    Promise.all(
      ['/about-us', '/', '/_astro/site.abc123.js'].map(async (path) =>
        isShared('fastly', await site.ask({ path })),
      ),
    );
  expect(await shared()).toEqual([true, true, true]);
  held = [{ dealer: 'kookaburra-cars' }];
  expect(await shared()).toEqual([true, true, true]);
  held = [{ dealer: 'riverbend' }];
  expect(await shared()).toEqual([false, false, true]);
  await site.stop();
});

it('PLAT-61 a process that has not followed a release yet lets a CDN hold files alone, and briefly what may be former', async () => {
  let live: boolean | undefined = true;
  const site = await startSite(async () => new Response('page'), {
    env: { CDN: 'fastly', CDN_IDS: ['a'], CDN_TOKEN: 'b' },
    publications: {
      ...{ held: () => [], failed: () => [] },
      shared: { isLive: ({ slug }) => (slug === 'riverbend' ? live : true) },
    },
  });
  const freshSeconds = (host?: string) =>
    Promise.all(
      ['/about-us', '/', '/_astro/site.abc123.js'].map(async (path) => {
        const { headers } = await site.ask({ path, host: host ?? RIVERBEND });
        return Number(/max-age=(\d+)/.exec(String(headers['surrogate-control']))?.[1]);
      }),
    );
  const [DAY, YEAR] = [86_400, 31_536_000];
  expect(await freshSeconds()).toEqual([DAY, 300, YEAR]);
  live = undefined;
  expect(await freshSeconds()).toEqual([60, 10, YEAR]);
  live = false;
  expect(await freshSeconds()).toEqual([Number.NaN, Number.NaN, YEAR]);
  expect(await freshSeconds(KOOKABURRA)).toEqual([DAY, 300, YEAR]);
  await site.stop();
});

describe('the pages of a site with every gate, behind a CDN', () => {
  const SETTINGS = {
    ...{ 'account.signIn': true, 'account.gates.tradeIn': true, 'account.gates.equifaxFinance': true },
    ...{ 'pages.trade-in.enabled': true, 'pages.finance.enabled': true },
    'pages.personalised-finance.enabled': true,
  };
  let site: AccountSites;
  let cookie: string;
  beforeAll(async () => {
    site = await startAccountSites({ harbour: SETTINGS }, { CDN: 'fastly' });
    cookie = await site.signIn({ phone: PHONE });
  });
  afterAll(() => site.stop());

  it.each([...ADDRESSES, '/about-us', '/privacy-policy', '/success', '/compare', ...DECEIVING])(
    'PLAT-61 a session changes nothing that is held: %s',
    async (path) => {
      const open = await site.get(path);
      const signedIn = await site.get(path, { cookie });
      for (const response of [open, signedIn]) {
        expect(isShared('fastly', response)).toBe(!isPrivate(response));
        expect(`${JSON.stringify(response.headers)}`.includes('_session=')).toBe(false);
      }
      if (isShared('fastly', open) || isShared('fastly', signedIn))
        expect([signedIn.status, signedIn.body]).toEqual([open.status, open.body]);
    },
  );
});
