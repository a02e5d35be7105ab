import { awake, expect, resultCount, siteUrl, test } from './site.ts';

const USED = siteUrl('riverbend', '/search/used-cars');
const MAKES = 'input[name="make"]';

test('SRCH-05 the keyboard opens a list and continues at its next value; the list stays complete @core', async ({
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

test('SRCH-08 on a phone the rows are collapsed, price, body and make first @phone @core', async ({
  page,
  isMobile,
}) => {
  await page.goto(USED);
  const rows = page.locator('#search-filters .facet');
  // Each in its place: nothing comes between.
  for (const [at, title] of ['Price', 'Body', 'Make', 'Model', 'Weekly budget'].entries())
    await expect(rows.nth(at).locator('summary')).toContainText(title);
  if (!isMobile) {
    await expect(page.locator('#search-filters .facet[open] summary')).toContainText([
      'Price',
      'Body',
      'Make',
      'Condition',
    ]);
    return;
  }
  await expect(page.locator('#search-filters .facet[open]')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filters/ }).tap();
  await expect(page.locator('#facet-price summary')).toBeInViewport();
  await page.locator('#facet-price summary').tap();
  await expect(page.getByRole('slider', { name: 'Price to' })).toBeInViewport();
});

test('SRCH-08 the button under the filters says how many cars they leave, as they are chosen @phone @core', async ({
  page,
  isMobile,
}) => {
  await page.goto(USED);
  const button = page.locator('#search-filters button[type="submit"]').filter({ hasText: 'Show Me' });
  const all = await resultCount(page);
  await expect(button).toHaveText(`Show Me ${all.toLocaleString('en-AU')} cars`);
  if (isMobile) await page.getByRole('button', { name: /^Filters/ }).tap();
  await page.locator('#search-filters summary').first().hover();
  await awake(page);
  const hybrid = page.locator('input[name="fuel"][value="Hybrid"]');
  if (!(await hybrid.isVisible())) await page.locator('#facet-fuel summary').click();
  await hybrid.check();
  await expect(page).toHaveURL(/fuel=Hybrid/);
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  const left = await resultCount(page);
  await expect(button).toHaveText(`Show Me ${left.toLocaleString('en-AU')} cars`);
});

for (const [what, path, name] of [
  ['menu', '/', 'Menu'],
  ['filters', '/search/new-used-and-demo-cars', /^Filters/],
] as const) {
  test(`SRCH-08 the Tab key stays in the ${what} of a phone, and Escape returns to the button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(siteUrl('kookaburra-cars', path));
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await button.press('Enter');
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at, body } = document;
        return at === body ? 'browser' : at?.closest(':popover-open') ? 'sheet' : 'page';
      });
    for (const key of ['Shift+Tab', 'Tab']) {
      const places: string[] = [];
      for (let times = 0; times < 60; times += 1) {
        await page.keyboard.press(key);
        places.push(await focused());
      }
      expect(places).not.toContain('page');
      // Its end is left for the browser's own controls, and entered again at the other end.
      expect(places.filter((place) => place === 'sheet').length).toBeGreaterThan(30);
    }
    await page.locator(':popover-open').getByRole('button').first().focus();
    await page.keyboard.press('Escape');
    await expect(page.locator(':popover-open')).toHaveCount(0);
    await expect(button).toBeFocused();
  });
}

test('SRCH-06 a price stays in view after Enter, whatever the lists around it do @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto(USED);
  if (isMobile) {
    await expect(page.locator('#search-filters .facet[open]')).toHaveCount(0);
    await page.getByRole('button', { name: /^Filters/ }).tap();
  }
  await page.locator('#facet-model summary').click();
  // Enter in a form that sleeps loads the page, whose filters are closed.
  await awake(page);
  await page.getByRole('button', { name: 'Show all models' }).click();
  await expect(page.locator('input[name="model"]').nth(60)).toBeAttached();
  await page.locator('#facet-km summary').click();
  // As in Safari, which does not hold what is looked at in place.
  await page.locator('.search-filters-body').evaluate((body: HTMLElement) => {
    body.style.overflowAnchor = 'none';
  });
  const models = () => page.locator('input[name="model"]').count();
  const all = await models();
  const most = page.getByRole('textbox', { name: 'Kilometres to' });
  await most.fill('3000');
  await most.press('Enter');
  await expect(page).toHaveURL(/km=/);
  await expect(page.getByRole('main').getByText('Kilometres up to 3,000 km')).toBeAttached();
  await expect(most).toBeFocused();
  await expect(most).toBeInViewport();
  // The counts of lists come after the results.
  await expect.poll(models).toBeLessThan(all);
  await most.fill('');
  await most.press('Enter');
  await expect.poll(models).toBe(all);
  await expect(most).toBeFocused();
  await expect(most).toBeInViewport();
});

test('SRCH-08 the keyboard skips the filters @core', async ({ page }) => {
  await page.goto(USED);
  const skip = page.getByRole('link', { name: 'Skip to results' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Save this search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Sort by')).toBeFocused();
});

test('NAV-02 the heading and the title name the filters, as the page and as they change', async ({
  page,
}) => {
  const address = siteUrl('riverbend', '/search/new-used-and-demo-cars?body=suv&price=:30000');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SUVs under $30,000 in Brisbane');
  await expect(page).toHaveTitle(/^SUVs under \$30,000 in Brisbane: /);
  await page.getByLabel(/^Ute/).hover();
  await awake(page);
  await page.getByLabel(/^Ute/).check();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SUVs and utes under $30,000 in Brisbane');
  await expect(page).toHaveTitle(/^SUVs and utes under/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SRCH-05 a list opens on the next page, with the values ticked until then @phone', async ({
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
