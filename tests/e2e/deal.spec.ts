import type { Page } from 'playwright/test';
import { carOf } from './car-addresses.ts';
import { expect, fillPerson, leadInCrm, test } from './site.ts';

/** A shopper builds a deal, leaves it, and sends it. */

const dealOf = async (stocknum: string) => `${await carOf('riverbend', stocknum)}/deal`;
const summary = (page: Page) => page.getByRole('region', { name: 'Your deal', exact: true });
const leftToPay = async (page: Page) => {
  const [, dollars = ''] = /Left to pay\s+\$([\d,]+)/.exec(await summary(page).innerText()) ?? [];
  return Number(dollars.replaceAll(',', ''));
};

async function build(page: Page) {
  await page.getByLabel('What it’s worth').fill('5000');
  await page.getByLabel(/^Window tint/).check();
  await expect(summary(page)).toContainText('Window tint');
}

test('VDP-232 VDP-238 @phone a deal adds up as it is built, and is there again on its device', async ({
  page,
}) => {
  const address = await dealOf('U21030');
  await page.goto(address);
  const before = await leftToPay(page);
  await build(page);
  expect(await leftToPay(page)).toBe(before - 5000 + 599);
  await page.goto(address);
  await expect(page.getByLabel('What it’s worth')).toHaveValue('5000');
  await expect(page.getByLabel(/^Window tint/)).toBeChecked();
  expect(await leftToPay(page)).toBe(before - 5000 + 599);
});

test('VDP-237 the link of a deal has all of it, on another device', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await dealOf('U21030'));
  await build(page);
  await summary(page).getByRole('button', { name: 'Share' }).click();
  await expect(summary(page).getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const other = await browser.newPage();
  await other.goto(link);
  expect(await summary(other).innerText()).toContain('Window tint');
  expect(await leftToPay(other)).toBe(await leftToPay(page));
  await other.close();
});

test('VDP-291 a valuation of this device is filled into a deal, and not again once it is left out @phone @core', async ({
  page,
}) => {
  const address = await dealOf('U21030');
  await page.goto(address);
  await page.evaluate(() => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const valuation = { name: '2021 Mazda 3', cents: 1_460_000 };
    localStorage.setItem(
      'forecourt:valuation',
      JSON.stringify({ ...valuation, validUntil: days(5).slice(0, 10), valuedAt: days(0) }),
    );
  });
  const worth = page.getByLabel('What it’s worth');
  await page.reload();
  await expect(worth).toHaveValue('14600');
  await expect(page.getByText('From your valuation of the 2021 Mazda 3.')).toBeVisible();
  await expect(summary(page)).toContainText('−$14,600');
  await worth.fill('');
  await page.goto(address);
  const offer = page.getByRole('button', { name: 'Use my valuation: $14,600 for the 2021 Mazda 3' });
  await expect(offer).toBeVisible();
  await expect(worth).toHaveValue('');
  await offer.click();
  await expect(worth).toHaveValue('14600');
});

test('VDP-233 VDP-292 a deal is sent with what was chosen @core', async ({ page }) => {
  await page.goto(await dealOf('U21030'));
  await build(page);
  const form = page.getByRole('region', { name: 'Send your deal' });
  const message = 'A deal with tint';
  await fillPerson(form);
  await form.getByLabel(/^Anything else/).fill(message);
  await form.getByRole('button', { name: 'Send my deal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank');
  expect(JSON.stringify(await leadInCrm(message))).toMatch(/Window tint.*599/);
  const sent = page.getByRole('region', { name: 'Your deal' });
  await expect(sent).toContainText(/[Tt]otal\s*\$[\d,]+\s*Left to pay\s*\$[\d,]+/);
  await sent.getByRole('link', { name: 'See your deal' }).click();
  await expect(page.getByLabel(/^Window tint/)).toBeChecked();
  await expect(page.getByLabel('What it’s worth')).toHaveValue('5000');
});
