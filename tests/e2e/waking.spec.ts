import type { CDPSession, Page } from 'playwright/test';
import { carOf, spun } from './car-addresses.ts';
import { gate, openHeld, SCRIPTS } from './held-scripts.ts';
import {
  awake,
  expect,
  fillEnquiry,
  fillPerson,
  firstCar,
  formAwake,
  leadInCrm,
  siteUrl,
  test,
} from './site.ts';

/** What shoppers do to a page whose scripts are still on their way, or whose answer is, is what they meant. */

const KEY_DELAY_MS = 30;

const ANSWERS = '**/api/search';

/** Presses keys at their own pace, however long the page takes over each; those held together are waited for. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  const presses: Promise<void>[] = [];
  for (const key of keys) {
    presses.push(page.keyboard.press(key));
    if (key.includes('+')) await Promise.all(presses);
    await new Promise((resolve) => setTimeout(resolve, KEY_DELAY_MS));
  }
  await Promise.all(presses);
}

/** Characters of an input method that are not a word yet; pass the word they become to `Input.insertText`. */
async function compose(page: Page, text: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const end = text.length;
  await session.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
  return session;
}

/** As a browser's autofill does. */
const autofill = (page: Page, label: string, text: string) =>
  page.getByLabel(label).evaluate((input: HTMLInputElement, value) => {
    input.value = value;
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }, text);

const USED = siteUrl('riverbend', '/search/used-cars');
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('SRCH-02 text cut, pasted and deleted, and boxes ticked, during hydration count @core', async ({
  page,
}) => {
  const release = await openHeld(page, USED);
  await page.getByLabel(/^Toyota/).check();
  await page.getByLabel('Sort by').selectOption({ label: 'Lowest price' });
  const price = page.getByRole('textbox', { name: 'Price to' });
  await price.pressSequentially('250009');
  await price.press('Backspace');
  const box = page.getByLabel('Search by make, model or keyword');
  await box.focus();
  await press(page, [
    ...'white',
    'ControlOrMeta+A',
    'ControlOrMeta+X',
    ...'toyota',
    'Space',
    'ControlOrMeta+V',
    ...'sr5',
  ]);
  release();
  await press(page, Array(3).fill('Backspace'));
  await expect.poll(() => parameter(page, 'query')).toBe('toyota white');
  await expect.poll(() => parameter(page, 'price')).toBe(':25000');
  expect(parameter(page, 'sortBy')).toBe('price_asc');
  expect(parameter(page, 'make')).toBe('Toyota');
  await expect(box).toHaveValue('toyota white');
  await expect(box).toBeFocused();
});

test('SRCH-02 a search deleted and a word half composed during hydration', async ({ page }) => {
  const release = await openHeld(page, `${USED}?query=corolla`);
  const box = page.getByLabel('Search by make, model or keyword');
  await box.focus();
  await press(page, ['End', ...Array(7).fill('Backspace')]);
  await expect(box).toHaveValue('');
  const session = await compose(page, 'ひ');
  release();
  await awake(page);
  await expect(box).toHaveValue('ひ');
  await session.send('Input.imeSetComposition', { text: 'ひら', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: 'hilux' });
  await expect.poll(() => parameter(page, 'query')).toBe('hilux');
  await expect(box).toHaveValue('hilux');
});

test('SRCH-02 an order chosen during hydration is one search', async ({ page }) => {
  await page.goto(USED);
  let searches = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/search')) searches += 1;
  });
  await page.locator('astro-island[ssr]:has(.search)').evaluate((island) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      const order = island.querySelector<HTMLSelectElement>('#search-sort');
      if (order) order.value = 'price_asc';
      order?.dispatchEvent(new Event('change', { bubbles: true }));
    }).observe(island, { attributeFilter: ['ssr'] });
  });
  await page.getByLabel('Sort by').hover();
  await expect.poll(() => parameter(page, 'sortBy')).toBe('price_asc');
  await page.waitForLoadState('networkidle');
  expect(searches).toBe(1);
});

