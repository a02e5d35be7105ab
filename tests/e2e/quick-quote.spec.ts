import { CRM_URL, expect, firstCar, test } from './site.ts';
import { codeOf } from './texts.ts';

const PERSON = {
  'First Name': 'Mia',
  'Last Name': 'Brandt',
  Email: 'mia.brandt@shopper.example',
};

/** As typed, and as the demo's phones are listed. */
const MOBILE = { typed: '0491 570 001', listed: '9157 0001' };

test('FIN-19 AUTH-02 the popup verifies the phone by its code, stores the lead and goes on to the broker', async ({
  page,
  context,
}) => {
  await page.goto(await firstCar('riverbend'));
  await page.getByRole('link', { name: 'Quick Estimate' }).click();
  const dialog = page.locator('#form-dialog');
  const next = async (heading: string) => {
    await dialog.locator('.lead-step[data-current]').getByRole('link', { name: 'Continue' }).click();
    await dialog.getByRole('heading', { name: heading }).waitFor();
  };
  await dialog.getByRole('heading', { name: 'Quick Estimate', exact: true }).waitFor();
  await expect(dialog.locator('.quote-figures').first()).toContainText('comparison rate');
  await next('Your Details');
  for (const [label, text] of Object.entries(PERSON)) await dialog.getByLabel(label).fill(text);
  await dialog.getByLabel('Mobile Number').fill(MOBILE.typed);
  await dialog.getByLabel('Postcode').fill('4006');
  await next('Instant pre-approval');
  await next('Apply to lender');

  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await expect(dialog.getByRole('button', { name: 'Resend Code' })).toBeVisible();
  const code = await codeOf(await context.newPage(), MOBILE.listed);
  await dialog.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Apply now' }).click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'The verification code is invalid.' }),
  ).toBeVisible();

  await dialog.getByLabel('Verification code').fill(code);
  await dialog.getByRole('button', { name: 'Apply now' }).click();
  await expect(page).toHaveURL(new RegExp(`^${CRM_URL}`));
  await expect
    .poll(async () => {
      const leads = (await (await fetch(`${CRM_URL}/leads.json`)).json()) as { lead: { email?: string } }[];
      return leads.filter(({ lead }) => lead.email === PERSON.Email).length;
    })
    .toBe(1);
});
