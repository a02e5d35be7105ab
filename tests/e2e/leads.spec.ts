import { awake, expect, fillEnquiry, firstCar, leadInCrm, siteUrl, test } from './site.ts';

test('FORM-11 an enquiry from a vehicle page reaches the CRM with car, source and consent @phone', async ({
  page,
}, { project }) => {
  const message = `Is it still there? ${project.name}`;
  await page.goto(siteUrl('riverbend', '/?utm_source=newsletter'));
  await page.goto(await firstCar(page, 'riverbend'));
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await fillEnquiry(page, { message });
  await awake(page);
  await page.getByRole('checkbox', { name: /tell me about offers/ }).check();
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const lead = await leadInCrm(message);
  expect(lead).toMatchObject({
    name: 'Robin',
    phone: '0491570156',
    source: 'Website',
    dealership_slug: expect.any(String),
  });
  expect(name.replace(/\s+/g, ' ')).toContain(String(lead['Vehicle Model']));
  expect(lead.lead_attributes).toMatchObject({ linked_query_params: { utm_source: 'newsletter' } });
  expect(JSON.stringify(lead.consent ?? lead)).toContain('2026-07');
});

test('FORM-03 a form with mistakes says so at each field and keeps what was typed', async ({ page }) => {
  await page.goto(await firstCar(page, 'riverbend'));
  await page.getByLabel('First Name').fill('Robin');
  await awake(page);
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Send enquiry' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Please fix the following errors:');
  await expect(summary).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel('Last Name')).toBeFocused();
});

test('FORM-03 two clicks on send are one lead', async ({ page }) => {
  const message = 'Double click, one lead please';
  await page.goto(await firstCar(page, 'riverbend'));
  await fillEnquiry(page, { message });
  await awake(page);
  await page.getByRole('button', { name: 'Send enquiry' }).dblclick();
  await expect(page).toHaveURL(/\/success$/);
  await leadInCrm(message);
});

test('LOC-05 the contact form of a location says which location', async ({ page }) => {
  const message = 'When do you open on Saturday?';
  await page.goto(siteUrl('riverbend', '/locations/moorooka'));
  await fillEnquiry(page, { message });
  await awake(page);
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page).toHaveURL(/\/success$/);
  expect(JSON.stringify(await leadInCrm(message))).toContain('Moorooka');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('FORM-11 an enquiry reaches the CRM @phone', async ({ page }, { project }) => {
    const message = `Posted plainly ${project.name}`;
    await page.goto(await firstCar(page, 'kookaburra-cars'));
    await fillEnquiry(page, { message, postcode: '2287' });
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page).toHaveURL(siteUrl('kookaburra-cars', '/success'));
    expect(await leadInCrm(message)).toMatchObject({ postcode: '2287', 'Vehicle Make': expect.any(String) });
  });

  test('FORM-02 a wrong postcode comes back with the exact message and the values', async ({ page }) => {
    await page.goto(siteUrl('kookaburra-cars', '/contact'));
    await page.locator('form.lead-form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await fillEnquiry(page, { message: 'Hello', postcode: '22' });
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid postcode. Please enter a 4-digit number.');
    await expect(page.getByLabel('First Name')).toHaveValue('Robin');
    await expect(page).toHaveTitle(/^Error:/);
  });
});
