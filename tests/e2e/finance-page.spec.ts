import { DEMO_STATES } from '../../scripts/demo-stock/demo-states.data.ts';
import { E2E_PORT } from './ports.ts';
import { expect, fillPerson, get, leadInCrm, siteUrl, test } from './site.ts';

/** The page of a demo vehicle whose finance form opens in a dialog. */
async function financedCar(): Promise<string> {
  const name = DEMO_STATES.find(({ marks }) => marks.some((mark) => mark.source.includes('data-form')))?.name;
  const { text } = await get(`http://localhost:${E2E_PORT}/`);
  const [, address = ''] = new RegExp(`href="([^"]+/cars/[^"]+)">${name}<`).exec(text) ?? [];
  return address;
}

test('FIN-13 ANL-03 finance for a car is asked for in a dialog, letters are kept, and event 9 is sent once @phone', async ({
  page,
}, { project }) => {
  const message = `Finance for it ${project.name}`;
  await page.addInitScript(() => {
    addEventListener('forecourt:event', (event) => {
      const sent = JSON.parse(sessionStorage.getItem('events') ?? '[]');
      sessionStorage.setItem('events', JSON.stringify([...sent, (event as CustomEvent).detail.eventId]));
    });
  });
  await page.goto(await financedCar());
  const dialog = page.locator('#form-dialog');
  const button = page.locator('.vehicle-summary [data-form]');
  await button.click();
  await expect(dialog.getByRole('heading', { name: (await button.innerText()).trim() })).toBeFocused();
  await expect(dialog.locator('[data-finance-car]')).toContainText(/\$\d+ \/ week.*p\.a\. comparison rate/s);
  await fillPerson(dialog);
  // The focus stays among the dialog's controls and the browser's own.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('Tab');
  expect(
    await page.evaluate(
      () =>
        document.activeElement?.closest('main, header, footer') === null ||
        document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(dialog.getByLabel('First Name')).toHaveValue('Robin');
  await dialog.getByLabel('Loan term').selectOption('4');
  await dialog.getByRole('textbox', { name: 'Message' }).fill(message);
  await dialog.getByRole('button', { name: 'Send application' }).click();
  await expect(page).toHaveURL(/\/success\?/);
  const lead = await leadInCrm(message);
  expect(lead).toMatchObject({
    category: 'Finance Enquiry',
    finance_shown: {
      comparison_rate: expect.any(Number),
      text: expect.stringContaining('comparison rate'),
      wording: expect.stringMatching(/^sha256:[\da-f]{12}$/),
    },
  });
  const events = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('events') ?? '[]') as number[]);
  await expect.poll(async () => (await events()).filter((id) => id === 9)).toEqual([9]);
  await page.reload();
  expect((await events()).filter((id) => id === 9)).toEqual([9]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('FIN-13 FIN-01 the finance link leads to the finance page with the car, whose form is sent', async ({
    page,
  }) => {
    await page.goto(await financedCar());
    await page.locator('.vehicle-summary [data-form]').click();
    await expect(page).toHaveURL(/\/finance-enquiry\?.*car_id=/);
    await expect(page.locator('[data-finance-car]')).toContainText('p.a. comparison rate');
    await fillPerson(page);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page).toHaveURL(/\/success\?form=finance&lead=/);
  });

  test('FIN-10 the asterisk beside a rate leads to the disclaimer of the page', async ({ page }) => {
    await page.goto(siteUrl('riverbend', '/search/used-cars'));
    await page.getByRole('link', { name: 'About these rates' }).first().click();
    await expect(page).toHaveURL(/#financeDisclaimer$/);
    await expect(page.locator('#financeDisclaimer')).toContainText('Comparison rate');
  });
});

test('FIN-10 the asterisk beside a rate opens the disclaimer, with Show More and Show Less @phone', async ({
  page,
}) => {
  await page.goto(siteUrl('riverbend', '/search/used-cars'));
  const dialog = page.locator('#rates-dialog');
  const asterisk = page.getByRole('link', { name: 'About these rates' }).first();
  await asterisk.click();
  await expect(dialog.getByRole('heading', { name: 'About these rates' })).toBeFocused();
  await expect(dialog.getByText('Show More')).toBeVisible();
  await dialog.getByText('Show More').click();
  await expect(
    dialog.getByText('might result in a different comparison rate', { exact: false }),
  ).toBeVisible();
  await expect(dialog.getByText('Show Less')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(asterisk).toBeFocused();
});
