import type { Page } from 'playwright/test';
import { expect, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');

/** A finger on the screen, each step a place; lifted at the end. */
async function swipe(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  const line = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (const share of [0.2, 0.5, 1])
    await touch('touchMove', { x: from.x + by.x * share, y: from.y + by.y * share });
  await touch('touchEnd');
}

async function cardWithPhotos(page: Page) {
  const card = page.locator('.search-results .vehicle-card:has(.vehicle-card-photos)').first();
  await card.locator('img').first().scrollIntoViewIfNeeded();
  const box = await card.locator('img').first().boundingBox();
  if (!box) throw new Error('The card has no picture');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const shown = () =>
    card
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc);
  return { card, middle, shown, count: card.locator('.vehicle-card-photos') };
}

test('CARD-01 on a phone the photos of a card are swiped, one loaded at a time @phone @core', async ({
  page,
}) => {
  await page.goto(USED);
  const { middle, shown, count } = await cardWithPhotos(page);
  await expect.poll(shown).not.toBe('');
  const first = await shown();
  const many = await count.innerText();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const photos = () => new Set(requested.map((path) => /^\/images\/([^/]+)/.exec(path)?.[1]).filter(Boolean));

  await swipe(page, middle, { x: -160, y: 4 });
  await expect(count).toHaveText(`2/${many}`);
  await expect.poll(shown).not.toBe(first);
  expect(photos().size).toBe(1);
  expect(page.url()).toBe(USED);

  await swipe(page, middle, { x: 160, y: 4 });
  await expect(count).toHaveText(`1/${many}`);
  await expect.poll(shown).toBe(first);
  // There is none before the first.
  await swipe(page, middle, { x: 160, y: 4 });
  await expect(count).toHaveText(`1/${many}`);
});

test('CARD-01 on a phone a touch that scrolls or taps a card loads no photo @phone', async ({ page }) => {
  await page.goto(USED);
  const { card, middle, shown } = await cardWithPhotos(page);
  await expect.poll(shown).not.toBe('');
  const first = await shown();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await swipe(page, middle, { x: 5, y: -60 });
  expect(requested.filter((path) => path.endsWith('/photos'))).toEqual([]);
  expect(await shown()).toBe(first);
  const href = await card.locator('a').first().getAttribute('href');
  await card.locator('.vehicle-card-title a').click();
  await expect(page).toHaveURL(new RegExp(`${href}$`));
});
