import { awake, expect, resultCount, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');
const MAKES = 'input[name="make"]';

test('SRCH-05 the keyboard opens a list and goes on at its next value; the list stays whole', async ({
  page,
}) => {
  await page.goto(USED);
  const showAll = page.getByRole('button', { name: 'Show all makes' });
  await expect(page.locator(MAKES)).toHaveCount(7);
  await showAll.hover();
  await awake(page);
  await showAll.focus();
  await page.keyboard.press('Enter');
  await expect(showAll).toBeHidden();
  const makes = await page.locator(MAKES).count();
  expect(makes).toBeGreaterThan(20);
  await expect(page.locator(MAKES).nth(7)).toBeFocused();
  expect(page.url()).toBe(USED);
  await page.getByLabel(/^Toyota/).check();
  await expect(page).toHaveURL(/make=Toyota/);
  await expect(page.locator(MAKES)).toHaveCount(makes);
});

test('SRCH-05 a model is found by its letters among all of them', async ({ page }) => {
  await page.goto(USED);
  const find = page.getByLabel('Find a model');
  await page.locator('#facet-model summary').click();
  await awake(page);
  await find.pressSequentially('hil');
  await expect(page.locator('input[name="model"]')).toHaveCount(1);
  await page.getByLabel(/^HiLux/).check();
  await expect(page).toHaveURL(/model=HiLux/);
  await find.fill('zzz');
  await expect(page.getByText('No model has “zzz”.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SRCH-05 a list opens on the next page, and what was ticked until then counts @phone', async ({
    page,
    isMobile,
  }) => {
    await page.goto(USED);
    const all = await resultCount(page);
    if (isMobile) await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByLabel('Find a make')).toBeHidden();
    await page.getByLabel(/^Toyota/).check();
    await page.getByRole('button', { name: 'Show all makes' }).click();
    await expect(page).toHaveURL(/make=Toyota&show=make/);
    expect(await resultCount(page)).toBeLessThan(all);
    expect(await page.locator(MAKES).count()).toBeGreaterThan(20);
  });
});
