import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { startMapsServer } from '../fixtures/maps-server.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const HOST = 'switchboard.localhost';
const VENDOR = 'https://www.google.com';
const SETTINGS = {
  'map.embed': `${VENDOR}/maps/embed/v1/place?key={key}&q={lat},{long}&zoom={zoom}`,
  'map.map_key': 'VENDOR_BROWSER_KEY',
  'locations.2.address.map_key': 'VENDOR_NORTH_BROWSER_KEY',
};

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let maps: Awaited<ReturnType<typeof startMapsServer>>;
let browser: Browser;

beforeAll(async () => {
  Object.assign(process.env, { VENDOR_BROWSER_KEY: 'all&more', VENDOR_NORTH_BROWSER_KEY: 'north' });
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  [pages, browser, maps] = await Promise.all([
    openRenderedPages(engine),
    launchBrowser(),
    startMapsServer({ 'all&more': HOST, north: HOST }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await maps?.close();
  await pages?.close();
});

/** The page as it is rendered and protected; the vendor's addresses lead to the local server. */
async function open(path: string, settings: Record<string, unknown> = SETTINGS) {
  const { html, headers } = await pages.render(path, settings);
  const policy = String(headers['content-security-policy']);
  const assets = resolve(inject('pagesEntry'), '../../client');
  const page = settledPage(await browser.newPage());
  const faults: string[] = [];
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { host, origin, pathname, search } = new URL(request.url());
    if (origin === VENDOR) {
      const { referer } = request.headers();
      const answer = await fetch(`${maps.origin}${pathname}${search}`, {
        headers: referer ? { referer } : {},
      });
      return route.fulfill({ status: answer.status, contentType: 'text/html', body: await answer.text() });
    }
    if (host === HOST && pathname === path)
      return route.fulfill({
        contentType: 'text/html',
        body: html,
        headers: { 'content-security-policy': policy },
      });
    const file = join(assets, pathname);
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 204 });
  });
  await page.goto(`http://${HOST}${path}`, { waitUntil: 'networkidle' });
  return { page, policy, faults };
}

const showMap = async (page: Awaited<ReturnType<typeof open>>['page'], name: string) => {
  await page.getByRole('button', { name: `Show map of ${name}` }).click();
  return page.getByTitle(`Map of ${name}`).contentFrame().getByText(/./).first().textContent();
};

it('LOC-13 LOC-15 the vendor accepts address, key and page of each location, whose map is on its card', async () => {
  const { page, policy, faults } = await open('/dealer-locator');
  expect(policy).toContain(`frame-src ${VENDOR}`);
  expect(await showMap(page, 'Harbour City Sales')).toBe('Map of -27.4549,153.0402');
  expect(await showMap(page, 'Harbour North Sales')).toBe('Map of -27.5367,153.0251');
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour North Sales' });
  expect(await card.getByTitle('Map of Harbour North Sales').count()).toBe(1);
  expect(maps.shown).toEqual([
    '?key=all%26more&q=-27.4549,153.0402&zoom=10',
    '?key=north&q=-27.5367,153.0251&zoom=10',
  ]);
  expect(maps.refused).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

it('LOC-15 a page without maps may frame no other site', async () => {
  const { page, faults } = await open('/dealer-locator', {});
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `${VENDOR}/maps/embed/v1/place?key=north&q=-27.5367,153.0251&zoom=10`);
  await expect.poll(() => faults.join()).toContain('Content Security Policy');
  expect(maps.shown).toHaveLength(2);
  await page.close();
});

it('LOC-15 a key of another host is refused by the vendor, and the page still works', async () => {
  process.env.VENDOR_OTHER_BROWSER_KEY = 'of-another';
  const { page } = await open('/locations/harbour-city-sales', {
    ...SETTINGS,
    'map.map_key': 'VENDOR_OTHER_BROWSER_KEY',
  });
  expect(await showMap(page, 'Harbour City Sales')).toBe('ApiNotActivatedMapError');
  expect(await page.getByRole('link', { name: 'Get Directions' }).first().isVisible()).toBe(true);
  await page.close();
});
