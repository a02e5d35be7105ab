import type { Page } from 'playwright/test';
import { SUGGESTIONS_PATH } from '#src/features/search/type-ahead/suggestions.ts';
import { violations } from './page-axe.ts';
import { awake, expect, resultCount, siteUrl, test } from './site.ts';

/** Its home page opens no popup. */
const HOME = siteUrl('kookaburra-cars');
const ALL = siteUrl('riverbend', '/search/new-used-and-demo-cars');
const ABOUT = siteUrl('riverbend', '/about-us');
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
const inHeader = (page: Page) => page.locator('#header-query');
const inHero = (page: Page) => page.locator('#hero-query');
const inSearch = (page: Page) => page.locator('#search-query');
const chosen = (page: Page) => list(page).locator('[aria-selected="true"]');

test('SRCH-02 suggestions in the header work by keyboard, following the combobox pattern @core', async ({
  page,
}) => {
  await page.goto(ABOUT);
  const box = inHeader(page);
  await box.focus();
  await expect(box).toHaveRole('combobox');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await box.pressSequentially('cx5');
  await expect(options(page).first()).toHaveText(/^Mazda CX-5 Model \d+ listed$/);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expect(box).toHaveAttribute('aria-controls', (await list(page).getAttribute('id')) ?? '');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions?$/ })).toBeAttached();
  expect(await violations(page)).toEqual([]);

  await box.press('ArrowDown');
  await expect(chosen(page)).toHaveText(/^Mazda CX-5/);
  await expect(box).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id')) ?? '');
  await box.press('Home');
  await expect(chosen(page)).toHaveCount(0);
  await box.press('ArrowUp');
  await expect(chosen(page)).toHaveText((await options(page).last().textContent()) ?? '');
  await box.press('End');
  await expect(box).not.toHaveAttribute('aria-activedescendant');

  await box.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(box).toHaveValue('cx5');
  await box.press('ArrowDown');
  await expect(list(page)).toBeVisible();
  await box.press('Tab');
  await expect(list(page)).toBeHidden();
  await box.focus();
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveURL(siteUrl('riverbend', '/search/mazda/cx-5'));
  await expect(inHeader(page)).toHaveCount(0);
});

for (const [template, slug] of [
  ['metro', 'riverbend'],
  ['yard', 'kookaburra-cars'],
  ['salon', 'aldermoor'],
] as const) {
  test(`SRCH-02 the header of template ${template} suggests names of the stock`, async ({ page }) => {
    await page.goto(siteUrl(slug, '/about-us'));
    if (!(await inHeader(page).isVisible()))
      await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    await inHeader(page).pressSequentially('merc');
    const option = options(page).first();
    await expect(option).toHaveText(/^Mercedes-Benz/);
    const address = (await option.getAttribute('href')) ?? '';
    await option.click();
    await expect(page).toHaveURL(siteUrl(slug, address));
    expect(await resultCount(page)).toBeGreaterThan(0);
  });
}

test('SRCH-02 Enter without a suggestion searches for the words', async ({ page }) => {
  await page.goto(HOME);
  await inHero(page).pressSequentially('white hilux');
  await inHero(page).press('Enter');
  await expect(page).toHaveURL(/\/search\/.*model=HiLux/);
});

test('SRCH-02 counts of suggestions are those of their pages', async ({ page }) => {
  await page.goto(ALL);
  await inSearch(page).focus();
  await awake(page);
  for (const [typed, address] of [
    ['toyota', '/search/toyota'],
    ['hatch', '/search/new-used-and-demo-cars?body=hatch'],
  ] as const) {
    await inSearch(page).fill(typed);
    const option = options(page).first();
    await expect(option).toHaveAttribute('href', new RegExp(`^${address.replace('?', '\\?')}`));
    const count = Number((await option.innerText()).match(/(\d+)/)?.[1]);
    await option.click();
    await expect(page).toHaveURL((url) => (url.pathname + url.search).startsWith(address));
    await expect.poll(() => resultCount(page)).toBe(count);
  }
});

test('SRCH-02 the box of a search keeps its text, whether or not suggestions are used', async ({ page }) => {
  await page.goto(ALL);
  await inSearch(page).focus();
  await awake(page);
  await inSearch(page).pressSequentially('corolla');
  await expect(options(page).first()).toHaveText(/^Toyota Corolla/);
  await expect(page).toHaveURL(/query=corolla$/);
  await inSearch(page).press('ArrowDown');
  await expect(inSearch(page)).toHaveValue('corolla');
  await inSearch(page).press('Enter');
  await expect(page).toHaveURL(siteUrl('riverbend', '/search/toyota/corolla'));
});