test('SRCH-02 text deleted and entered while a response is loading stays', async ({ page }) => {
  await page.goto(`${USED}?query=corolla`);
  const box = page.getByLabel('Search by make, model or keyword');
  await box.focus();
  await awake(page);

  const answers = await gate(page, ANSWERS);
  answers.hold();
  let asked = page.waitForRequest(ANSWERS);
  await box.press('End');
  await press(page, [...'xyz']);
  await asked;
  await press(page, ['ControlOrMeta+A', 'Backspace']);
  answers.release();
  await expect(page).toHaveURL(USED);
  await expect(box).toHaveValue('');

  answers.hold();
  asked = page.waitForRequest(ANSWERS);
  await press(page, [...'hiluxxx']);
  await asked;
  await press(page, ['Backspace', 'Backspace']);
  answers.release();
  await expect.poll(() => parameter(page, 'query')).toBe('hilux');
  await expect(box).toHaveValue('hilux');

  answers.hold();
  asked = page.waitForRequest(ANSWERS);
  await page.getByLabel(/^Toyota/).check();
  await asked;
  const price = page.getByRole('textbox', { name: 'Price to' });
  await price.pressSequentially('25000');
  answers.release();
  await expect(page).toHaveURL(/make=Toyota/);
  await expect(price).toHaveValue('25000');
  await price.press('Enter');
  await expect.poll(() => parameter(page, 'price')).toBe(':25000');
});

test('FORM-01 input typed, pasted, picked or filled in during hydration is there, also after a refusal @core', async ({
  page,
}) => {
  const release = await openHeld(page, siteUrl('riverbend', '/enquire/sell-your-car'));
  await page.getByLabel('Rego', { exact: false }).first().fill('123 ABC');
  await page.getByLabel('Registered in').selectOption('nsw');
  await page.getByLabel('Year').pressSequentially('2019');
  await page.getByLabel('Make and model').pressSequentially('Toyota HiLux');
  await page.getByLabel('Odometer').pressSequentially('80000');
  await fillPerson(page);
  await autofill(page, 'Postcode', '4000');
  await page.getByRole('checkbox').first().check();
  const lastName = page.getByLabel('Last Name');
  await lastName.focus();
  await press(page, ['ControlOrMeta+A', 'Backspace']);
  const session = await compose(page, 'や');
  release();
  await formAwake(page);
  await session.send('Input.insertText', { text: 'Yamada' });
  await page.getByRole('textbox', { name: 'Email' }).fill('robin');
  await page.getByRole('button', { name: /^(?:Send|Call|Sell)/ }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Registered in')).toHaveValue('nsw');
  await expect(page.getByLabel('Year')).toHaveValue('2019');
  await expect(page.getByLabel('Make and model')).toHaveValue('Toyota HiLux');
  await expect(page.getByLabel('Odometer')).toHaveValue('80,000');
  await expect(lastName).toHaveValue('Yamada');
  await expect(page.getByLabel('Postcode')).toHaveValue('4000');
  await expect(page.getByRole('checkbox').first()).toBeChecked();
});

test('FORM-01 the caret in a message with text keeps its position during hydration', async ({ page }) => {
  const release = await openHeld(page, siteUrl('ironbark-trucks', '/parts/search?query=bullbar'));
  const message = page.getByRole('textbox', { name: /^Which parts/ });
  await message.focus();
  await press(page, ['ControlOrMeta+Home', 'End']);
  release();
  await formAwake(page);
  await press(page, [...', black']);
  await expect(message).toHaveValue(/^Part: bullbar, black\n/);
});

test('FORM-08 a form refused before hydration is corrected during it: nothing is reverted', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('forecourt:shopper', JSON.stringify({ name: 'Sam', last_name: 'Lee' })),
  );
  const release = await openHeld(page, siteUrl('riverbend', '/contact'));
  await fillEnquiry(page, { message: 'Open on Sunday?' });
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example');
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Please fix the following errors:');
  const firstName = page.getByLabel('First Name');
  await firstName.focus();
  await press(page, ['ControlOrMeta+A', 'Backspace']);
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await press(page, ['ControlOrMeta+End', 'Backspace', ...' or']);
  release();
  await formAwake(page);
  await press(page, [...' Monday?']);
  await expect(message).toHaveValue('Open on Sunday or Monday?');
  await expect(firstName).toHaveValue('');
  await expect(page.getByLabel('Last Name')).toHaveValue('Ash');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('robin@example.com');
});

test('FORM-01 a dialog whose form is filled in before hydration sends the values', async ({ page }) => {
  const message = 'Typed before the dialog woke';
  await page.goto(await firstCar('riverbend'));
  const scripts = await gate(page, SCRIPTS);
  scripts.hold();
  await page.locator('.vehicle-summary').getByRole('link', { name: 'Book a Test Drive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a Test Drive' });
  await fillPerson(dialog);
  await dialog.getByRole('textbox', { name: 'Message' }).pressSequentially(message);
  scripts.release();
  await formAwake(dialog);
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('robin@example.com');
  await dialog.getByRole('button', { name: 'Book test drive' }).click();
  await expect(page).toHaveURL(/\/success\?/);
  expect(await leadInCrm(message)).toMatchObject({ name: 'Robin' });
});

