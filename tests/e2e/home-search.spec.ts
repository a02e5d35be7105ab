import { expect, resultCount, siteUrl, test } from './site.ts';

test('SRCH-244 the search of the home page shows the number of its results and offers what is left @phone', async ({
  page,
}) => {
  await page.goto(siteUrl('kookaburra-cars'));
  const [make, model, price] = ['Make', 'Model', 'Price'].map((name) =>
    page.getByRole('main').getByRole('combobox', { name, exact: true }),
  );
  if (!make || !model || !price) throw new Error('There are no lists.');
  const show = page.getByRole('button', { name: /^Show \d+ cars?$/ });
  const all = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0]);
  await make.selectOption('Toyota');
  await expect(model.locator('optgroup')).toHaveCount(0);
  await expect.poll(async () => Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])).toBeLessThan(all);
  const [, first] = await model.locator('option').all();
  await model.selectOption((await first?.getAttribute('value')) ?? '');
  await price.selectOption({ index: 1 });
  await expect(page.locator('form [role="status"]')).toHaveText(/^\d+ cars?$/);
  await page.waitForLoadState('networkidle');
  const found = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0]);
  await show.click();
  await expect(page).toHaveURL(/\?make=Toyota&model=[^&]+&price=%3A\d+$/);
  expect(await resultCount(page)).toBe(found);
});
