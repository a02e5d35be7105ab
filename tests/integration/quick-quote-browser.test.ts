import type { Browser, BrowserContext, Page } from 'playwright';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { BROKER_KEY, startBrokerServer } from '../fixtures/broker-server.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { TYPED, withDatabase } from '../fixtures/lead-form-page.ts';
import { addCar, CAR_ID } from '../fixtures/lead-services.ts';
import { buildForTest, startServer } from '../fixtures/lead-site.ts';
import { countFetches, stopClock } from '../fixtures/page-clock.ts';
import { settledPage } from '../fixtures/settled-page.ts';
import { typeAtOnce } from '../fixtures/type-at-once.ts';

const PATH = '/enquire/quick-quote';
/** Longer than the quick quote waits after a change. */
const QUIET_MS = 700;

let broker: Awaited<ReturnType<typeof startBrokerServer>>;
let site: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const build = await buildForTest();
  broker = await startBrokerServer({ sendsToItself: true });
  const env = { BROKER_URL: broker.url, BROKER_KEY, BROKER_ORIGINS: broker.url };
  site = await startServer(build.outDir, { env });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await broker.stop();
});

beforeEach(async () => {
  broker.behave('answers');
  broker.asked.length = 0;
  context = await browser.newContext();
  page = settledPage(await context.newPage());
});
afterEach(() => context.close());

const at = (path: string, dealer = 'kookaburra-cars') => `http://${dealer}.localhost:${site.port}${path}`;
const loans = () => broker.asked.filter(({ path }) => path === '/v1/quotes').map(({ body }) => body);
const customers = () => broker.asked.filter(({ path }) => path === '/v1/customers').map(({ body }) => body);
const amount = (on = page) => on.getByLabel('Purchase amount');
const figures = (on = page) => on.locator('.quote-figures').first().innerText();
const fillPerson = async (on = page) => {
  for (const [label, text] of Object.entries(TYPED)) await on.getByLabel(label).fill(text);
  await on.getByLabel('Postcode').fill('4006');
  const terms = on.getByLabel('I agree to the terms of use');
  if ((await terms.count()) > 0) await terms.check();
};

describe('the page', () => {
  const open = async () => {
    await page.goto(at(PATH));
    await page.waitForSelector('astro-island:not([ssr])');
    await expect.poll(() => figures()).toContain('$131 / week');
  };

  it('FIN-03 an estimate follows 500 ms after the last change, once for all keystrokes, and is announced', async () => {
    await page.clock.install();
    await open();
    await stopClock(page);
    const before = loans().length;
    const asked = await countFetches(page, '/api/youx/quote');
    for (const text of ['46', '45abc500']) {
      await typeAtOnce(amount(), text);
      await page.clock.runFor(499);
      expect(await asked()).toBe(0);
    }
    expect(await amount().inputValue()).toBe('45500');
    const quoted = page.waitForResponse('**/api/youx/quote');
    await page.clock.runFor(1);
    expect(await asked()).toBe(1);
    // Before the clock passes its time limit.
    await (await quoted).finished();
    await page.clock.runFor(10_000);
    expect(await asked()).toBe(1);
    expect(loans().slice(before)).toEqual([
      { selfAssessedCreditScore: 'GREAT', purchasePrice: 45_500, loanTerm: 5 },
    ]);
    const said = page.locator('.quote-estimate [role=status]');
    await expect.poll(() => said.textContent()).toMatch(/\$131 \/ week.*8\.61% p\.a\. comparison rate/);
    const sizes = await page
      .locator('.quote-figures')
      .first()
      .locator('li')
      .evaluateAll((items) =>
        items.map((item) => `${getComputedStyle(item).fontSize} ${getComputedStyle(item).fontWeight}`),
      );
    expect(sizes).toHaveLength(4);
    expect(new Set(sizes).size).toBe(1);
  });

  it('FIN-02 slider and text field are one value, and an amount outside the range is put within it, aloud', async () => {
    await open();
    await page.getByRole('slider').fill('7');
    const term = page.getByRole('spinbutton', { name: 'Loan term, years' });
    expect(await term.inputValue()).toBe('7');
    await term.fill('3');
    expect(await page.getByRole('slider').inputValue()).toBe('3');
    await amount().fill('999999');
    await amount().blur();
    expect(await amount().inputValue()).toBe('200,000');
    await expect.poll(() => page.getByText('A quick quote is for $10,000 to $200,000.').count()).toBe(1);
    await page.getByLabel('Poor').check();
    await expect
      .poll(() => loans().at(-1))
      .toEqual({
        ...{ selfAssessedCreditScore: 'POOR', purchasePrice: 200_000, loanTerm: 3 },
      });
  });

  it('ERR-04 FIN-03 a failure clears the estimate; a newer request cancels the one before', async () => {
    await open();
    const cancelled = broker.cancelled();
    broker.behave('silent');
    await amount().fill('50000');
    await expect.poll(() => loans().at(-1)?.purchasePrice).toBe(50_000);
    broker.behave('fails');
    await amount().fill('60000');
    await expect.poll(broker.cancelled).toBe(cancelled + 1);
    await expect.poll(() => page.locator('.quote-now').innerText()).toBe('Failed to get quick quote');
    expect(await page.locator('input[name=shownEstimate]').inputValue()).toBe('');
    broker.behave('answers');
    await amount().fill('61000');
    await expect.poll(() => figures()).toContain('$131 / week');
  });

  it('FIN-04 FIN-16 it is sent to the broker, where the shopper continues', async () => {
    await open();
    await fillPerson();
    await page.getByRole('button', { name: 'Apply now' }).click();
    await page.waitForURL(`${broker.url}/**`);
    const [customer] = customers();
    expect(customer).toMatchObject({
      data: {
        selfAssessedCreditScore: 'GREAT',
        purchasePrice: 30_000,
        loanTerm: 5,
        phoneNumber: '0412345678',
      },
    });
    expect(JSON.stringify(customer)).toMatch(/Estimate shown.*\$131 \/ week.*quick-quote-2/);
  });

  it('ERR-04 the exact message of a broker that fails, and no input is lost', async () => {
    await open();
    await fillPerson();
    broker.behave('fails');
    await page.getByRole('button', { name: 'Apply now' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'An error occurred' });
    await expect.poll(() => alert.innerText()).toContain('Failed to create customer with youX');
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(TYPED.Email);
    broker.behave('sends-nowhere');
    await page.getByRole('button', { name: 'Apply now' }).click();
    await expect
      .poll(() => alert.innerText())
      .toContain('Failed to create customer or no redirect URL received.');
  });

  it('FIN-02 what is typed and moved before the scripts arrive stays, and is quoted', async () => {
    await context.route('**/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await route.continue().catch(() => undefined);
    });
    const early = await context.newPage();
    await early.goto(at(PATH), { waitUntil: 'commit' });
    await amount(early).fill('77000');
    await early.getByRole('slider').fill('2');
    await early.getByLabel('Decent').check();
    await fillPerson(early);
    await early.waitForSelector('astro-island:not([ssr])');
    await expect
      .poll(() => loans().at(-1))
      .toEqual({
        ...{ selfAssessedCreditScore: 'DECENT', purchasePrice: 77_000, loanTerm: 2 },
      });
    expect(await early.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(TYPED.Email);
  });
});

