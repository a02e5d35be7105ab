import type { Page } from 'playwright/test';
import { expect, siteUrl, test } from './site.ts';

type Place = { x: number; y: number };

const USED = siteUrl('riverbend', '/search/used-cars');

/** The last place is held, so that the finger does not throw what it moves. */
const STEPS = [0.2, 0.4, 0.6, 0.8, ...Array<number>(8).fill(1)];

/** A finger on the screen, each step a place and a frame; lifted at the end. */
async function swipe(page: Page, from: Place, by: Place) {
  const line = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (const share of STEPS) {
    await touch('touchMove', { x: from.x + by.x * share, y: from.y + by.y * share });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch('touchEnd');
}

async function cardWithPhotos(page: Page) {
  const card = page.locator('.search-results .vehicle-card:has(.vehicle-card-reel)').first();
  await card.scrollIntoViewIfNeeded();
  const reel = card.locator('.vehicle-card-reel');
  const box = await reel.boundingBox();
  if (!box) throw new Error('The card has no photos');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const shown = () => reel.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
  const second = reel.locator('span img').first();
  const isLoaded = () => second.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  return { card, reel, middle, shown, isLoaded };
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('CARD-252 on a phone the photos of a card are swiped, none loaded before @phone @core', async ({
    page,
  }) => {
    await page.goto(USED, { waitUntil: 'networkidle' });
    const before = await cardWithPhotos(page);
    expect([await before.shown(), await before.isLoaded()]).toEqual([0, false]);
    // A touch that scrolls the page loads none either.
    await swipe(page, before.middle, { x: 4, y: -40 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(await before.isLoaded()).toBe(false);

    // Loaded again, because a page that still moves takes the next touch for itself.
    await page.goto(USED, { waitUntil: 'networkidle' });
    const { card, middle, shown, isLoaded } = await cardWithPhotos(page);
    await swipe(page, { x: middle.x + 100, y: middle.y }, { x: -240, y: 4 });
    await expect.poll(shown).toBe(1);
    await expect.poll(isLoaded).toBe(true);
    await swipe(page, { x: middle.x - 100, y: middle.y }, { x: 240, y: 4 });
    await expect.poll(shown).toBe(0);
    expect(page.url()).toBe(USED);

    const href = await card.locator('.vehicle-card-title a').getAttribute('href');
    await page.touchscreen.tap(middle.x, middle.y);
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  });
});

test('CARD-253 buttons and keys step through the photos of a card @core', async ({ page }) => {
  await page.goto(USED);
  const { card, reel, shown } = await cardWithPhotos(page);
  const last = (await reel.locator('img').count()) - 1;
  const next = card.getByRole('button', { name: /^Next photo of / });
  await next.press('Enter');
  await expect.poll(shown).toBe(1);
  const previous = card.getByRole('button', { name: /^Previous photo of / });
  await previous.click();
  await expect.poll(shown).toBe(0);
  await previous.click();
  await expect.poll(shown).toBe(last);
  await next.press('Enter');
  await expect.poll(shown).toBe(0);
});

test('CARD-251 a badge says by keyboard and touch how prices are compared @phone @core', async ({ page }) => {
  await page.goto(siteUrl('kookaburra-cars', '/search/used-cars'));
  const badge = page
    .getByRole('main')
    .getByRole('button', { name: /(?:below market|Fair price) ?, how we compare\b/ });
  await badge.first().press('Enter');
  const note = page.getByRole('heading', { name: 'How we compare prices' });
  await expect(note).toBeVisible();
  await page.locator('#market-note').getByRole('button', { name: 'Close' }).click();
  await expect(note).toBeHidden();
});

for (const dealer of ['riverbend', 'kookaburra-cars', 'aldermoor']) {
  test(`CARD-01 the first screen of ${dealer} on a phone shows a card and a half @phone @core`, async ({
    page,
  }) => {
    await page.goto(siteUrl(dealer, '/search'));
    const second = await page.locator('.search-results .vehicle-card').nth(1).boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? 0) / 2).toBeLessThanOrEqual(844);
  });
}
