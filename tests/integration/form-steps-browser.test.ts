import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { addCar } from '../fixtures/lead-services.ts';
import { buildForTest, startServer } from '../fixtures/lead-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const STEP = '#vehicle-enquiry-step-2';
const FIELD = '#vehicle-enquiry-email';
const REQUIRED = /This is a required field/;
const car = (hash = '') => `http://riverbend.localhost:${site.port}/cars/2021-toyota-hilux-s123${hash}`;

beforeAll(async () => {
  const { outDir } = await buildForTest();
  [browser, site] = await Promise.all([launchBrowser(), startServer(outDir)]);
  const db = await openTestDatabase(site.dataDir);
  await addCar({ services: { db } });
  await db.destroy();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const form = () => page.locator('form.lead-form');
const message = () => form().getByLabel('Message');
const goOn = () => form().getByRole('link', { name: 'Continue' });
const awake = () => page.waitForSelector('form[data-awake]');
const stepsShown = async () => {
  const shown = form().locator('.lead-step').filter({ visible: true });
  return (await shown.locator('.lead-step-count').allInnerTexts()).map((text) => text.slice(0, 6));
};
const hash = () => new URL(page.url()).hash;
/** Holds back every script but those in the page itself, or those whose names begin with `name`. */
async function holdScripts(name = ''): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/_astro/${name}*.js`, (route) => promise.then(() => route.continue()));
  return resolve;
}

it.each([
  ['a step', STEP],
  ['a field of it', FIELD],
])('FORM-05 one step is shown if the address names %s, even before hydration', async (_what, at) => {
  // A browser goes to what the address names once the scripts of the page have run.
  const release = await holdScripts('LeadForm.');
  await page.goto(car(at), { waitUntil: 'commit' });
  await form().getByRole('textbox', { name: 'Email' }).waitFor();
  expect(await stepsShown()).toEqual(['Step 2']);
  expect(await page.locator('form[data-awake]').count()).toBe(0);
  release();
  await form().getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  await awake();
  expect(await stepsShown()).toEqual(['Step 2']);
});

it('FORM-05 an address that names another element shows the first step', async () => {
  await page.goto(car('#content'), { waitUntil: 'commit' });
  await message().fill('Hello');
  expect(await stepsShown()).toEqual(['Step 1']);
  await awake();
  expect(await stepsShown()).toEqual(['Step 1']);
});

it('FORM-05 without JavaScript all steps are shown, whatever the address names', async () => {
  await context.close();
  context = await browser.newContext({ javaScriptEnabled: false });
  page = await context.newPage();
  await page.goto(car(STEP));
  expect(await stepsShown()).toEqual(['Step 1', 'Step 2', 'Step 3']);
});

it('FORM-05 Next pressed before hydration is repeated after it', async () => {
  const release = await holdScripts();
  await page.goto(car(), { waitUntil: 'commit' });
  // The page suggests a question.
  await message().fill('');
  await goOn().dblclick();
  expect([hash(), await stepsShown()]).toEqual(['', ['Step 1']]);
  release();
  await page.getByRole('alert').getByText(REQUIRED).waitFor();
  expect([hash(), await stepsShown()]).toEqual(['', ['Step 1']]);
  await message().fill('Pressed early');
  await goOn().click();
  await form().getByRole('textbox', { name: 'Email' }).waitFor();
  expect(hash()).toBe(STEP);
});

it('FORM-05 if no script loads Next leads to the next step', async () => {
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto(car(), { waitUntil: 'commit' });
  await goOn().click();
  await form().getByRole('textbox', { name: 'Email' }).waitFor();
  expect([hash(), await stepsShown()]).toEqual([STEP, ['Step 2']]);
});

it('FORM-05 the browser’s Back and Forward move between steps, with all input', async () => {
  await page.goto(car());
  await message().fill('Back and forth');
  await awake();
  await goOn().click();
  await form().getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  await page.goBack();
  await message().waitFor();
  expect([hash(), await stepsShown()]).toEqual(['', ['Step 1']]);
  expect(await message().inputValue()).toBe('Back and forth');
  await page.goForward();
  await form().getByRole('textbox', { name: 'Email' }).waitFor();
  expect([hash(), await stepsShown()]).toEqual([STEP, ['Step 2']]);
  expect(await form().getByRole('textbox', { name: 'Email' }).inputValue()).toBe('robin@example.com');
  const heading = form().getByRole('heading', { name: /Step 2/ });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('FORM-05 errors before the step in the address are shown when that step is left', async () => {
  await page.goto(car(STEP));
  await form()
    .locator('textarea')
    .evaluate((area) => Reflect.set(area, 'value', ''));
  await form().getByRole('textbox', { name: 'Email' }).focus();
  await awake();
  for (const [label, text] of [
    ['First Name', 'Robin'],
    ['Last Name', 'Example'],
    ['Mobile Number', '0491570156'],
    ['Email', 'robin@example.com'],
  ] as const) {
    await form().getByLabel(label).fill(text);
  }
  await goOn().click();
  await page.getByRole('alert').getByText(REQUIRED).waitFor();
  expect(await stepsShown()).toEqual(['Step 1']);
  expect(hash()).toBe('#vehicle-enquiry-step-1');
});
