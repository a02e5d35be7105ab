import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { lookup } from 'mrmime';
import type { Browser } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const CITY = '/locations/harbour-city-sales';
const VARIABLES = ['MAP_TILES', 'MAP_ATTRIBUTION'];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let browser: Browser;
let site: Server;
let tiles: Server;
let shown = { path: '', html: '', policy: '' };
let asked: string[] = [];
let status = 200;

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  const engine = { host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry: inject('pagesEntry') };
  const ground = { width: 256, height: 256, channels: 3, background: '#cde' } as const;
  const tile = await sharp({ create: ground }).png().toBuffer();
  tiles = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status, { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' }).end(tile);
  });
  const client = resolve(inject('pagesEntry'), '../../client');
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    const file = join(client, pathname);
    if (pathname === shown.path)
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': shown.policy })
        .end(shown.html);
    else if (existsSync(file))
      response.writeHead(200, { 'Content-Type': lookup(file) ?? 'image/png' }).end(readFileSync(file));
    else response.writeHead(204).end();
  });
  for (const server of [site, tiles])
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  process.env.MAP_TILES = `${originOf(tiles)}/{z}/{x}/{y}.png`;
  process.env.MAP_ATTRIBUTION = 'Harbour Maps & Sons';
  [pages, browser] = await Promise.all([openRenderedPages(engine), launchBrowser()]);
});
beforeEach(() => {
  asked = [];
  status = 200;
});
afterAll(async () => {
  for (const name of VARIABLES) delete process.env[name];
  await browser?.close();
  await pages?.close();
  for (const server of [site, tiles]) {
    server?.closeAllConnections();
    await new Promise((closed) => server?.close(closed));
  }
});

/**
 * Opens a page under its own policy; `faults` are what the browser prints as errors. It comes from a server of this
 * machine, as browsers let no page of another network load from it.
 */
async function open(path: string) {
  const { html, headers } = await pages.render(path);
  shown = { path, html, policy: String(headers['content-security-policy'] ?? '') };
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (said) => said.type() === 'error' && faults.push(said.text()));
  await page.goto(originOf(site) + path, { waitUntil: 'networkidle' });
  return { page, faults, close: () => context.close() };
}

it('LOC-270 LOC-271 a map is drawn from the tiles of a service once it is opened, with its attribution', async () => {
  const { page, faults, close } = await open(CITY);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Show map of Harbour City Sales' }).press('Enter');
  await page.getByRole('region', { name: 'Map of Harbour City Sales' }).waitFor();
  await page.getByText('Harbour Maps & Sons').first().waitFor();
  await expect.poll(() => page.getByText('Loading the map…').count()).toBe(0);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((path) => !/^\/10\/9\d\d\/59\d\.png$/.test(path))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('LOC-272 all locations are on one map, and a marker leads to its card', async () => {
  const { page, faults, close } = await open('/dealer-locator');
  await page.getByRole('button', { name: 'Show all on a map' }).click();
  const markers = page.locator('a.map-marker');
  await markers.first().waitFor();
  const targets = await markers.evaluateAll((links) =>
    links.map((link) => document.getElementById((link as HTMLAnchorElement).hash.slice(1))?.tagName),
  );
  expect(targets.length).toBeGreaterThan(1);
  expect(new Set(targets)).toEqual(new Set(['LI']));
  await page
    .getByRole('link', { name: /Harbour North Sales/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('LOC-273 a map that does not load says so and links to directions', async () => {
  status = 503;
  const { page, close } = await open(CITY);
  await page.getByRole('button', { name: 'Show map of Harbour City Sales' }).click();
  await page.getByText('The map did not load.').waitFor();
  const directions = page.getByRole('status').getByRole('link', { name: 'Get Directions' });
  expect(await directions.getAttribute('href')).toContain('https://www.google.com/maps/dir/');
  expect(await page.locator('canvas').count()).toBe(0);
  await close();
});

it('LOC-273 no page draws a map of its own', async () => {
  for (const path of ['/dealer-locator', CITY]) {
    const { html } = await pages.render(path);
    expect(html).not.toMatch(/<svg[^>]*aria-label="Map/);
  }
});
