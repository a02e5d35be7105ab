import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { loadPages } from '#src/publishing/page-bundle.ts';
import type { RenderPage } from '#src/server/http/page-code.ts';
import { createSiteServer, type SiteServer } from '#src/server/http/site-server.ts';
import { foldersIn } from '#src/server/http/static-files.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { type Asked, ask, environment, tempFolder, writeSites } from '../fixtures/http-site.ts';

const MOVED_TO = 'https://www.successor.example';
const folder = tempFolder();
let services: Services;
let server: SiteServer;
let port: number;
let live: DealerConfig;
let renderPage: RenderPage;

/** One dealer of the fixtures under several names, each with a status of its own. */
function variants(dealer: DealerConfig): DealerConfig[] {
  const status = { message: undefined, movedTo: undefined };
  const named = (slug: string, more: Partial<DealerConfig['status']> = {}): DealerConfig => ({
    ...dealer,
    slug,
    hosts: [],
    status: { ...status, state: 'live', ...more },
  });
  return [
    named('live'),
    named('paused', { state: 'paused', message: 'We move house until Monday.' }),
    named('retired', { state: 'retired' }),
    named('moved', { state: 'retired', movedTo: `${MOVED_TO}/` }),
  ];
}

beforeAll(async () => {
  const dealer = loadDealers('tests/fixtures/dealers').dealers.find(({ slug }) => slug === 'switchboard');
  if (!dealer) throw new Error('No dealer to test with');
  const dealers = variants(dealer);
  [live] = dealers as [DealerConfig];
  renderPage = await loadPages(inject('pagesEntry'));
  services = await openServices({ env: await environment(folder), dealers });
  const sitesFolder = join(folder, 'sites');
  writeSites(
    sitesFolder,
    Object.fromEntries(
      dealers.flatMap(({ slug }) => [
        [`${slug}/robots.txt`, 'User-agent: *\nDisallow:\n'],
        [`${slug}/_astro/site.abc.js`, 'export {};'],
      ]),
    ),
  );
  server = createSiteServer({
    services,
    folders: foldersIn(sitesFolder),
    code: () => ({ name: 'test', renderPage }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (slug: string, asked: Asked) => ask(port, { host: `${slug}.localhost`, ...asked });
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MESSAGE = new URLSearchParams({
  name: 'Ann',
  last_name: 'Nguyen',
  email: 'ann@example.com',
  phone: '0412345678',
  postcode: '4000',
  message: 'Is the ute still there?',
  terms: 'on',
}).toString();
const leads = () => services.db.selectFrom('leads').select(['dealer']).execute();

const STILL_ANSWERED = ['/success', '/privacy-policy', '/terms-and-conditions'];
const addresses = () => [
  ...siteRoutes(live).map(({ path }) => path),
  '/search/used-cars?make=Toyota',
  '/cars/2021-toyota-hilux-1',
  '/cars',
  '/offers',
  '/no-such-page',
  '/sitemap-cars.xml',
];

it('CFG-02 every address of a paused site responds with 503 and Retry-After', async () => {
  for (const path of addresses().filter((each) => !STILL_ANSWERED.includes(each))) {
    const answer = await at('paused', { path });
    expect([path, answer.status]).toEqual([path, 503]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('We move house until Monday.');
  }
});

it('CFG-02 the notice has phone numbers, hours and a form, and links to no closed page', async () => {
  const { body } = await at('paused', { path: '/' });
  for (const { phone } of live.locations) expect(body).toContain(phone);
  expect(body).toContain('Opening hours of');
  expect(body).toContain('action="/enquire/contact"');
  const links = [...body.matchAll(/<a[^>]* href="(\/[^"]*)"/g)].map(([, path]) => path ?? '');
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((path) => path !== '/' && !STILL_ANSWERED.includes(path))).toEqual([]);
});

it('CFG-02 a paused site still takes leads, by form and by endpoint', async () => {
  expect((await at('paused', { path: '/enquire/contact' })).status).toBe(200);
  const sent = await at('paused', { method: 'POST', path: '/enquire/contact', headers: FORM, body: MESSAGE });
  expect(sent.status).toBe(303);
  expect(sent.headers.location).toMatch(/^\/success\?form=contact&lead=[\da-f-]{36}$/);
  const wrong = await at('paused', {
    method: 'POST',
    path: '/enquire/contact',
    headers: FORM,
    body: 'name=A',
  });
  expect(wrong.status).toBe(422);
  const body = `${MESSAGE}&message=Another`;
  const posted = await at('paused', { method: 'POST', path: '/api/leads/contact', headers: FORM, body });
  expect(posted.status).toBeLessThan(300);
  expect((await leads()).filter(({ dealer }) => dealer === 'paused')).toHaveLength(2);
});

it('CFG-02 FORM-11 a form sent to a paused site with a trailing slash is redirected', async () => {
  const asked = { method: 'POST', path: '/enquire/contact/', headers: FORM, body: MESSAGE };
  const sent = await at('paused', asked);
  expect([sent.status, sent.headers.location]).toEqual([308, '/enquire/contact']);
});

it.each(STILL_ANSWERED)('CFG-02 %s of a paused site is shown after the form', async (path) => {
  expect((await at('paused', { path })).status).toBe(200);
});

it('CFG-02 scripts and files for machines stay available on a closed site', async () => {
  for (const slug of ['paused', 'retired']) {
    expect((await at(slug, { path: '/robots.txt' })).status).toBe(200);
    expect((await at(slug, { path: '/_astro/site.abc.js' })).body).toBe('export {};');
    expect((await at(slug, { path: '/_astro/other.js' })).status).toBe(slug === 'paused' ? 503 : 410);
  }
});

it('CFG-02 every address of a retired site is gone, its forms too', async () => {
  for (const path of addresses()) {
    const answer = await at('retired', { path });
    expect([path, answer.status]).toEqual([path, 410]);
    expect(answer.body).not.toContain('<form');
  }
  const headers = FORM;
  expect(
    (await at('retired', { method: 'POST', path: '/api/leads/contact', headers, body: MESSAGE })).status,
  ).toBe(410);
  expect((await leads()).filter(({ dealer }) => dealer === 'retired')).toEqual([]);
});

it('CFG-02 a site that moved leads every address to the same one there', async () => {
  const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 3 }),
      fc.constantFrom('', '?make=Toyota&page=2'),
      async (parts, query) => {
        const path = `/${parts.join('/')}${query}`;
        const answer = await at('moved', { path });
        expect([answer.status, answer.headers.location]).toEqual([301, `${MOVED_TO}${path}`]);
      },
    ),
    { numRuns: 40 },
  );
});

it('CFG-02 a live site beside them is unaffected', async () => {
  for (const path of ['/about-us', '/contact', '/success', '/enquire/contact']) {
    const answer = await at('live', { path });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.body).not.toContain('We move house');
  }
});
