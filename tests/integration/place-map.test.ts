import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { configured } from '../fixtures/configured.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ORIGIN = 'http://switchboard.localhost';
const EMBED = 'https://maps.example/embed?at={lat},{long}&z={zoom}';
const PATH = '/locations/harbour-city-sales';
const PICTURE = { url: '/pictures/yard.webp', alt: 'The yard at dusk' };
const PICTURE_WITH_MAP =
  /class="place-map">\s*<picture[\s\S]+?<\/picture>\s*<a[^>]+data-map="[^"]*https:\/\/maps\.example/;

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let browser: Browser;

beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  [pages, browser] = await Promise.all([openRenderedPages(engine), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

/** Opens the location's page as it is rendered; every other site answers, and is written down. */
async function open(javaScriptEnabled = true) {
  const { html, headers } = await pages.render(PATH, { 'map.embed': EMBED });
  const policy = headers['content-security-policy'];
  const assets = resolve(inject('pagesEntry'), '../../client');
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  if (javaScriptEnabled) settledPage(page);
  const faults: string[] = [];
  const others: string[] = [];
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
  await page.route('**/*', (route) => {
    const { origin, pathname, href } = new URL(route.request().url());
    if (origin !== ORIGIN) {
      others.push(href);
      return route.fulfill({ contentType: 'text/html', body: '<p>Map</p>' });
    }
    if (pathname === PATH) {
      const set = typeof policy === 'string' ? { 'content-security-policy': policy } : {};
      return route.fulfill({ contentType: 'text/html', body: html, headers: set });
    }
    const file = join(assets, pathname);
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 204 });
  });
  await page.goto(ORIGIN + PATH, { waitUntil: 'networkidle' });
  return { page, others, faults, close: () => context.close() };
}

it('LOC-15 the maps service gets no request before its map is opened, by keyboard too', async () => {
  const { page, others, faults, close } = await open();
  expect(others).toEqual([]);
  await page.getByRole('button', { name: 'Show map of Harbour City Sales' }).press('Enter');
  const frame = page.locator('iframe');
  await frame.contentFrame().getByText('Map').waitFor();
  expect(others).toEqual(['https://maps.example/embed?at=-27.4549,153.0402&z=10']);
  expect(await frame.getAttribute('title')).toBe('Map of Harbour City Sales');
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

it('LOC-15 without scripts the map is a link to directions, and nothing is loaded', async () => {
  const { page, others, close } = await open(false);
  const link = page.getByRole('link', { name: 'Show map of Harbour City Sales' });
  expect(await link.getAttribute('href')).toContain('https://www.google.com/maps/dir/');
  expect(others).toEqual([]);
  await close();
});

it('LOC-08 LOC-15 a single location that has a picture offers its map over it, on its card and its page', async () => {
  const [location] = configured().locations;
  const settings = { 'map.embed': EMBED, locations: [{ ...location, image: { image: PICTURE } }] };
  for (const path of [PATH, '/dealer-locator']) {
    const { html } = await pages.render(path, settings);
    expect(html).toMatch(PICTURE_WITH_MAP);
  }
});
