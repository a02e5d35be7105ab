import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/providers/database/database.ts';
import { takeSlot } from '#src/providers/database/slot-bookings.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/programs/chromium.ts';
import { addCar, CAR_ID, LEAD } from '../fixtures/lead-services.ts';
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
/** The car's location. */
const MOOROOKA = '103';

beforeAll(async () => {
  build = await buildForTest();
  site = await startServer(build.outDir);
  browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS.slice(1) });
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
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openTestDatabase(site.dataDir);
  return work(db).finally(() => db.destroy());
}
const leadsWith = (message: string): Promise<number> =>
  withDatabase(async (db) => {
    const rows = await db.selectFrom('leads').select('id').where('payload', 'like', `%${message}%`).execute();
    return rows.length;
  });
const at = (path: string) => `http://riverbend.localhost:${site.port}${path}`;

it('FORM-03 FORM-13 a sent form goes to /success, which describes the lead and reports to analytics once', async () => {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Reflect.set(globalThis, 'told', told);
    addEventListener('forecourt:event', (event) => told.push((event as CustomEvent).detail.eventId));
  });
  await fill('For the success page');
  await send();
  await page.waitForURL('**/success');
  await page.getByText('Your message has reached us.').waitFor();
  await expect.poll(() => page.evaluate('told')).toEqual([22]);
  await page.reload();
  await page.getByText('Your message has reached us.').waitFor();
  expect(await page.evaluate('told')).toEqual([]);
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

