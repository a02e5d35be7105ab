import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';
import { fillForm, leadsWith, typeIntoForm } from '../fixtures/lead-form-page.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, jsonBody, startServer } from '../fixtures/lead-site.ts';
import { settledPage, UNUSED_PRELOAD } from '../fixtures/settled-page.ts';

let build: Awaited<ReturnType<typeof buildForTest>>;
let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  build = await buildForTest();
  site = await startServer(build.outDir);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = settledPage(await context.newPage());
  await page.goto(`http://riverbend.localhost:${site.port}/enquire/contact`);
});
afterEach(() => context.close());

const ENDPOINT = '**/api/leads/contact';
const PHONE = '07 5550 0100';
const send = () => page.getByRole('button', { name: 'Send message' }).click();
const at = (path: string) => `http://riverbend.localhost:${site.port}${path}`;

it('FORM-03 FORM-13 a sent form goes to /success, which describes the lead and reports to analytics once', async () => {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Reflect.set(globalThis, 'told', told);
    addEventListener('forecourt:event', (event) => told.push((event as CustomEvent).detail.eventId));
  });
  await fillForm(page, 'For the success page');
  await send();
  await page.waitForURL('**/success?**');
  await page.getByText('Your message has reached us.').waitFor();
  await expect.poll(() => page.evaluate('told')).toEqual([22]);
  await page.reload();
  await page.getByText('Your message has reached us.').waitFor();
  expect(await page.evaluate('told')).toEqual([]);
});

it('FORM-08 ANL-02 a form that the browser sends before any script is there is reported once too', async () => {
  // Not the settled page, which waits for scripts.
  const early = await context.newPage();
  await early.addInitScript(() => {
    const reported: unknown[] = [];
    Reflect.set(globalThis, 'reported', reported);
    addEventListener('forecourt:event', (event) => {
      const { eventId, label } = (event as CustomEvent).detail;
      reported.push([eventId, label]);
    });
  });
  await early.route('**/_astro/*.js', (route) => route.abort());
  await early.goto(at('/enquire/contact'));
  await typeIntoForm(early, 'On a bad line');
  await early.unroute('**/_astro/*.js');
  await early.getByRole('button', { name: 'Send message' }).click();
  await early.waitForURL('**/success?**');
  await expect.poll(() => early.evaluate('reported')).toEqual([[22, 'General Enquiry']]);
  await early.reload();
  await early.getByText('Your message has reached us.').waitFor();
  expect(await early.evaluate('reported')).toEqual([]);
});

it('FORM-01 input typed before the script loaded stays', async () => {
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
  await fillForm(page, '');
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

it('FORM-250 the error of a field ends when it is corrected, and the list with its last one', async () => {
  await fillForm(page, '');
  const postcode = page.getByLabel('Postcode');
  await postcode.fill('12');
  await send();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  await postcode.fill('123');
  expect(await postcode.getAttribute('aria-invalid')).toBe('true');
  await postcode.fill('4006');
  await page.locator('#contact-postcode-error').waitFor({ state: 'detached' });
  expect(await postcode.getAttribute('aria-invalid')).toBeNull();
  expect(await alert.getByRole('link').allTextContents()).toEqual(['Message: This is a required field.']);
  const message = page.getByLabel('Message');
  await message.pressSequentially('Hello');
  await alert.waitFor({ state: 'detached' });
  expect(await message.inputValue()).toBe('Hello');
  expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
  // The next check lists what is wrong then.
  await message.fill('');
  await send();
  expect(await alert.getByRole('link').allTextContents()).toEqual(['Message: This is a required field.']);
});

it('FORM-251 the error of the server ends with the value that it refused', async () => {
  await fillForm(page, 'Refused by the server');
  await page.route(ENDPOINT, (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'invalid_form', message: 'Refused', fields: { email: 'No such mailbox.' } } },
    }),
  );
  await send();
  const email = page.getByLabel('Email');
  await page.getByRole('alert').waitFor();
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await email.fill('ann@example.com');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await email.getAttribute('aria-invalid')).toBeNull();
});

it('FORM-02 an untouched form that is pressed while it wakes lists its own errors, not the browser’s', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The form's own code is late; what wakes it has run.
  await page.route('**/_astro/LeadForm*.js', (route) => released.then(() => route.continue()));
  await page.reload();
  await send();
  expect(await page.evaluate(() => document.activeElement?.matches('input'))).toBe(false);
  release();
  const list = page.getByRole('alert');
  await list.waitFor();
  expect(await list.innerText()).toContain('First Name: This is a required field.');
  expect(await list.getByRole('link').count()).toBeGreaterThan(2);
});

it('FORM-02 a refused form that is changed while it wakes is sent by no press but the shopper’s', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/LeadForm*.js', (route) => released.then(() => route.continue()));
  await page.reload();
  const awake = page.waitForResponse('**/_astro/LeadForm*.js');
  await send();
  const form = page.locator('form.lead-form').first();
  expect(await form.getAttribute('aria-busy')).toBe('true');
  await page.getByLabel('First Name').fill(LEAD.name);
  expect(await form.getAttribute('aria-busy')).toBe(null);
  release();
  await (await awake).finished();
  await page.locator('astro-island:not([ssr]) form.lead-form').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByLabel('First Name').inputValue()).toBe(LEAD.name);
  await send();
  await page.getByRole('alert').waitFor();
});

it('ERR-03 messages of the server replace the form’s own', async () => {
  await page.route(ENDPOINT, (route) =>
    route.fulfill({ status: 422, json: { error: { message: 'x', fields: { email: 'Not this one.' } } } }),
  );
  await fillForm(page, 'Refused by the server');
  await send();
  await page.getByRole('link', { name: 'Email: Not this one.' }).waitFor();
});

