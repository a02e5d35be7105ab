import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../fixtures/axe.ts';
import { launchBrowser } from '../fixtures/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it('PLAT-02 axe finds the violations of a page, each time it runs', async () => {
  const page = await browser.newPage();
  const head =
    '<html lang="en"><title>Cars</title><meta http-equiv="content-security-policy" content="script-src \'none\'">';
  await page.setContent(`${head}<main><h1>Cars</h1><img src="data:,"></main></html>`);
  const found = async () => (await axeViolations(page)).map(({ id }) => id);
  expect(await found()).toEqual(['image-alt']);
  await page.locator('img').evaluate((image) => image.setAttribute('alt', 'A red hatch'));
  expect(await found()).toEqual([]);
  await page.locator('h1').evaluate((title) => title.setAttribute('style', 'color: #ddd; background: #fff'));
  expect(await found()).toEqual(['color-contrast']);
  expect(
    (await axeViolations(page, { runOnly: ['color-contrast'] })).map(({ nodes }) => nodes.length),
  ).toEqual([1]);
});