it('FORM-02 errors are listed with links to their fields, and the list takes the focus', async () => {
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

it('FORM-03 while sending, the button shows it and more clicks do nothing', async () => {
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

it('ERR-03 without a connection the form shows the number to call; trying again makes one lead', async () => {
  await fill('Through the tunnel');
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
  await page.waitForURL('**/success');
  expect(await leadsWith('Through the tunnel')).toBe(1);
});

it('FORM-03 a form sent, reopened and sent again unchanged is one lead; changed it is another', async () => {
  await fill('Sent, and sent again');
  await send();
  await page.waitForURL('**/success');
  await page.goBack();
  // The browser's memory of the form may be gone: then a person types the same again.
  await fill('Sent, and sent again');
  await send();
  await page.waitForURL('**/success');
  expect(await leadsWith('Sent, and sent again')).toBe(1);
  await page.goBack();
  await fill('Sent, and sent again, changed');
  await send();
  await page.waitForURL('**/success');
  expect(await leadsWith('Sent, and sent again')).toBe(2);
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
  await fill('Fallback');
  await send();
  await page.getByRole('alert').getByText('An unexpected error occured.').waitFor();
});

it('FORM-08 the next form is prefilled, and typed text takes precedence', async () => {
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

it('ERR-03 an exception while a form is sent is shown in its alert, and the next press sends it', async () => {
  await fill('Thrown in the works');
  await page.evaluate(`crypto.randomUUID = () => { delete crypto.randomUUID; throw new Error('no') }`);
  await send();
  const alert = page.getByRole('alert');
  await alert.getByText('An unexpected error occured.').waitFor();
  await alert.getByRole('link', { name: PHONE }).waitFor();
  await send();
  await page.waitForURL('**/success');
  expect(await leadsWith('Thrown in the works')).toBe(1);
});

it('ERR-03 errors are in an alert with the danger colour, mistakes and failures alike', async () => {
  const edge = () => page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).borderLeftColor);
  const danger = await page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    return getComputedStyle(probe).color;
  })()`);
  await fill('');
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
    page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
    page.on('pageerror', (error) => thrown.push(error.message));
    await page.goto(at('/enquire/contact'));
    await fill(message);
    await send();
    await page.waitForURL('**/success');
    await page.getByText('Your message has reached us.').waitFor();
    await expect.poll(() => warnings.join()).toMatch(/Analytics "[^"]+" failed:/);
    expect(await leadsWith(message)).toBe(1);
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

describe('about a car', () => {
  beforeAll(() =>
    withDatabase(async (db) => {
      await addCar({ services: { db } });
    }),
  );
  const label = 'Test Drive Booking Date';
  const ask = async () => {
    for (const [name, text] of Object.entries(labels)) await page.getByLabel(name).fill(text);
    await page.waitForSelector('astro-island:not([ssr])');
  };
  const submit = () => page.locator('form[data-lead-form] button[type=submit]').last().click();
  const timesOffered = () =>
    page
      .getByLabel(label)
      .locator('optgroup option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

  it('ANL-02 a test drive of a used car reaches the tag manager as event 48, once', async () => {
    await page.addInitScript('window.dataLayer = []');
    await page.goto(at(`/enquire/test-drive?car_id=${CAR_ID}`));
    await ask();
    await submit();
    await page.waitForURL('**/success');
    const told = () =>
      page.evaluate(
        `dataLayer.filter(({ event, eventId }) => event === 'forecourt' && eventId !== 'web-vitals')`,
      );
    await expect
      .poll(told, { timeout: 5000 })
      .toEqual([{ event: 'forecourt', eventId: 48, label: 'Test Drive', leadId: expect.any(String) }]);
  });

  it('FORM-12 a time that is gone is reported at its field, the others are reloaded and one of them is booked', async () => {
    await page.goto(at(`/enquire/test-drive?car_id=${CAR_ID}`));
    await page.getByText(/^Free times at .*Moorooka/).waitFor();
    const [first = '', second = ''] = await timesOffered();
    await ask();
    await page.getByLabel(label).selectOption(first);
    const place = { dealer: 'riverbend', locationId: MOOROOKA, slot: first, capacity: 2 };
    await withDatabase(async (db) => {
      for (let n = 0; n < 2; n++) await takeSlot(db, place);
    });
    await submit();
    await page.getByRole('alert').getByText('That time is no longer available').waitFor();
    await expect.poll(timesOffered).not.toContain(first);
    expect(await page.getByLabel('Email').inputValue()).toBe(LEAD.email);
    await page.getByLabel(label).selectOption(second);
    await submit();
    await page.waitForURL('**/success');
    await page.getByText(/^Your test drive is booked for \w+ \d+ \w+, [\d:]+[ap]m at .*Moorooka\./).waitFor();
    expect(await leadsWith(`"date":"${second.slice(0, 10)}","time":"${second.slice(11)}"`)).toBe(1);
  });

  it('FORM-12 the times of a location load as soon as it is chosen, in place of any day', async () => {
    await page.goto(at('/book-test-drive'));
    await page.getByLabel('Which vehicle').fill('The red one');
    await ask();
    expect(await page.getByLabel(label).getAttribute('type')).toBe('date');
    expect(await page.getByRole('button', { name: 'Show free times' }).isVisible()).toBe(false);
    const where = page.getByLabel('Where would you like to drive?');
    await where.selectOption({ index: 2 });
    await page.getByText(/^Free times at /).waitFor();
    const [first = ''] = await timesOffered();
    await where.selectOption({ index: 0 });
    await page.locator('input[type=date]').waitFor();
    await where.selectOption({ index: 2 });
    await page.getByText(/^Free times at /).waitFor();
    await page.getByLabel(label).selectOption(first);
    expect(await page.getByLabel('Which vehicle').inputValue()).toBe('The red one');
    await submit();
    await page.waitForURL('**/success');
    expect(await leadsWith('The red one')).toBe(1);
  });

  it('FORM-12 in a browser that shows the button for those without scripts it sends nothing either', async () => {
    await page.goto(at('/book-test-drive'));
    await page.getByLabel('Which vehicle').fill('The blue one');
    await ask();
    await page.locator('.lead-form-times').evaluate((button) => {
      button.style.display = 'block';
    });
    await page.getByLabel('Where would you like to drive?').selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Show free times' }).click();
    await page.waitForURL('**/enquire/test-drive#*');
    expect(await page.getByLabel('Which vehicle').inputValue()).toBe('The blue one');
    expect(await timesOffered()).not.toEqual([]);
    expect(await leadsWith('The blue one')).toBe(0);
  });

  it('FORM-12 if free times are unavailable any day can be entered, not times of another place', async () => {
    await page.goto(at('/book-test-drive'));
    await page.getByLabel('Which vehicle').fill('The grey one');
    await ask();
    const where = page.getByLabel('Where would you like to drive?');
    await where.selectOption({ index: 2 });
    await page.getByText(/^Free times at /).waitFor();
    await page.route('**/api/test-drives/availability*', (route) => route.abort());
    await where.selectOption({ index: 1 });
    await page.locator('input[type=date]').waitFor();
  });

  it('FORM-12 without JavaScript the page of test drives asks for the location, then offers its times', async () => {
    await context.close();
    context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    await page.goto(at('/book-test-drive'));
    expect(await page.getByLabel(label).getAttribute('type')).toBe('date');
    await page.getByLabel('Which vehicle').fill('The green one');
    for (const [name, text] of Object.entries(labels)) await page.getByLabel(name).fill(text);
    const where = page.getByLabel('Where would you like to drive?');
    const show = page.getByRole('button', { name: 'Show free times' });
    await show.click();
    await page
      .getByRole('alert')
      .getByRole('link', { name: /Choose a location to see its free/ })
      .waitFor();
    expect(await page.getByLabel('Which vehicle').inputValue()).toBe('The green one');
    await where.selectOption({ index: 2 });
    await show.click();
    const [first = ''] = await timesOffered();
    await page.getByLabel(label).selectOption(first);
    expect(new URL(page.url()).search).toBe('');
    // Enter sends the form, though another button comes before the one that says so.
    await page.getByLabel('Email').press('Enter');
    await page.waitForURL('**/success?form=test-drive');
    await page.getByText('Your test drive request has reached us.').waitFor();
    expect(await leadsWith('The green one')).toBe(1);
  });

  it('ERR-03 a step that throws shows it, and no input is lost', async () => {
    await page.goto(at('/cars/2021-toyota-hilux-s123'));
    const form = page.locator('form[data-lead-form]');
    await form.getByLabel('Message').fill('First step');
    await page.waitForSelector('astro-island:not([ssr])');
    await page.evaluate(`(() => {
      const controls = HTMLFormControlsCollection.prototype;
      const { namedItem } = controls;
      controls.namedItem = function (name) {
        if (name !== 'message') return namedItem.call(this, name);
        controls.namedItem = namedItem;
        throw new Error('no');
      };
    })()`);
    await form.getByRole('link', { name: 'Continue' }).first().click();
    await form.getByRole('alert').getByText('An unknown error occurred while advancing step.').waitFor();
    expect(await form.getByLabel('Message').inputValue()).toBe('First step');
    await form.getByRole('link', { name: 'Continue' }).first().click();
    await form.getByLabel('First Name').waitFor();
  });
});
