import type { Page } from 'playwright/test';
import { allShown, violations } from './page-axe.ts';
import { tooWide } from './reflow.ts';
import { expect, siteUrl, test } from './site.ts';
import { codeOf } from './texts.ts';

/** As typed, and as the demo's phones list it; codes of one phone are limited. */
const MOBILES = {
  desktop: { typed: '0491 570 737', listed: '9157 0737' },
  phone: { typed: '0491 571 266', listed: '9157 1266' },
};
const UNSAVED = /^Save \d{4} /;

async function looksWell(page: Page): Promise<void> {
  expect(await tooWide(page)).toEqual([]);
  expect(await allShown(page, () => violations(page))).toEqual([]);
}

/** What has the focus is part of the page: the next key goes on from there. */
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('FAV-01 a shopper saves, compares and tidies up by keyboard, without an account @phone @core', async ({
  page,
}) => {
  await page.goto(siteUrl('kookaburra-cars', '/search/used-cars'));
  const main = page.getByRole('main');
  for (let n = 0; n < 2; n += 1) await main.getByRole('button', { name: UNSAVED }).first().press('Enter');
  await expect(main.getByRole('button', { name: /^Remove \d{4} .* from saved$/ })).toHaveCount(2);
  const choose = main.getByRole('button', { name: /^Compare \d{4} / });
  for (let n = 0; n < 2; n += 1) await choose.nth(n).press('Enter');
  const tray = page.getByRole('region', { name: 'Comparison' });
  await expect(tray).toContainText('2 of 4 to compare');
  await tray.getByRole('link', { name: 'Compare' }).press('Enter');
  await expect(page).toHaveURL(/\/compare\?/);
  const compared = page.getByRole('main').getByRole('link', { name: /^Remove / });
  await expect(compared).toHaveCount(2);
  await looksWell(page);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await compared.first().press('Enter');
  await expect(compared).toHaveCount(1);
  await expect(compared).toBeFocused();
  await compared.press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: /^Browse / })).toBeFocused();
  await expect(tray).toBeHidden();

  await page.goto(siteUrl('kookaburra-cars', '/saved-cars'));
  const entries = page.locator('.saved-cars-entry');
  await expect(entries).toHaveCount(2);
  await looksWell(page);
  const remove = entries.locator('.saved-cars-foot').getByRole('button');
  await remove.first().press('Enter');
  await expect(entries).toHaveCount(1);
  expect(await hasFocus(page)).toBe(true);
  await entries
    .getByRole('button', { name: /^Remove/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Browse / })).toBeFocused();
});

test('FAV-02 FAV-03 FAV-06 AUTH-01 a heart leads to sign-in and into the watchlist, by keyboard @phone @core', async ({
  page,
  context,
}, { project }) => {
  const mobile = MOBILES[project.name === 'phone' ? 'phone' : 'desktop'];
  await page.goto(siteUrl('brightkey', '/search/new-used-and-demo-cars'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: UNSAVED }).first().press('Enter');
  await expect(page).toHaveURL(/\/sign-in\?type=watchlist/);
  await page.getByLabel('Mobile Number').focus();
  await page.keyboard.type(mobile.typed);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('Verification code');
  await expect(code).toBeFocused();
  const sent = await codeOf(await context.newPage(), mobile.listed);
  await page.bringToFront();
  await code.fill(sent);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(siteUrl('brightkey', '/search/new-used-and-demo-cars'));
  const saved = page.getByRole('button', { name: /^Remove \d{4} .* from saved$/ });
  const car = main.getByRole('article').filter({ has: saved });
  await expect(car).toHaveCount(1);
  const path = await car.getByRole('heading').getByRole('link').getAttribute('href');
  await page.goto(siteUrl('brightkey', path ?? ''));
  await expect(page.locator('.vehicle-heart')).toHaveText('Saved');
  await page.goto(siteUrl('brightkey', '/saved-cars'));
  const entries = page.locator('.saved-cars-entry');
  await expect(entries).toHaveCount(1);
  await looksWell(page);
  await entries
    .getByRole('button', { name: /^Remove/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});
