import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { startStockedSite } from '../fixtures/stocked-site.ts';
import { STOCK } from '../switches/feed.ts';

const PHOTOGRAPHED = STOCK.map((row) => ({ ...row, images: 'p-1|p-2|p-3|p-4' }));

let browser: Browser;
let site: Awaited<ReturnType<typeof startStockedSite>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startStockedSite({}, PHOTOGRAPHED)]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A phone, or without touch a desktop; the feed of this stock has no picture files. */
async function open(isPhone: boolean, javaScriptEnabled = true) {
  const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  context = await browser.newContext({ viewport, hasTouch: isPhone, isMobile: isPhone, javaScriptEnabled });
  await context.route(/\/(?:images|pictures|logos)\/|\/speculation-rules/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"/>',
    }),
  );
  page = await context.newPage();
  await page.goto(site.url('/search/used-cars'), { waitUntil: 'networkidle' });
  const card = page.locator('.vehicle-card:has(.vehicle-card-reel)').first();
  const reel = card.locator('.vehicle-card-reel');
  const shown = () => reel.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
  const last = (await reel.locator('img').count()) - 1;
  expect(last).toBeGreaterThan(0);
  return { card, reel, shown, last };
}
afterEach(() => context.close());

it('CARD-252 the first photo of a result is shown; the others load once a shopper swipes', async () => {
  const { card, reel, shown, last } = await open(true);
  const areLoaded = () =>
    reel
      .locator('span img')
      .evaluateAll((all) => (all as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth > 0));
  expect([await shown(), await areLoaded()]).toEqual([0, Array.from({ length: last }, () => false)]);
  expect((await reel.boundingBox())?.width).toBe((await card.locator('img').first().boundingBox())?.width);
  await reel.evaluate((each) => each.scrollBy({ left: each.clientWidth }));
  await expect.poll(shown).toBe(1);
  await expect.poll(async () => (await areLoaded())[0]).toBe(true);
  await reel.click();
  await page.waitForURL(/\/cars\//, { waitUntil: 'commit' });
});

it('CARD-252 without scripts the photos are swiped too', async () => {
  const { reel, shown } = await open(true, false);
  expect(await shown()).toBe(0);
  await reel.evaluate((each) => each.scrollBy({ left: each.clientWidth }));
  await expect.poll(shown).toBe(1);
});

it('CARD-253 keys and pointer step through the photos, from the last to the first and back', async () => {
  const { card, shown, last } = await open(false);
  const [next, previous] = ['Next', 'Previous'].map((step) =>
    card.getByRole('button', { name: new RegExp(`^${step} photo of `) }),
  );
  await next?.press('Enter');
  await expect.poll(shown).toBe(1);
  await previous?.click();
  await expect.poll(shown).toBe(0);
  await previous?.click();
  await expect.poll(shown).toBe(last);
  await next?.press('Enter');
  await expect.poll(shown).toBe(0);
});