describe('without JavaScript', () => {
  it('FIN-02 FIN-04 the page shows the estimate and continues at the broker', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(at(PATH));
    expect(await still.getByRole('slider').count()).toBe(0);
    await amount(still).fill('52000');
    await fillPerson(still);
    await still.getByRole('button', { name: 'Show my estimate' }).click();
    expect(still.url()).not.toContain('@');
    expect(await figures(still)).toContain('$131 / week');
    expect(await still.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(TYPED.Email);
    expect(customers()).toEqual([]);
    await still.getByRole('button', { name: 'Apply now' }).click();
    await still.waitForURL(`${broker.url}/**`);
    expect(customers()).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ purchasePrice: 52_000 }) }),
    ]);
    broker.behave('fails');
    await still.goto(at(PATH));
    await fillPerson(still);
    await still.getByRole('button', { name: 'Apply now' }).click();
    expect(await still.getByRole('alert').innerText()).toContain('Failed to create customer with youX');
    await plain.close();
  });
});

describe('of a car', () => {
  beforeAll(() =>
    withDatabase(site, async (db) => {
      await addCar({ services: { db } });
      await addCar({ services: { db } }, { id: 'car-2' });
      await addCar({ services: { db } }, { id: 'car-3' });
      /** At the dealer whose pages ask the broker. */
      const move = async (id: string, facts: object) => {
        const { record } = await db
          .selectFrom('vehicles')
          .select('record')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const priced = v.parse(VehicleSchema, {
          ...JSON.parse(record),
          ...{ price: 2_500_000, price_type: 'drive_away', dealership_slug: 'ridgeline', ...facts },
        });
        await db
          .updateTable('vehicles')
          .set({ dealer: 'ridgeline-isuzu', record: JSON.stringify(priced), price_cents: 2_500_000 })
          .where('id', '=', id)
          .execute();
      };
      await move(CAR_ID, { vin: 'VIN1' });
      // The lender’s entry lacks a comparison rate.
      await move('car-3', { finance_lenders: { 'Car Clarity': { interestRate: 5 } } });
    }),
  );

  const shifts = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let total = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) total += Reflect.get(entry, 'value');
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(total), 300);
        }),
    );

  it.each([390, 768, 1440])(
    'ERR-02 FIN-03 its page shows the broker’s quote at %d px, and nothing moves',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(at('/cars/2021-toyota-hilux-s123', 'ridgeline-isuzu'));
      await expect.poll(() => page.locator('.repayment').innerText()).toContain('8.61%');
      const text = await page.locator('.repayment').innerText();
      for (const part of [
        'over 5 years, after $2,500 deposit',
        '7.49% p.a. interest rate',
        '8.61% p.a. comparison rate',
      ])
        expect(text).toContain(part);
      expect(await page.locator('#financeDisclaimer').innerText()).toContain('finance broker');
      expect(loans()).toEqual([
        { selfAssessedCreditScore: 'GREAT', purchasePrice: 25_000, loanTerm: 5, year: 2021, vin: 'VIN1' },
      ]);
      expect(await shifts()).toBeLessThan(0.005);
    },
  );

  it('ERR-02 FIN-11 with own terms taken back, the quote is the only figure, without the lender’s card', async () => {
    const terms = JSON.stringify({ deposit: 2_000, termYears: 5, band: 'GREAT' });
    await page.goto(at('/cars/2021-toyota-hilux-s123', 'ridgeline-isuzu'));
    await page.evaluate((text) => localStorage.setItem('forecourt:own', text), terms);
    const quoted = page.waitForResponse('**/api/youx/quote');
    await page.reload();
    await page.getByText('Your terms: 5 years, $2,000 deposit, great credit').first().waitFor();
    await (await quoted).finished();
    expect(await page.locator('.repayment').innerText()).not.toContain('8.61%');
    await page.evaluate(() => {
      localStorage.removeItem('forecourt:own');
      dispatchEvent(new StorageEvent('storage', { key: 'forecourt:own' }));
    });
    await expect.poll(() => page.locator('.repayment').innerText()).toContain('8.61%');
    expect(await page.locator('.finance-summary:visible').count()).toBe(0);
  });

  it('ERR-02 FIN-06 where the page had no figure, a quote that comes late leaves own terms as they are', async () => {
    broker.behave('fails');
    await page.goto(at('/cars/2021-toyota-hilux-car-3', 'ridgeline-isuzu'));
    expect(await page.locator('.repayment').innerText()).toBe('Enquire for Finance');
    broker.behave('answers');
    await page.reload();
    await expect.poll(() => page.locator('.repayment').innerText()).toContain('8.61%');
    const terms = JSON.stringify({ deposit: 2_000, termYears: 5, band: 'GREAT' });
    await page.evaluate((text) => localStorage.setItem('forecourt:own', text), terms);
    await page.reload();
    await page.locator('.repayment').getByText('your comparison rate').waitFor();
    const shown = await page.locator('.repayment').innerText();
    expect(shown).toContain('Your terms: 5 years, $2,000 deposit, great credit');
    expect(shown).not.toMatch(/8\.61%|Estimate/);
  });

  it('ERR-02 a quote that fails is ignored: the page keeps its figure and says nothing', async () => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    broker.behave('fails');
    await page.goto(at('/cars/2021-toyota-hilux-s123', 'ridgeline-isuzu'));
    const before = await page.locator('.repayment').innerText();
    await expect.poll(() => loans().length).toBeGreaterThan(0);
    await page.waitForTimeout(QUIET_MS);
    expect(await page.locator('.repayment').innerText()).toBe(before);
    expect(said.filter((text) => !text.includes('503'))).toEqual([]);
  });

  it('FIN-02 its link opens the popup in four steps', async () => {
    await page.goto(at('/cars/2021-toyota-hilux-car-2', 'riverbend'));
    await page.getByRole('link', { name: 'Quick Estimate' }).click();
    const dialog = page.locator('#form-dialog');
    // The first step has the same name, after its number.
    await dialog.getByRole('heading', { name: 'Quick Estimate', exact: true }).waitFor();
    await expect.poll(() => dialog.locator('.quote-figures').first().innerText()).toContain('$131 / week');
    const next = async (heading: string) => {
      await dialog.locator('.lead-step[data-current]').getByRole('link', { name: 'Continue' }).click();
      await dialog.getByRole('heading', { name: heading }).waitFor();
    };
    await next('Your Details');
    for (const [label, text] of Object.entries(TYPED)) await dialog.getByLabel(label).fill(text);
    await next('Instant pre-approval');
    expect(await dialog.locator('.lead-step[data-current]').innerText()).toContain(
      '8.61% p.a. comparison rate',
    );
    await next('Apply to lender');
    expect(customers()).toEqual([]);
  });
});

describe('without a broker', () => {
  let plain: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    const build = await buildForTest();
    plain = await startServer(build.outDir, { env: { BROKER_URL: '' } });
  });
  afterAll(() => plain.stop());

  it('FIN-02 the slider moves the term, and the amount is digits within its range', async () => {
    await page.goto(`http://kookaburra-cars.localhost:${plain.port}${PATH}`);
    await page.waitForSelector('astro-island:not([ssr])');
    expect(await page.locator('.quote-estimate').count()).toBe(0);
    const term = page.getByRole('spinbutton', { name: 'Loan term, years' });
    await page.getByRole('slider').fill('7');
    await expect.poll(() => term.inputValue()).toBe('7');
    await amount().pressSequentially('5x00000');
    await amount().blur();
    expect(await amount().inputValue()).toBe('200,000');
  });
});
