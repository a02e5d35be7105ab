import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KOOKABURRA, RIVERBEND, renderedAddress, startSite } from '../fixtures/http-site.ts';
import type { MadeUpPages } from '../fixtures/made-up-pages.ts';

const renderPage = vi.fn<MadeUpPages>();
let site: Awaited<ReturnType<typeof startSite>>;

/** Shows what reached the page, and does what its path says. */
const respondLikeAPage: MadeUpPages = (request, locals) => {
  const url = renderedAddress(request);
  if (url.includes('/enquire/throws')) throw new Error('page broke');
  if (url.includes('/enquire/rejects')) return Promise.reject(new Error('page broke late'));
  // As Astro answers where a page throws.
  if (url.includes('/enquire/errs')) return Promise.resolve(new Response(null, { status: 500 }));
  if (url.includes('/missing')) return Promise.resolve(undefined);
  const forwarded = [...request.headers.keys()].filter((name) => name.includes('forwarded'));
  const { dealer } = locals as { dealer: { slug: string } };
  return Promise.resolve(Response.json({ url, dealer: dealer.slug, forwarded }));
};

beforeAll(async () => {
  site = await startSite((...args) => renderPage(...args));
});
afterAll(() => site.stop());

const page = async (path: string, host = RIVERBEND) => {
  renderPage.mockImplementation(respondLikeAPage);
  const answer = await site.ask({ path, host });
  return JSON.parse(answer.body) as { url: string; dealer: string; forwarded: string[] };
};

const SECURITY_HEADERS = [
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-frame-options',
];

