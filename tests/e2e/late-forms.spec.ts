import type { Page } from 'playwright/test';
import { openHeld } from './held-scripts.ts';
import { expect, fillPerson, formAwake, leadInCrm, siteUrl, test } from './site.ts';
import { codeOf } from './texts.ts';

/** Forms hydrate at the first gesture: here on a slow processor, by a line that brings their scripts very late. */

const SLOWDOWN = 6;

const FORMS = [
  { page: 'contact', dealer: 'riverbend', path: '/contact-us', send: 'Send message' },
  { page: 'location', dealer: 'riverbend', path: '/contact-us/fortitude-valley', send: 'Send message' },
  { page: 'finance', dealer: 'riverbend', path: '/finance-enquiry', send: 'Send application' },
];

async function openSlow(page: Page, address: string): Promise<() => void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return openHeld(page, address);
}

async function fill(page: Page, message: string): Promise<void> {
  await fillPerson(page);
  const form = page.locator('form.lead-form');
  await form.locator('textarea').fill(message);
  const choice = form.locator('select[required]');
  if (await choice.isVisible()) await choice.selectOption({ index: 1 });
}

/** Begins to note which parts of a form are shifted, also right after a press. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
    const form = document.querySelector('form.lead-form');
    const shifted: string[] = [];
    Reflect.set(globalThis, 'shifts', shifted);
    new PerformanceObserver((list) => {
      const moved = (list.getEntries() as Shift[]).flatMap(({ sources }) => sources.map(({ node }) => node));
      shifted.push(...moved.filter((node) => node?.contains(form) || form?.contains(node)).map(String));
    }).observe({ type: 'layout-shift' });
  });
const shifts = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'shifts'));

for (const { page: name, dealer, path, send } of FORMS) {
  test(`FORM-01 a ${name} form filled in before its scripts have come is sent by them, and does not shift`, async ({
    page,
  }) => {
    const message = `Typed early, ${name}`;
    const release = await openSlow(page, siteUrl(dealer, path));
    await fill(page, message);
    await watchShifts(page);
    release();
    await formAwake(page);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('robin@example.com');
    expect(await shifts(page)).toEqual([]);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(/\/success\?/);
    expect(await leadInCrm(message)).toMatchObject({ name: 'Robin' });
  });

  test(`FORM-01 a ${name} form sent before its scripts have come is posted once`, async ({ page }) => {
    const message = `Sent early, ${name}`;
    const release = await openSlow(page, siteUrl(dealer, path));
    await fill(page, message);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(/\/success\?/);
    release();
    expect(await leadInCrm(message)).toMatchObject({ name: 'Robin' });
  });
}

test('FORM-09 quick picks show before a form is hydrated, and the first press counts', async ({ page }) => {
  await page.goto(siteUrl('riverbend', '/finance-enquiry'));
  const pick = page.getByRole('button', { name: '$20,000', exact: true });
  await expect(pick).toBeVisible();
  await pick.click();
  await expect(page.getByLabel('Budget')).toHaveValue('20,000');
});

test('SRCH-33 a search saved before scripts have come is saved', async ({ page }) => {
  const release = await openSlow(page, siteUrl('riverbend', '/save-search?car_type=used'));
  await page.getByRole('textbox', { name: 'Email' }).fill('late@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
  release();
});

test('AUTH-01 a phone typed before scripts have come gets its code from them', async ({ page, context }) => {
  const release = await openSlow(page, siteUrl('kookaburra-cars', '/sign-in?redirect=/about-us'));
  await page.getByLabel('Mobile Number').fill('0491 570 737');
  release();
  await formAwake(page);
  await expect(page.getByLabel('Mobile Number')).toHaveValue('0491 570 737');
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await codeOf(await context.newPage(), '9157 0737'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/about-us$/);
});
