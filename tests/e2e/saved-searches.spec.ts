import type { Locator, Page } from 'playwright/test';
import { awake, CRM_URL, expect, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');
const saveLink = (page: Page) => page.getByRole('link', { name: 'Save this search' });

type Arrival = { way: string; to?: string; text: string };
const mailTo = async (address: string) => {
  const arrivals = (await (await fetch(`${CRM_URL}/arrivals.json`)).json()) as Arrival[];
  return arrivals.find(({ to }) => to === address)?.text ?? '';
};

/** Saves the search of the page by keyboard, confirms by the mail's link, and stops the alerts. */
async function saveAndConfirm(page: Page, address: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
  await expect.poll(() => mailTo(address)).toContain('Confirm: ');
  const confirm = /Confirm: https?:\/\/[^/]+(\S+)/.exec(await mailTo(address))?.[1] ?? '';
  await page.goto(siteUrl('riverbend', confirm));
  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your alerts are on');
}

test('SRCH-33 what saving agrees to is as wide as its form', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/save-search?car_type=used'));
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const note = page.getByText('By saving, you agree');
  expect(await widthOf(note)).toBeCloseTo(await widthOf(page.getByRole('textbox', { name: 'Email' })), 0);
});

test('SRCH-33 the link follows the filters, and the saved search is confirmed by its mail @phone', async ({
  page,
}, { project }) => {
  await page.goto(`${USED}?body=suv`);
  await expect(saveLink(page)).toHaveAttribute('href', '/save-search?car_type=used&body=suv');
  await page.locator('#search-sort').hover();
  await awake(page);
  await page.getByRole('link', { name: 'Remove SUV' }).click();
  await expect(saveLink(page)).toHaveAttribute('href', '/save-search?car_type=used');
  await page.goBack();
  await expect(saveLink(page)).toHaveAttribute('href', '/save-search?car_type=used&body=suv');
  await page.goForward();
  await expect(saveLink(page)).toHaveAttribute('href', '/save-search?car_type=used');
  await saveLink(page).click();
  await expect(page.locator('.save-search-name')).toHaveText('Used cars in Brisbane');
  await saveAndConfirm(page, `e2e-${project.name}@example.com`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SRCH-33 a search without results offers to tell when one comes in', async ({ page }) => {
    await page.goto(siteUrl('riverbend', '/search/new-used-and-demo-cars?make=Toyota&price=:1500'));
    await page.getByRole('link', { name: 'Tell me when one comes in' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This is a required field.').first()).toBeVisible();
    await saveAndConfirm(page, 'e2e-plain@example.com');
  });
});