test('ERR-210 a deal whose scripts cannot be loaded is added up by its button @core', async ({ browser }) => {
  // The browser complains about each script, which fails a test of `page`.
  const page = await browser.newPage();
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(`${await carOf('riverbend', 'U21030')}/deal`);
  await page.getByLabel(/^Window tint/).check();
  await page.getByRole('button', { name: 'Update my deal' }).click();
  await expect(page.getByRole('region', { name: 'Your deal', exact: true })).toContainText('Window tint');
  await page.close();
});

test('FORM-276 a day chosen before hydration stays, with its times', async ({ page }) => {
  await page.goto(await firstCar('riverbend'));
  const scripts = await gate(page, SCRIPTS);
  scripts.hold();
  await page.locator('.vehicle-summary').getByRole('link', { name: 'Book a Test Drive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a Test Drive' });
  const day = dialog.getByRole('radiogroup', { name: 'Day' }).getByRole('radio').nth(2);
  await day.check({ force: true });
  scripts.release();
  await formAwake(dialog);
  await expect(day).toBeChecked();
  const name = await day.getAttribute('aria-label');
  await expect(dialog.getByRole('group', { name: `${name}` })).toBeVisible();
});

test('SRCH-02 boxes of the home page, the directory and the valuation keep text typed before scripts have run', async ({
  page,
}) => {
  let release = await openHeld(page, siteUrl('riverbend'));
  const hero = page.locator('#hero-query');
  await hero.focus();
  await press(page, [...'corollaa']);
  release();
  await press(page, ['Backspace', 'Enter']);
  await expect(page).toHaveURL(/query=corolla$/);
  await expect(page.getByLabel('Search by make, model or keyword')).toHaveValue('corolla');

  release = await openHeld(page, siteUrl('riverbend', '/dealer-locator'));
  const places = page.getByPlaceholder('Search locations...');
  await places.focus();
  await press(page, [...'moorookaa', 'Backspace']);
  release();
  await expect(page.getByRole('heading', { name: 'Riverbend Valley Showroom' })).toBeHidden();
  await expect(places).toHaveValue('moorooka');
  await expect(page).toHaveURL(/locationQuery=moorooka$/);

  release = await openHeld(page, siteUrl('riverbend', '/value-my-car'));
  const plate = page.getByLabel('Registration plate');
  await plate.focus();
  await press(page, [...'123abd', 'Backspace', 'c']);
  release();
  await formAwake(page);
  await expect(plate).toHaveValue('123abc');
});

test('VDP-01 a photo of a gallery whose script cannot be loaded is followed to its file', async ({
  browser,
}) => {
  // Astro logs the failure, which fails no test here.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(/\/_astro\/Gallery.*\.js/, (route) => route.abort());
  await page.goto(await carOf('riverbend', 'N20104'));
  await page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\.jpg$/);
  await context.close();
});

test('VDP-01 a photo opened with a modifier key before hydration is left to the browser', async ({
  page,
}) => {
  await openHeld(page, await carOf('riverbend', 'N20104'));
  const link = page
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('link')
    .first();
  await link.waitFor();
  // Nothing before it may have held the click back; here it opens no tab.
  await page.evaluate(`addEventListener('click', (event) => {
    window.isHeldBack = event.defaultPrevented;
    event.preventDefault();
  })`);
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await page.evaluate('window.isHeldBack')).toBe(false);
  await expect(page).toHaveURL(/\/cars\//);
});

test('VDP-03 a view chosen before hydration stays, and its panorama opens', async ({ page }) => {
  const release = await openHeld(page, await spun());
  const interior = page.getByRole('radio', { name: 'Interior' });
  await interior.check();
  release();
  const inside = page.getByRole('region', { name: /^Inside the/ });
  await expect(inside.getByRole('button', { name: /^Touchscreen/ })).toBeAttached();
  await expect(interior).toBeChecked();
});

test('VDP-03 ERR-02 a panorama that cannot be loaded says so, and can be tried again', async ({ page }) => {
  let isBroken = true;
  await page.route(/\/images\/.*\/w2560-/, (route) =>
    isBroken ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(await spun());
  await page.getByRole('radio', { name: 'Interior' }).check();
  const alert = page.getByRole('alert').filter({ hasText: 'The 360° view couldn’t be loaded.' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('img', { name: /^Inside the .*, all around$/ })).toBeVisible();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('region', { name: /^Inside the/ }).getByRole('button', { name: /^Touchscreen/ }),
  ).toBeAttached();
  await expect(alert).toBeHidden();
});
