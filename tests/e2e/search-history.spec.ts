import type { Page } from '@playwright/test';
import { awake, expect, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');
/** Scroll positions are fractions of a pixel on some screens. */
const SAME_PX = 2;

/** None while the browser loads the page. */
const titles = (page: Page) =>
  page
    .locator('.search-results article h2')
    .allInnerTexts()
    .catch((): string[] => []);
const top = (page: Page) => page.evaluate(() => window.scrollY);

async function wake(page: Page) {
  await page.getByLabel('Sort by').hover();
  await awake(page);
}

/** As a shopper does, with nothing pressed. */
async function scrollTo(page: Page, card: number): Promise<number> {
  await page
    .getByRole('article')
    .nth(card)
    .evaluate((article) => article.scrollIntoView({ block: 'center' }));
  return top(page);
}

/** Follows the link to a page of the results and waits for all of its cards. */
async function openPage(page: Page, number: number): Promise<number> {
  const before = await titles(page);
  const link = page.getByRole('link', { name: `Page ${number}`, exact: true });
  await link.scrollIntoViewIfNeeded();
  const left = await top(page);
  // A click by the pointer might scroll again.
  await link.evaluate((a: HTMLAnchorElement) => a.click());
  await expect(page).toHaveURL(new RegExp(`page=${number}`));
  await expect.poll(async () => (await titles(page)).some((title) => before.includes(title))).toBe(false);
  await expect(page.locator('.search-results [data-partial]')).toHaveCount(0);
  return left;
}

/** The results, and where the page is, both at once and for good. */
async function expectShown(page: Page, cars: readonly string[], from: number) {
  await expect.poll(() => titles(page)).toEqual(cars);
  await expect.poll(async () => Math.abs((await top(page)) - from)).toBeLessThanOrEqual(SAME_PX);
  // Two frames later nothing has moved it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  expect(Math.abs((await top(page)) - from)).toBeLessThanOrEqual(SAME_PX);
}

for (const rate of [1, 6]) {
  const speed = rate === 1 ? '' : `, the processor slowed ${rate} times`;

  test(`SRCH-01 Back and Forward return to results, page and scroll${speed} @phone`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(USED);
    await wake(page);
    const first = await titles(page);
    const leftFirst = await openPage(page, 2);
    const second = await titles(page);
    const leftSecond = await scrollTo(page, 9);
    await page.goBack();
    await expect(page).toHaveURL(USED);
    await expectShown(page, first, leftFirst);
    await page.goForward();
    await expect(page).toHaveURL(/page=2/);
    await expectShown(page, second, leftSecond);
  });
}

test('SRCH-01 after a reload the page is where it was, and Back leads to the results before @phone', async ({
  page,
}) => {
  await page.goto(USED);
  await wake(page);
  const first = await titles(page);
  await openPage(page, 2);
  const second = await titles(page);
  const leftSecond = await scrollTo(page, 9);
  await page.reload();
  await expectShown(page, second, leftSecond);
  await expect(page.locator('astro-island[ssr] .search')).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL(USED);
  await expect.poll(() => titles(page)).toEqual(first);
});

test('SRCH-01 Back from the page of a car returns to the page of results and its scroll @phone', async ({
  page,
}) => {
  await page.goto(USED);
  await wake(page);
  await openPage(page, 2);
  const second = await titles(page);
  const left = await scrollTo(page, 9);
  const car = page.getByRole('article').nth(9).getByRole('heading').getByRole('link');
  await car.evaluate((a: HTMLAnchorElement) => a.click());
  await expect(page).toHaveURL(/\/cars\//);
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expectShown(page, second, left);
});