describe('tenant by host', () => {
  it.each([
    [RIVERBEND, 'riverbend'],
    ['RiverBend.LOCALHOST', 'riverbend'],
    [`${RIVERBEND}:4321`, 'riverbend'],
    [`${RIVERBEND}.`, 'riverbend'],
    [`${RIVERBEND}.:80`, 'riverbend'],
    ['www.riverbendmotors.example', 'riverbend'],
    [KOOKABURRA, 'kookaburra-cars'],
  ])('PLAT-02 host %s is served as %s', async (host, dealer) => {
    expect((await page('/enquire/live', host)).dealer).toBe(dealer);
  });

  it.each([
    'evil.example',
    'localhost',
    '127.0.0.1',
    `${RIVERBEND}.evil.example`,
    `evil.${RIVERBEND}`,
    `${RIVERBEND}..`,
    `${RIVERBEND}:4321:80`,
    `${RIVERBEND}:port`,
    `${RIVERBEND}@evil.example`,
    '__proto__',
    'constructor.localhost',
  ])('PLAT-02 unknown host %s is refused with 421', async (host) => {
    renderPage.mockClear();
    const answer = await site.ask({ path: '/about-us', host });
    expect(answer.status).toBe(421);
    expect(renderPage).not.toHaveBeenCalled();
  });

  it.each([
    ['another dealer', KOOKABURRA],
    ['a stranger', 'evil.example'],
  ])(
    'PLAT-02 a forwarded host of %s is ignored: the page is that of Host, and has none of it',
    async (_whose, host) => {
      renderPage.mockImplementation(respondLikeAPage);
      const headers = {
        'X-Forwarded-Host': host,
        'X-Forwarded-Proto': 'https',
        Forwarded: `host=${host}`,
      };
      const answer = await site.ask({ path: '/enquire/live', headers });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toMatchObject({ dealer: 'riverbend', forwarded: [] });
      expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain(host);
      const unknown = await site.ask({
        path: '/about-us',
        host: 'evil.example',
        headers: { 'X-Forwarded-Host': RIVERBEND },
      });
      expect(unknown.status).toBe(421);
    },
  );

  it('PLAT-02 an absolute request target for another host does not switch the tenant', async () => {
    const { received } = await site.raw(
      `GET http://${KOOKABURRA}/only-here HTTP/1.1\r\nHost: ${RIVERBEND}\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('PLAT-02 other hosts’ handlers run before 421, and only for unknown names', async () => {
    const other = await startSite((...args) => renderPage(...args), {
      otherHosts: (req, res) => {
        if (req.headers.host !== 'index.localhost') return false;
        res.end('index');
        return true;
      },
    });
    expect((await other.ask({ host: 'index.localhost' })).body).toBe('index');
    expect((await other.ask({ host: 'evil.example' })).status).toBe(421);
    await other.stop();
  });
});

describe('paths', () => {
  it.each([
    '/tenants',
    '/tenants/',
    '/tenants/riverbend/about-us',
    '/tenants/kookaburra-cars/about-us',
    '/TENANTS/kookaburra-cars/about-us',
    '/%74enants/kookaburra-cars/about-us',
    '/tenant%73/kookaburra-cars/about-us',
    '/tenants%2fkookaburra-cars/about-us',
    '/%74%65%6e%61%6e%74%73/kookaburra-cars/about-us',
    '/./tenants/kookaburra-cars/about-us',
    '/%2e/tenants/kookaburra-cars/about-us',
    '/a/../tenants/kookaburra-cars/about-us',
    '/a/%2e%2e/tenants/kookaburra-cars/about-us',
    '/_astro/../tenants/kookaburra-cars/about-us',
    '/404',
    '/404/',
  ])('PLAT-02 internal path %s does not exist from outside', async (path) => {
    renderPage.mockClear();
    const answer = await site.ask({ path });
    expect(answer.status).toBe(404);
    expect(answer.body).toBe('<h1>Riverbend has no such page</h1>');
    expect(renderPage).not.toHaveBeenCalled();
  });

  it.each([
    '/%2574enants/kookaburra-cars/about-us',
    '/%25%37%34enants/kookaburra-cars/about-us',
    '/../kookaburra-cars/only-here',
    '/%2e%2e/kookaburra-cars/only-here',
    '/x/../../kookaburra-cars/only-here',
  ])('PLAT-02 %s cannot reach another dealer’s files', async (path) => {
    renderPage.mockClear();
    const answer = await site.ask({ path });
    expect(answer).toMatchObject({ status: 404, body: '<h1>Riverbend has no such page</h1>' });
    expect(renderPage).not.toHaveBeenCalled();
  });

  it('NAV-12 an unknown address never reaches the pages', async () => {
    renderPage.mockClear();
    for (const path of ['/wp-admin', '/info/service', '/reserve/some-car', '/closed', '/index.php?id=1']) {
      expect((await site.ask({ path })).status, path).toBe(404);
    }
    expect(renderPage).not.toHaveBeenCalled();
  });

  it.each(['//tenants/kookaburra-cars', '//evil.example/x', '/.//evil.example/', '/%2e//evil.example/'])(
    'PLAT-02 %s is refused as unreadable',
    async (path) => {
      const answer = await site.ask({ path });
      expect(answer.status).toBe(400);
      expect(answer.headers.location).toBeUndefined();
    },
  );

  it('PLAT-02 a trailing slash redirects and keeps the query', async () => {
    const answer = await site.ask({ path: '/search/used-cars/?make=Toyota&price=0%3A15000' });
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('/search/used-cars?make=Toyota&price=0%3A15000');
  });

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '/\\/evil.example/',
    '/%5cevil.example/',
    '/%2fevil.example/',
    '/.//evil.example/',
    '/;//evil.example/',
    '/@evil.example/',
    '/https://evil.example/',
    '/?next=//evil.example/',
    '/about-us//',
    '/%09/evil.example/',
    '/..//evil.example/',
    '/a/..//evil.example/',
  ])('PLAT-02 %s is no open redirect', async (path) => {
    renderPage.mockImplementation(respondLikeAPage);
    const { headers } = await site.ask({ path });
    const target = new URL(headers.location ?? '/', `http://${RIVERBEND}`);
    expect(target.host).toBe(RIVERBEND);
  });

  it('PLAT-02 endpoints are shared by all dealers and know the dealer of a request', async () => {
    expect(await page('/api/rate-limit?x=1', KOOKABURRA)).toMatchObject({
      url: '/api/rate-limit?x=1',
      dealer: 'kookaburra-cars',
    });
  });
});

describe('answers', () => {
  it.each([
    ['a page', { path: '/about-us' }, 200],
    ['a rendered page', { path: '/enquire/live' }, 200],
    ['an asset', { path: '/_astro/site.abc123.js' }, 200],
    ['a missing page', { path: '/missing' }, 404],
    ['the internal prefix', { path: '/tenants' }, 404],
    ['a redirect', { path: '/about-us/' }, 301],
    ['an unknown host', { host: 'evil.example' }, 421],
    ['an unreadable path', { path: '/%zz' }, 400],
    ['a wrong method', { method: 'PUT' }, 405],
    ['a wrong type', { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['a broken page', { path: '/enquire/throws' }, 500],
    ['health', { path: '/health' }, 200],
  ])('PLAT-02 %s has the security headers', async (_name, asked, status) => {
    renderPage.mockImplementation(respondLikeAPage);
    const answer = await site.ask(asked);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(SECURITY_HEADERS));
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  it.each(['/enquire/throws', '/enquire/rejects', '/enquire/errs'])(
    'PLAT-02 a page at fault (%s) is a 500 in plain words, and the next page is served',
    async (path) => {
      renderPage.mockImplementation(respondLikeAPage);
      const answer = await site.ask({ path });
      expect(answer.status).toBe(500);
      expect(answer.body).toBe('Something went wrong on our side. Please try again.');
      expect((await page('/enquire/live')).dealer).toBe('riverbend');
    },
  );

  it.each([
    [RIVERBEND, 'Riverbend'],
    [KOOKABURRA, 'Kookaburra'],
  ])('PLAT-02 %s shows its own not-found page', async (host, name) => {
    renderPage.mockImplementation(respondLikeAPage);
    const answer = await site.ask({ path: '/missing', host });
    expect(answer.status).toBe(404);
    expect(answer.body).toBe(`<h1>${name} has no such page</h1>`);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('PLAT-02 HEAD has the headers of GET and no body', async () => {
    for (const path of ['/about-us', '/missing', '/enquire/live']) {
      renderPage.mockImplementation(respondLikeAPage);
      const got = await site.ask({ path });
      const head = await site.ask({ path, method: 'HEAD' });
      expect(head.status).toBe(got.status);
      expect(head.headers['content-type']).toBe(got.headers['content-type']);
      expect(head.body).toBe('');
    }
  });
});