test('SRCH-23 recent searches are offered, opened, and deleted one by one or all together', async ({
  page,
}) => {
  await page.goto(HOME);
  for (const words of ['kluger', 'white ute']) {
    await page.goto(HOME);
    await inHero(page).focus();
    await expect(inHero(page)).toHaveRole('combobox');
    await inHero(page).pressSequentially(words);
    await inHero(page).press('Enter');
    await page.waitForURL(/\/search\//);
  }
  await page
    .getByRole('link', { name: /Clear Filters/ })
    .first()
    .waitFor();
  await page.goto(HOME);
  await inHero(page).focus();
  await expect(options(page)).toHaveText([
    'white ute Recent search',
    'kluger Recent search',
    'Clear recent searches',
  ]);
  await inHero(page).press('ArrowDown');
  await inHero(page).press('Delete');
  await expect(options(page)).toHaveText(['kluger Recent search', 'Clear recent searches']);
  await options(page).last().click();
  await expect(list(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('forecourt:searches'))).toBe('[]');
});

test('SRCH-23 a filter is a recent search, and words typed on are one', async ({ page }) => {
  await page.goto(ALL);
  await inSearch(page).focus();
  await awake(page);
  await inSearch(page).pressSequentially('whi');
  await expect(page).toHaveURL(/query=whi$/);
  await inSearch(page).pressSequentially('te');
  await expect(page).toHaveURL(/query=white$/);
  await page.getByLabel(/^Toyota/).check();
  await expect(page).toHaveURL(/make=Toyota/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('forecourt:searches') ?? '[]'));
  expect(kept.map(({ text }: { text: string }) => text)).toEqual(['“white”, Toyota', 'white']);
});

test('SRCH-02 by touch the header opens its box from an icon @phone', async ({ page, isMobile }) => {
  test.skip(!isMobile);
  await page.goto(ABOUT);
  await expect(inHeader(page)).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).tap();
  await expect(inHeader(page)).toBeVisible();
  await inHeader(page).tap();
  await page.keyboard.type('landcruiser');
  const option = options(page).first();
  await expect(option).toHaveText(/^Toyota LandCruiser/);
  for (const each of await options(page).all()) {
    expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const address = (await option.getAttribute('href')) ?? '';
  await option.tap();
  await expect(page).toHaveURL(siteUrl('riverbend', address));
});

test('SRCH-02 letters typed before any script loads get suggestions @core', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.js(\?|$)/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(ABOUT, { waitUntil: 'commit' });
  await inHeader(page).pressSequentially('hilu', { delay: 30 });
  await expect(list(page)).toHaveCount(0);
  scripts.resolve();
  await expect(options(page).first()).toHaveText(/^Toyota HiLux/);
  await expect(inHeader(page)).toHaveValue('hilu');
  await page.keyboard.type('x');
  await expect(inHeader(page)).toHaveValue('hilux');
  await expect(options(page).first()).toHaveText(/^Toyota HiLux/);
});

test('SRCH-02 names of the stock that arrive late leave the option that was reached, and a closed list closed', async ({
  page,
}) => {
  const recent = [{ text: 'hilux ute', href: '/search/new-used-and-demo-cars?query=hilux+ute' }];
  await page.addInitScript((searches) => {
    localStorage.setItem('forecourt:searches', searches);
  }, JSON.stringify(recent));
  let names = Promise.withResolvers<void>();
  await page.route(`**${SUGGESTIONS_PATH}`, async (route) => {
    await names.promise;
    await route.continue();
  });
  const typeBeforeNames = async () => {
    names = Promise.withResolvers<void>();
    await page.goto(ABOUT);
    await inHeader(page).focus();
    await expect(inHeader(page)).toHaveRole('combobox');
    await inHeader(page).pressSequentially('hilux');
    await expect(options(page)).toHaveText(['hilux ute Recent search', 'Clear recent searches']);
  };
  await typeBeforeNames();
  await inHeader(page).press('ArrowDown');
  names.resolve();
  await expect(options(page).first()).toHaveText(/^Toyota HiLux/);
  await expect(chosen(page)).toHaveText('hilux ute Recent search');
  await expect(inHeader(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id')) ?? '',
  );

  await typeBeforeNames();
  await inHeader(page).press('Escape');
  const loaded = page.waitForResponse(`**${SUGGESTIONS_PATH}`);
  names.resolve();
  await (await loaded).finished();
  await expect(list(page)).toBeHidden();
  await inHeader(page).press('ArrowDown');
  await expect(options(page).first()).toHaveText(/^Toyota HiLux/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('CFG-09 the box of the header searches @phone', async ({ page, isMobile }) => {
    await page.goto(ABOUT);
    if (isMobile) await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).tap();
    await inHeader(page).fill('diesel ute');
    await inHeader(page).press('Enter');
    await expect(page).toHaveURL(/\/search\/new-used-and-demo-cars\?body=ute&fuel=Diesel$/);
  });
});
