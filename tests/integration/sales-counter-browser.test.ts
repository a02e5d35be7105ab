import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ORIGIN = 'http://switchboard.localhost';

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

it('CONT-05 CONT-286 the counter counts up in two seconds, again each 150, and begins again at midnight in Brisbane', async () => {
  const { html } = await pages.render('/', { 'salesCounter.enabled': true });
  expect(html).toContain('<strong data-sales-today>96</strong>');
  const assets = resolve(inject('pagesEntry'), '../../client');
  const page = await browser.newPage();
  await page.clock.install({ time: '2026-06-18T13:49:00Z' });
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    const file = join(assets, pathname);
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 204 });
  });
  await page.addInitScript(() => {
    const figures: number[] = [];
    Reflect.set(globalThis, 'figures', figures);
    new MutationObserver(() => {
      const text = document.querySelector('[data-sales-today]')?.textContent;
      if (text) figures.push(Number(text));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(ORIGIN);
  const figure = page.locator('[data-sales-today]');
  const shown = async () => Number(await figure.textContent());
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return shown();
    })
    .toBe(190);
  expect(Math.min(...(await page.evaluate<number[]>('figures')))).toBe(96);
  await page.clock.runFor(300_000);
  expect(await shown()).toBe(191);
  await page.clock.runFor(450_000);
  expect(await shown()).toBe(0);
  await page.close();
});
