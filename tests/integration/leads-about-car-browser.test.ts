import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bookSlot } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { leadsWith, TYPED, withDatabase } from '../fixtures/lead-form-page.ts';
import { addCar, CAR_ID, LEAD } from '../fixtures/lead-services.ts';
import { buildForTest, startServer } from '../fixtures/lead-site.ts';
import { settledPage } from '../fixtures/settled-page.ts';

const DAY = new Intl.DateTimeFormat('en-AU', {
  ...{ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' },
});
/** A slot as the page names it: `Friday 3 July, 9:30 am`. */
function spoken(slot: string): string {
  const [hours = 0, minutes = 0] = slot.slice(11).split(':').map(Number);
  const time = `${hours % 12 || 12}${minutes > 0 ? `:${slot.slice(14)}` : ''} ${hours < 12 ? 'am' : 'pm'}`;
  return `${DAY.format(new Date(`${slot.slice(0, 10)}T00:00:00Z`)).replace(',', '')}, ${time}`;
}

/** Where the car stands. */
const MOOROOKA = '103';

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

const at = (path: string) => `http://riverbend.localhost:${site.port}${path}`;

describe('about a car', () => {
  beforeAll(() =>
    withDatabase(site, async (db) => {
      await addCar({ services: { db } });
    }),
  );
  const label = 'Test Drive Booking Date';
  const ask = async () => {
    for (const [name, text] of Object.entries(TYPED)) await page.getByLabel(name).fill(text);
    await page.waitForSelector('astro-island:not([ssr])');
  };
  const submit = () => page.locator('form.lead-form button[type=submit]').last().click();
  /** The time that the page of a sent booking confirms. */
  const bookedFor = async () => {
    const said = await page.getByText(/^Your test drive is booked for /).innerText();
    return /^Your test drive is booked for (\w+ \d+ \w+, [\d:]+ [ap]m) at /.exec(said)?.[1];
  };
  const stored = (slot: string) => `"date":"${slot.slice(0, 10)}","time":"${slot.slice(11)}"`;
  const times = () => page.getByRole('group', { name: label }).locator('.slot-times input');
  const timesOffered = () =>
    times().evaluateAll((options) => options.map((option) => (option as HTMLInputElement).value));
  /** Of its day, where days are chosen first. */
  const choose = async (slot: string) => {
    const time = page.locator(`input[value="${slot}"]`);
    const group = page.locator('.slot-times', { has: time });
    const day = page.getByRole('radio', { name: await group.locator('legend').textContent().then(String) });
    if (await group.isHidden()) await day.check();
    await time.check();
  };

  it('ANL-02 a test drive of a used car reaches the tag manager as event 48, once', async () => {
    await page.addInitScript('window.dataLayer = []');
    await page.goto(at(`/enquire/test-drive?car_id=${CAR_ID}`));
    await ask();
    await submit();
    await page.waitForURL('**/success?**');
    const told = () =>
      page.evaluate(
        `dataLayer.filter(({ event, eventId }) => event === 'forecourt' && eventId !== 'web-vitals')`,
      );
    await expect
      .poll(told)
      .toEqual([{ event: 'forecourt', eventId: 48, label: 'Test Drive', leadId: expect.any(String) }]);
  });

  it('FORM-278 after the tap on a card, three taps book a test drive: the day, the time, the button', async () => {
    await context.close();
    context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    page = settledPage(await context.newPage());
    const { name, last_name, email, phone, postcode } = LEAD;
    await page.addInitScript((remembered) => {
      localStorage.setItem('forecourt:shopper', remembered);
    }, JSON.stringify({ name, last_name, email, phone, postcode }));
    // Where the button of a card leads.
    await page.goto(at(`/enquire/test-drive?car_id=${CAR_ID}`));
    await page.locator('.about-car img, .about-car a').first().waitFor();
    const days = page.getByRole('radiogroup', { name: 'Day' }).getByRole('radio');
    expect((await days.first().boundingBox())?.y).toBeLessThan(844);
    await days.nth(1).tap();
    const day = await days.nth(1).getAttribute('aria-label');
    const first = page
      .getByRole('group', { name: `${day}`, exact: true })
      .getByRole('radio')
      .first();
    const slot = await first.inputValue();
    await first.tap();
    await page.locator('.lead-form-send button').tap();
    await page.waitForURL('**/success?**');
    expect(await bookedFor()).toBe(spoken(slot));
    // A network books only some times a day, and others of these tests book too.
    await withDatabase(site, (db) => db.deleteFrom('rate_counts').execute());
  });

  it('FORM-12 a time that is gone is said at its field, the others come again and one of them is booked', async () => {
    await page.goto(at(`/enquire/test-drive?car_id=${CAR_ID}`));
    await page.getByText(/^Free times at .*Moorooka/).waitFor();
    const [first = '', second = ''] = await timesOffered();
    await ask();
    await choose(first);
    const place = { dealer: 'riverbend', locationId: MOOROOKA, slot: first, capacity: 2 };
    await withDatabase(site, async (db) => {
      for (let n = 0; n < 2; n++) await bookSlot(db, place);
    });
    await submit();
    await page.getByRole('alert').getByText('That time is no longer available').waitFor();
    await expect.poll(timesOffered).not.toContain(first);
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(LEAD.email);
    await choose(second);
    await submit();
    await page.waitForURL('**/success?**');
    await page.getByText(/^Your test drive is booked for .*Moorooka\./).waitFor();
    expect(await bookedFor()).toBe(spoken(second));
    expect(await leadsWith(site, stored(second))).toBe(1);
  });

  it('FORM-12 the times of a location come as soon as it is chosen, in the place of any day', async () => {
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
    await choose(first);
    expect(await page.getByLabel('Which vehicle').inputValue()).toBe('The red one');
    await submit();
    await page.waitForURL('**/success?**');
    expect(await leadsWith(site, 'The red one')).toBe(1);
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
    expect(await leadsWith(site, 'The blue one')).toBe(0);
  });

  it('FORM-12 where free times are unavailable, any day can be requested, and no times of another location', async () => {
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

  it('FORM-12 FORM-276 without JavaScript the page of test drives asks for the location, then offers its times', async () => {
    await context.close();
    context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    await page.goto(at('/book-test-drive'));
    expect(await page.getByLabel(label).getAttribute('type')).toBe('date');
    await page.getByLabel('Which vehicle').fill('The green one');
    for (const [name, text] of Object.entries(TYPED)) await page.getByLabel(name).fill(text);
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
    await page.getByText(/^Free times at /).waitFor();
    // FORM-276: those of all days.
    const days = page.locator('.slot-times');
    expect(await days.count()).toBeGreaterThan(1);
    expect(await days.last().isVisible()).toBe(true);
    const [first = ''] = await timesOffered();
    await choose(first);
    expect(new URL(page.url()).search).toBe('');
    // Enter sends the form, though another button comes before the one that says so.
    await page.getByRole('textbox', { name: 'Email' }).press('Enter');
    await page.waitForURL('**/success?form=test-drive&lead=*');
    expect(await bookedFor()).toBe(spoken(first));
    expect(await leadsWith(site, 'The green one')).toBe(1);
    expect(await leadsWith(site, stored(first))).toBe(1);
  });

  it('ERR-03 a step that throws says so, and nothing typed is lost', async () => {
    await page.goto(at('/cars/2021-toyota-hilux-s123'));
    const form = page.locator('form.lead-form');
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