it('FORM-03 while sending, the button shows it and more clicks do nothing', async () => {
  let posts = 0;
  const responded = Promise.withResolvers<void>();
  await page.route(ENDPOINT, async (route) => {
    posts++;
    await responded.promise;
    await route.continue();
  });
  await fillForm(page, 'Clicked in anger');
  await send();
  const button = page.getByRole('button', { name: 'Sending…' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.dispatchEvent('click');
  await page.getByLabel('First Name').press('Enter');
  responded.resolve();
  await page.waitForURL('**/success?**');
  expect(posts).toBe(1);
});

it('ERR-03 without a connection the form says whom to call; trying again makes one lead', async () => {
  await fillForm(page, 'Through the tunnel');
  // The first post arrives, its response does not.
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
  await page.waitForURL('**/success?**');
  expect(await leadsWith(site, 'Through the tunnel')).toBe(1);
});

it('FORM-03 what was sent, gone back to and sent again as it was is one lead; changed it is another', async () => {
  await fillForm(page, 'Sent, and sent again');
  await send();
  await page.waitForURL('**/success?**');
  await page.goBack();
  // The browser's memory of the form may be gone: then a person types the same again.
  await fillForm(page, 'Sent, and sent again');
  await send();
  await page.waitForURL('**/success?**');
  expect(await leadsWith(site, 'Sent, and sent again')).toBe(1);
  await page.goBack();
  await fillForm(page, 'Sent, and sent again, changed');
  await send();
  await page.waitForURL('**/success?**');
  expect(await leadsWith(site, 'Sent, and sent again')).toBe(2);
});

it('FORM-03 a press that ends the fade to the next page is no error', async () => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.evaluate(() => {
    const viewTransition = { ready: Promise.reject(new Error('Transition was skipped')) };
    dispatchEvent(Object.assign(new Event('pageswap'), { viewTransition }));
  });
  await page.waitForTimeout(100);
  expect(thrown).toEqual([]);
});

it('ERR-03 a response without words gets the fallback', async () => {
  await page.route(ENDPOINT, (route) => route.fulfill({ status: 500, body: 'oops' }));
  await fillForm(page, 'Fallback');
  await send();
  await page.getByRole('alert').getByText('An unexpected error occured.').waitFor();
});

it('FORM-08 the next form knows the shopper, and typed text wins', async () => {
  await fillForm(page, 'Remember me');
  await send();
  await page.waitForURL('**/success?**');
  await page.goto(`http://riverbend.localhost:${site.port}/enquire/enquiry`);
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('');
  await page.getByLabel('First Name').fill('Someone else');
  await page.waitForSelector('astro-island:not([ssr])');
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(LEAD.email);
  expect(await page.getByLabel('Mobile Number').inputValue()).toBe('04 1234 5678');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Someone else');
  expect(await page.getByLabel('Message').inputValue()).toBe('');
});

it('ERR-03 what throws while a form is sent is said in its alert, and the next press sends it', async () => {
  await fillForm(page, 'Thrown in the works');
  await page.evaluate(`crypto.randomUUID = () => { delete crypto.randomUUID; throw new Error('no') }`);
  await send();
  const alert = page.getByRole('alert');
  await alert.getByText('An unexpected error occured.').waitFor();
  await alert.getByRole('link', { name: PHONE }).waitFor();
  await send();
  await page.waitForURL('**/success?**');
  expect(await leadsWith(site, 'Thrown in the works')).toBe(1);
});

it('ERR-03 errors are in an alert with the danger colour, mistakes and failures alike', async () => {
  const edge = () => page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).borderLeftColor);
  const danger = await page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    return getComputedStyle(probe).color;
  })()`);
  await fillForm(page, '');
  await send();
  expect(await edge()).toBe(danger);
  await page.route(ENDPOINT, (route) => route.abort());
  await page.getByLabel('Message').fill('Cut off');
  await send();
  await page.getByText('Lead submission failed').waitFor();
  expect(await edge()).toBe(danger);
});

describe('analytics that fail', () => {
  const TAG = 'https://www.googletagmanager.com/**';
  /** Sends a form whatever analytics do. @returns warnings, and what the page threw */
  async function sendAndRead(message: string) {
    const warnings: string[] = [];
    const thrown: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'warning' && !UNUSED_PRELOAD.test(line.text())) warnings.push(line.text());
    });
    page.on('pageerror', (error) => thrown.push(error.message));
    await page.goto(at('/enquire/contact'));
    await fillForm(page, message);
    await send();
    await page.waitForURL('**/success?**');
    await page.getByText('Your message has reached us.').waitFor();
    await expect.poll(() => warnings.join()).toMatch(/Analytics "[^"]+" failed:/);
    expect(await leadsWith(site, message)).toBe(1);
    return { warnings: warnings.filter((text) => !/^Analytics "/.test(text)), thrown };
  }

  it.each([
    ['blocked', 'blockedbyclient'],
    ['offline', 'internetdisconnected'],
  ])('ANL-07 with a tag that is %s the form is sent, and the console is warned', async (_how, reason) => {
    await page.route(TAG, (route) => route.abort(reason));
    expect(await sendAndRead(`Tag ${reason}`)).toEqual({ warnings: [], thrown: [] });
  });

  it('ANL-07 with a data layer that throws the form is sent, and the console is warned', async () => {
    await page.route(TAG, (route) => route.abort('blockedbyclient'));
    await page.addInitScript(
      `window.dataLayer = []; window.dataLayer.push = () => { throw new Error('broken') }`,
    );
    expect(await sendAndRead('Layer throws')).toEqual({ warnings: [], thrown: [] });
  });
});
