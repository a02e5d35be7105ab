import {
  expect,
  fillEnquiry,
  fillPerson,
  fillSteps,
  firstCar,
  formAwake,
  leadInCrm,
  siteUrl,
  test,
} from './site.ts';

test('FORM-11 an enquiry from a vehicle page reaches the CRM with car, source and consent @phone @core', async ({
  page,
}, { project }) => {
  const message = `Is it still there? ${project.name}`;
  await page.goto(siteUrl('riverbend', '/?utm_source=newsletter'));
  await page.goto(await firstCar('riverbend'));
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const form = await fillSteps(page, { message });
  await form.getByRole('checkbox', { name: /tell me about offers/ }).check();
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page).toHaveURL(/\/success\?/);
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

test('FORM-12 a half-typed time is still there after hydration', async ({ page }) => {
  await page.goto(siteUrl('ironbark-trucks', '/enquire/test-drive'));
  const time = page.getByRole('textbox', { name: /^Time/ });
  await page.route(
    '**/_astro/*.js',
    async (route) => {
      await expect(time).toBeFocused();
      await page.keyboard.press('1');
      await page.keyboard.press('0');
      await route.continue();
    },
    { times: 1 },
  );
  await time.focus();
  await formAwake(page);
  await page.keyboard.type('30a');
  await expect(time).toHaveValue('10:30');
});

test('FORM-03 a form with mistakes shows them at each field and keeps its values @core', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/careers'));
  await page.getByLabel('First Name').fill('Robin');
  await formAwake(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('not an address');
  await page.getByRole('button', { name: 'Send application' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Please fix the following errors:');
  await expect(summary).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel('Last Name')).toBeFocused();
});

test('FORM-05 the enquiry goes step by step, by keyboard too, and back to errors', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  const form = page.locator('#enquire');
  await expect(form.getByText('Step 1 of 3')).toBeVisible();
  await expect(form.getByLabel('First Name')).toBeHidden();
  // The page suggests a question.
  const message = form.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue(/^Hi, is the .+ still available\?$/);
  await message.fill('');
  await formAwake(page);
  await form.getByRole('link', { name: 'Continue' }).press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await form.getByRole('textbox', { name: 'Message' }).fill('Step by step');
  await form.getByRole('link', { name: 'Continue' }).press('Enter');
  await expect(form.getByRole('heading', { name: /Step 2 of 3/ })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await fillPerson(form);
  await form.getByLabel('Mobile Number').press('Enter');
  await expect(form.getByRole('heading', { name: /Step 3 of 3/ })).toBeFocused();
  await form.getByRole('link', { name: 'Back' }).click();
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue('robin@example.com');
  await form.getByRole('textbox', { name: 'Email' }).fill('robin@example');
  await form.getByRole('link', { name: 'Continue' }).click();
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Email/ })
    .click();
  await expect(form.getByRole('textbox', { name: 'Email' })).toBeFocused();
});

test('FORM-05 an enquired car is stored, and /success describes the lead', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  const form = await fillSteps(page, { message: 'Remember this car' });
  await form.getByRole('button', { name: 'Send enquiry' }).click();
  await expect(page).toHaveURL(/\/success\?/);
  await expect(page.getByText('Your enquiry has reached us.')).toBeVisible();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('forecourt:enquired') ?? '[]'));
  expect(kept).toEqual([{ car_id: expect.any(String), lead_id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
});

test('FORM-01 buttons of a vehicle open their forms in place; their values stay @phone', async ({ page }, {
  project,
}) => {
  const message = `From the dialog ${project.name}`;
  const address = await firstCar('riverbend');
  await page.goto(address);
  const dialog = page.locator('#form-dialog');
  const button = page.locator('.vehicle-summary').getByRole('link', { name: 'Book a Test Drive' });
  await button.click();
  await expect(dialog.getByRole('heading', { name: 'Book a Test Drive' })).toBeFocused();
  await fillPerson(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(dialog.getByLabel('First Name')).toHaveValue('Robin');
  await dialog.getByRole('textbox', { name: 'Message' }).fill(message);
  await dialog.getByRole('button', { name: 'Book test drive' }).click();
  await expect(page).toHaveURL(/\/success\?/);
  const lead = await leadInCrm(message);
  expect(lead).toMatchObject({ category: 'Test Drive', page_id: new URL(address).pathname });
});

for (const [name, viewport] of Object.entries({
  upright: { width: 390, height: 844 },
  'on its side': { width: 844, height: 390 },
}))
  test(`FORM-240 FORM-241 a dialog of a phone ${name} names its vehicle beside a small picture, above the first field @core`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(await firstCar('riverbend'));
    const dialog = page.locator('#form-dialog');
    await page.locator('a[href^="/enquire/test-drive"]:visible').first().click();
    const about = dialog.locator('.about-car');
    expect(await about.locator('p').textContent()).toMatch(/Your test drive is of \d{4} /);
    const picture = await about.locator('img').boundingBox();
    const title = await about.getByRole('link').boundingBox();
    expect(picture?.width).toBeLessThanOrEqual(100);
    expect(title?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0));
    await expect(dialog.locator('.slot-chip').first()).toBeInViewport({ ratio: 1 });
  });

