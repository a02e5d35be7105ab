import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/processes/chromium.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, jsonBody, startServer } from '../fixtures/lead-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

let build: Awaited<ReturnType<typeof buildForTest>>;
let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

const ENDPOINT = '**/api/leads/contact';
const PHONE = '07 5550 0100';

beforeAll(async () => {
  build = await buildForTest();
  site = await startServer(build.outDir);
  browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS.slice(1) });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  build.remove();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = settledPage(await context.newPage());
  await page.goto(`http://riverbend.localhost:${site.port}/enquire/contact`);
});
afterEach(() => context.close());

const labels = {
  'First Name': LEAD.name,
  'Last Name': LEAD.last_name,
  'Mobile Number': LEAD.phone,
  Email: LEAD.email,
};
async function fill(message: string): Promise<void> {
  for (const [label, text] of Object.entries(labels)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Message').fill(message);
  await page.waitForSelector('astro-island:not([ssr])');
}
const send = () => page.getByRole('button', { name: 'Send message' }).click();
const leadsWith = async (message: string): Promise<number> => {
  const db = await openTestDatabase(site.dataDir);
  const rows = await db.selectFrom('leads').select('id').where('payload', 'like', `%${message}%`).execute();
  await db.destroy();
  return rows.length;
};

it('FORM-03 FORM-13 a sent form goes to /success, which knows what was sent and tells analytics once', async () => {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Reflect.set(globalThis, 'told', told);
    addEventListener('forecourt:event', (event) => told.push((event as CustomEvent).detail.eventId));
  });
  await fill('For the success page');
  await send();
  await page.waitForURL('**/success');
  await page.getByText('Your general enquiry has reached us.').waitFor();
  await expect.poll(() => page.evaluate('told')).toEqual([22]);
  await page.reload();
  await page.getByText('Your message has reached us.').waitFor();
  expect(await page.evaluate('told')).toEqual([]);
});

it('FORM-01 what was typed before the script came stays', async () => {
  await context.close();
  context = await browser.newContext();
  page = settledPage(await context.newPage());
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', (route) => held.then(() => route.continue()));
  // The page's load event waits for the scripts held back here.
  await page.goto(`http://riverbend.localhost:${site.port}/enquire/contact`, { waitUntil: 'commit' });
  await page.getByLabel('First Name').fill('Typed early');
  await page.getByLabel('Yes, tell me about offers').check();
  release();
  await page.waitForSelector('astro-island:not([ssr])');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Typed early');
  expect(await page.getByLabel('Yes, tell me about offers').isChecked()).toBe(true);
});

it('FORM-02 slips are listed, tied to their fields, and the list takes the focus', async () => {
  await fill('');
  await page.getByLabel('Postcode').fill('12');
  await send();
  const alert = page.getByRole('alert');
  await alert.getByText('Please fix the following errors:').waitFor();
  expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await alert.getByRole('link').allTextContents()).toEqual([
    'Postcode: Invalid postcode. Please enter a 4-digit number.',
    'Message: This is a required field.',
  ]);
  const message = page.getByLabel('Message');
  expect(await message.getAttribute('aria-describedby')).toBe('contact-message-error');
  await alert.getByRole('link').last().click();
  expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByLabel('First Name').inputValue()).toBe(LEAD.name);
});

it('ERR-03 messages of the server replace the form’s own', async () => {
  await page.route(ENDPOINT, (route) =>
    route.fulfill({ status: 422, json: { error: { message: 'x', fields: { email: 'Not this one.' } } } }),
  );
  await fill('Refused by the server');
  await send();
  await page.getByRole('link', { name: 'Email: Not this one.' }).waitFor();
});

it('FORM-03 while sending, the button says so and more clicks do nothing', async () => {
  let posts = 0;
  await page.route(ENDPOINT, async (route) => {
    posts++;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await fill('Clicked in anger');
  await send();
  const button = page.getByRole('button', { name: 'Sending…' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.dispatchEvent('click');
  await page.getByLabel('First Name').press('Enter');
  await page.waitForURL('**/success');
  expect(posts).toBe(1);
});

it('ERR-03 without a connection the form says whom to call; trying again makes one lead', async () => {
  await fill('Through the tunnel');
  // The first post arrives, its answer does not.
  let lost = false;
  await page.route(ENDPOINT, async (route) => {
    if (lost) return route.continue();
    lost = true;
    const body = route.request().postData() ?? '';
    await site.ask({ ...jsonBody(JSON.parse(body)), path: '/api/leads/contact' });
    await route.abort();
  });
  await send();
  const alert = page.getByRole('alert');
  await alert.getByText('An error occurred when submitting this form').waitFor();
  await alert.getByText('Lead submission failed').waitFor();
  await alert.getByRole('link', { name: PHONE }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Through the tunnel');
  await send();
  await page.waitForURL('**/success');
  expect(await leadsWith('Through the tunnel')).toBe(1);
});

it('ERR-03 an answer without words gets the fallback', async () => {
  await page.route(ENDPOINT, (route) => route.fulfill({ status: 500, body: 'oops' }));
  await fill('Fallback');
  await send();
  await page.getByRole('alert').getByText('An unexpected error occured.').waitFor();
});

it('FORM-08 the next form knows the shopper, and typed text wins', async () => {
  await fill('Remember me');
  await send();
  await page.waitForURL('**/success');
  await page.goto(`http://riverbend.localhost:${site.port}/enquire/enquiry`);
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await page.getByLabel('First Name').fill('Someone else');
  await page.waitForSelector('astro-island:not([ssr])');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(LEAD.email);
  expect(await page.getByLabel('Mobile Number').inputValue()).toBe('04 1234 5678');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Someone else');
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});
