import type { Locator, Page } from 'playwright/test';
import { violations } from './page-axe.ts';
import { expect, get, siteUrl, test } from './site.ts';

/** Similar and recently viewed vehicles, on the page of another. */

const FRAGMENT = /\/cars\/[^/]+\/similar$/;
const SCRIPTS = /\/_astro\/.*\.js/;

/** Addresses of the vehicles of a search, each once. */
async function carsOf(path: string): Promise<string[]> {
  const { text } = await get(siteUrl('riverbend', path));
  const titles = text.matchAll(/vehicle-card-title.{0,80}?href="(\/cars\/[^"]+)"/g);
  return [...new Set([...titles].map(([, car = '']) => siteUrl('riverbend', car)))];
}

/** A used Ranger, of which the demo has many. */
async function ranger(): Promise<string> {
  const [first] = await carsOf('/search/ford/ranger?car_type=used');
  if (!first) throw new Error('The demo has no used Ranger');
  return first;
}

const similar = (page: Page) => page.getByRole('region', { name: 'Similar cars' });
const cards = (page: Page) => similar(page).getByRole('article');

/** As a shopper who scrolls there. */
const scrollTo = (page: Page, name: string) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView());

/** What moved on the page while it was seen. */
const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        moves.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

test('@phone VDP-14 six load 500 px before they are visible, in place of six skeletons, and nothing moves @core', async ({
  page,
}) => {
  const asked: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await watchMoves(page);
  await page.route(FRAGMENT, async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto(await ranger(), { waitUntil: 'networkidle' });
  const room = similar(page).locator('[data-later-cards-room]');
  const goNear = (px: number) =>
    room.evaluate(
      (place, distance) =>
        scrollBy({ top: place.getBoundingClientRect().top - innerHeight - distance, behavior: 'instant' }),
      px,
    );
  // What is far below the window has no exact height yet.
  await goNear(2000);
  await page.waitForTimeout(300);
  await goNear(520);
  await page.waitForTimeout(300);
  expect(asked).toEqual([]);
  await goNear(480);
  await expect.poll(() => asked.length).toBe(1);
  await scrollTo(page, 'Similar cars');
  await expect(room.locator('.later-cards-skeletons > span')).toHaveCount(6);
  await expect(room).toHaveAttribute('aria-busy', 'true');
  const before = await room.boundingBox();
  await page.evaluate('moves.length = 0');
  release();
  await expect(cards(page)).toHaveCount(6);
  await expect(room).not.toHaveAttribute('aria-busy', /./);
  expect((await room.boundingBox())?.height).toBe(before?.height);
  expect(await page.evaluate('moves')).toEqual([]);
});

test('VDP-14 arrows scroll by the visible cards, and show where the row ends', async ({ page }) => {
  await page.goto(await ranger());
  await scrollTo(page, 'Similar cars');
  const [back, on] = ['Previous cars', 'Next cars'].map((name) =>
    similar(page).getByRole('button', { name }),
  );
  if (!back || !on) throw new Error('There are no arrows');
  await expect(back).toHaveAttribute('aria-disabled', 'true');
  await expect(on).toHaveAttribute('aria-disabled', 'false');
  await on.press('Enter');
  await expect(cards(page).last()).toBeInViewport({ ratio: 0.9 });
  await expect(on).toHaveAttribute('aria-disabled', 'true');
  await expect(on).toBeFocused();
  await back.click();
  await expect(cards(page).first()).toBeInViewport({ ratio: 0.9 });
  await expect(back).toHaveAttribute('aria-disabled', 'true');
});

test('VDP-14 by keyboard the row follows the card that has the focus; hearts save, and axe finds nothing', async ({
  page,
}) => {
  await page.goto(await ranger());
  await scrollTo(page, 'Similar cars');
  const hearts = similar(page).getByRole('button', { name: /^Save / });
  await hearts.first().focus();
  const last = cards(page).last().getByRole('link').first();
  for (let tab = 0; tab < 30 && !(await last.evaluate((link) => link === document.activeElement)); tab += 1)
    await page.keyboard.press('Tab');
  await expect(last).toBeFocused();
  await expect(cards(page).last()).toBeInViewport({ ratio: 0.9 });
  await hearts.first().click();
  await expect(similar(page).getByRole('button', { name: /^Remove .* from saved/ })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
});

test('VDP-14 a card links to a vehicle whose own similar vehicles leave it out', async ({ page }) => {
  const first = await ranger();
  await page.goto(first);
  await scrollTo(page, 'Similar cars');
  const link = cards(page).first().getByRole('link').first();
  await expect(link).toHaveText(/Ford Ranger/);
  await expect(cards(page).first()).toContainText(/Drive away|Excl\. government charges/);
  const to = await link.getAttribute('href');
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${to}$`));
  await scrollTo(page, 'Similar cars');
  await expect(cards(page)).toHaveCount(6);
  await expect(similar(page).locator(`a[href="${to}"]`)).toHaveCount(0);
});

test('@phone VDP-14 a shopper who scrolls there before the scripts load gets the cards once they do', async ({
  page,
}) => {
  const open = new Promise((resolve) => setTimeout(resolve, 3000));
  await page.route(SCRIPTS, async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(await ranger(), { waitUntil: 'domcontentloaded' });
  await scrollTo(page, 'Similar cars');
  await expect(cards(page)).toHaveCount(6);
  await expect(similar(page).getByRole('button', { name: 'Next cars' })).toBeVisible();
});

test('VDP-14 ERR-02 cards that fail to load leave the link to the search, and the console logs it', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route(FRAGMENT, (route) => route.fulfill({ status: 404 }));
  await page.goto(await ranger());
  await scrollTo(page, 'Similar cars');
  await expect.poll(() => warnings.join()).toContain('Cards are not shown');
  await expect(similar(page).locator('.later-cards-skeletons')).toBeHidden();
  await similar(page).getByRole('link', { name: 'See similar cars' }).click();
  await expect(page).toHaveURL(/\/search\/used-cars\?body=ute&price=/);
});

test('VDP-14 without similar vehicles the section is removed', async ({ page }) => {
  await page.route(FRAGMENT, (route) => route.fulfill({ status: 200, body: '' }));
  await page.goto(await ranger());
  await expect(similar(page)).toBeVisible();
  await similar(page).evaluate((section) =>
    scrollBy({ top: section.getBoundingClientRect().top - innerHeight - 300, behavior: 'instant' }),
  );
  await expect(similar(page)).toHaveCount(0);
});

test('VDP-22 the vehicles viewed before are shown, the last first, without this one', async ({ page }) => {
  const [one = '', two = '', three = ''] = await carsOf('/search/used-cars');
  await page.goto(one);
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await expect(viewed).toHaveCount(0);
  await page.goto(two);
  await page.goto(three);
  await expect(viewed).toBeVisible();
  await scrollTo(page, 'Recently viewed');
  const links = viewed.getByRole('article').getByRole('heading').getByRole('link');
  await expect(links).toHaveCount(2);
  const shown = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(shown).toEqual([two, one]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('VDP-14 a link leads to the search, and no skeleton remains', async ({ page }) => {
    await page.goto(await ranger());
    await expect(similar(page).locator('.later-cards-skeletons')).toBeHidden();
    await similar(page).getByRole('link', { name: 'See similar cars' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('@phone VDP-14 VDP-16 a vehicle that is sold has similar ones under its notice', async ({ page }) => {
    const [sold] = await carsOf('/search/used-cars?status=sold&body=ute');
    if (!sold) throw new Error('The demo has no ute that was just sold');
    await page.goto(sold);
    await expect(cards(page).first()).toBeVisible();
    const placeOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
      return { top: y, bottom: y + height };
    };
    const notice = await placeOf(page.locator('.vehicle-sold').filter({ hasText: 'SOLD' }));
    const row = await placeOf(similar(page));
    const price = await placeOf(page.locator('.vehicle-price'));
    expect(row.top).toBeGreaterThanOrEqual(notice.bottom);
    expect(row.top - notice.bottom).toBeLessThan(40);
    expect(price.top).toBeGreaterThanOrEqual(row.bottom);
  });
});