test('FORM-01 a form that cannot be fetched is followed to its page', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  await page.route('**/enquire/enquire-now?*page_path*', (route) => route.fulfill({ status: 404 }));
  await page.locator('.vehicle-summary').getByRole('link', { name: 'Enquire Now' }).click();
  await expect(page).toHaveURL(/\/enquire\/enquire-now\?car_id=/);
});

test('FORM-09 a quick pick fills the field, digits are grouped, and the server reads them', async ({
  page,
}) => {
  const message = 'Something like it under thirty';
  await page.goto(siteUrl('kookaburra-cars', '/enquire/find-similar'));
  await page.getByLabel('Maximum price').hover();
  await page.getByRole('button', { name: '$25,000' }).click();
  await expect(page.getByLabel('Maximum price')).toHaveValue('25,000');
  await page.getByLabel('Maximum kilometres').fill('80000');
  await page.getByLabel('Maximum kilometres').blur();
  await expect(page.getByLabel('Maximum kilometres')).toHaveValue('80,000');
  await fillPerson(page);
  await page.getByLabel('What matters to you?').fill(message);
  await formAwake(page);
  await page.getByRole('button', { name: 'Start looking' }).click();
  await expect(page).toHaveURL(/\/success\?/);
  expect((await leadInCrm(message)).details).toEqual([
    { name: 'budget', label: 'Maximum price', value: '$25,000' },
    { name: 'most_kms', label: 'Maximum kilometres', value: '80,000 kms' },
  ]);
});

test('FORM-03 two clicks on send are one lead @core', async ({ page }) => {
  const message = 'Double click, one lead please';
  await page.goto(await firstCar('kookaburra-cars'));
  const form = page.locator('#enquire');
  await fillEnquiry(form, { message });
  await formAwake(page);
  await form.getByRole('button', { name: 'Send enquiry' }).dblclick();
  await expect(page).toHaveURL(/\/success\?/);
  await leadInCrm(message);
});

test('LOC-05 the contact form of a location sends its location', async ({ page }) => {
  const message = 'When do you open on Saturday?';
  await page.goto(siteUrl('riverbend', '/locations/moorooka'));
  await fillEnquiry(page, { message });
  await formAwake(page);
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page).toHaveURL(/\/success\?/);
  expect(JSON.stringify(await leadInCrm(message))).toContain('Moorooka');
});

/** Where a form that was sent leads: the address names the form and the lead, nothing else. */
const sentUrl = (dealer: string, form: string) => (url: URL) =>
  url.href.startsWith(siteUrl(dealer, `/success?form=${form}&lead=`)) && [...url.searchParams].length === 2;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('FORM-11 an enquiry reaches the CRM @phone @core', async ({ page }, { project }) => {
    const message = `Posted plainly ${project.name}`;
    await page.goto(await firstCar('kookaburra-cars'));
    const form = page.locator('#enquire');
    await fillEnquiry(form, { message, postcode: '2287' });
    await form.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page).toHaveURL(sentUrl('kookaburra-cars', 'vehicle-enquiry'));
    expect(await leadInCrm(message)).toMatchObject({ postcode: '2287', 'Vehicle Make': expect.any(String) });
  });

  test('FORM-05 a form with steps is shown completely', async ({ page }) => {
    const message = 'All steps at once';
    await page.goto(await firstCar('riverbend'));
    const form = page.locator('#enquire');
    await expect(form.getByRole('link', { name: 'Continue' })).toHaveCount(0);
    await fillEnquiry(form, { message });
    await form.getByLabel('A walk-around video').check();
    await form.getByLabel('A finance estimate').check();
    await form.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page).toHaveURL(sentUrl('riverbend', 'vehicle-enquiry'));
    expect(await leadInCrm(message)).toMatchObject({
      additional_services: ['A finance estimate', 'A walk-around video'],
    });
  });

  test('FORM-01 buttons of a vehicle lead to forms of their own', async ({ page }) => {
    const message = 'Test drive, plainly';
    await page.goto(await firstCar('kookaburra-cars'));
    await page.locator('.vehicle-summary').getByRole('link', { name: 'Book a Test Drive' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book a Test Drive');
    await fillEnquiry(page, { message, postcode: '2287' });
    await page.getByRole('button', { name: 'Book test drive' }).click();
    await expect(page).toHaveURL(sentUrl('kookaburra-cars', 'test-drive'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    await expect(page.getByText(/^Your reference is [\dA-F]{8}$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your vehicle' }).getByRole('link')).toHaveAttribute(
      'href',
      /^\/cars\//,
    );
    expect(await page.content()).not.toContain('tel:');
    expect(await leadInCrm(message)).toMatchObject({
      category: 'Test Drive',
      'Vehicle Make': expect.any(String),
    });
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

test('FORM-244 answers and quick picks are large enough to touch @phone @core', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'A mouse needs less.');
  await page.goto(siteUrl('kookaburra-cars', '/value-my-car'));
  await page.getByRole('button', { name: 'I don’t know my plate' }).click();
  for (const [label, text] of [
    ['Year it was built', '2021'],
    ['Make', 'Mazda'],
    ['Model', '3'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Odometer').focus();
  await expect(page.locator('.field-pick').first()).toBeVisible();
  const heights = await page
    .locator('.field-pick, .field-choices > label')
    .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(10);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});
