import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';

/** Every figure of a page on the shopper's own terms. */

const FINANCE = {
  provider: 'Manual',
  interestRate: 7.99,
  comparisonRate: 9.14,
  establishmentFee: 395,
  monthlyFee: 8,
  disclaimer: 'Basis and warning.',
};
const TERMS = { deposit: 2_000, termYears: 7, band: 'POOR' };
const KEY = 'forecourt:own';

let cars: RenderedCars;
beforeAll(async () => {
  cars = await startRenderedCars({ finance: FINANCE });
});
afterAll(() => cars.stop());

const figures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.repayment-figures, .vehicle-sticky-repayment')]
      .filter(({ hidden }) => !hidden)
      .map(({ children }) => [...children].map(({ textContent }) => textContent?.replace('*', '').trim())),
  );
const formOf = (page: Page) => page.getByRole('region', { name: 'Work out your repayments' });
/** Opens the form, and the fields that few need. */
async function openForm(page: Page) {
  for (const text of ['Change deposit, term', 'Price, rate and final payment'])
    await page.locator('.finance-block').getByText(text, { exact: true }).click();
  return formOf(page);
}
const storing = (terms: object) => (page: Page) =>
  page.addInitScript(`localStorage.setItem('${KEY}', JSON.stringify(${JSON.stringify(terms)}))`);

it('FIN-06 own terms change every figure of the page at once, are remembered, and are taken back', async () => {
  const { page, complaints, close } = await cars.open('car:U2');
  const advertised = await figures(page);
  expect(advertised).toHaveLength(3);
  const form = await openForm(page);
  await form.getByLabel('Deposit or trade-in', { exact: true }).fill('2000');
  await form.getByLabel('Loan term, years', { exact: true }).fill('7');
  await form.getByLabel('Your credit').selectOption('POOR');
  await form.getByRole('button', { name: 'Use my terms' }).click();
  await form.getByText('7 years, $2,000 deposit, poor credit').waitFor();
  await expect
    .poll(async () => (await figures(page)).map(([, , comparison]) => comparison))
    .toEqual(Array(3).fill(expect.stringContaining('your comparison rate')));
  const own = await figures(page);
  expect(own).toHaveLength(3);
  for (const [amount, rate, comparison] of own) {
    expect(amount).toMatch(/^\$\d+ \/ week$/);
    expect(rate).toBe('15.00% p.a. interest rate');
    expect(comparison).toMatch(/^\d+\.\d\d% p\.a\. your comparison rate$/);
  }
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('${KEY}'))`)).toEqual(TERMS);
  await form.getByRole('button', { name: 'Use the advertised terms' }).click();
  await expect.poll(() => figures(page)).toEqual(advertised);
  expect(await form.getByLabel('Deposit or trade-in', { exact: true }).inputValue()).toBe('$0');
  expect(await page.evaluate(`localStorage.getItem('${KEY}')`)).toBeNull();
  expect(complaints).toEqual([]);
  await close();
});

it('FIN-06 FIN-01 the calculator of the finance page takes credit too, and makes its loan that of every figure', async () => {
  const settings = { 'pages.finance.enabled': true };
  const { page, complaints, close } = await cars.open('/finance', {}, { settings });
  const form = formOf(page);
  await form.getByLabel('Deposit or trade-in', { exact: true }).fill('2000');
  await form.getByLabel('Loan term, years', { exact: true }).fill('7');
  await form.getByLabel('Your credit').selectOption('POOR');
  await form.getByText('15.00% p.a. interest rate', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Repayments on your terms' }).count()).toBe(0);
  await form.getByRole('button', { name: 'Use my terms' }).click();
  await form.getByText('All repayments are worked out for 7 years, $2,000 deposit, poor credit.').waitFor();
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('${KEY}'))`)).toEqual(TERMS);
  expect(complaints).toEqual([]);
  await close();
});

it('FIN-06 FIN-01 the car beside a finance form has the same figure as its own page', async () => {
  const own = await cars.open('car:U2', {}, { prepare: storing(TERMS) });
  await own.page.getByText('Your terms: 7 years, $2,000 deposit, poor credit').first().waitFor();
  const [ofPage] = await figures(own.page);
  await own.close();
  const rows = await cars.pages.services.db.selectFrom('vehicles').select(['id', 'record']).execute();
  const id = rows.find(({ record }) => JSON.parse(record).stocknum === 'U2')?.id;
  const settings = { 'pages.finance.enabled': true };
  for (const path of [`/finance?car_id=${id}`, `/enquire/finance?car_id=${id}`]) {
    const { page, close } = await cars.open(path, {}, { settings, prepare: storing(TERMS) });
    const words = page
      .locator('[data-finance-car]')
      .getByText('Your terms: 7 years, $2,000 deposit, poor credit');
    await words.waitFor();
    expect((await figures(page))[0], path).toEqual(ofPage);
    await close();
  }
});

it('FIN-06 FIN-15 own terms do not change the rate of a calculator that is fixed by the lender', async () => {
  const { db } = cars.pages.services;
  const { record } = await db
    .selectFrom('vehicles')
    .select('record')
    .where('identity', '=', 'stock:U4')
    .executeTakeFirstOrThrow();
  const write = (text: string) =>
    db.updateTable('vehicles').set({ record: text }).where('identity', '=', 'stock:U4').execute();
  const entry = { interestRate: 6.5, comparisonRate: 7.25, paymentWeek: 15_000 };
  await write(JSON.stringify({ ...JSON.parse(record), finance_lenders: { Manual: entry } }));
  const settings = { finance: { ...FINANCE, calculator: { rateIsFixed: true } } };
  const { page, close } = await cars.open('car:U4', {}, { settings, prepare: storing(TERMS) });
  const calculator = await openForm(page);
  await expect.poll(() => calculator.getByLabel('Loan term, years').first().inputValue()).toBe('7');
  expect(await calculator.getByLabel('Interest rate, % a year').first().inputValue()).toBe('6.5');
  await write(record);
  await close();
});

it('FIN-06 FAV-01 a comparison has the figures of own terms too, and what explains others is hidden', async () => {
  const own = await cars.open('car:U2', {}, { prepare: storing(TERMS) });
  await own.page.getByText('Your terms: 7 years, $2,000 deposit, poor credit').first().waitFor();
  const [ofPage] = await figures(own.page);
  await own.close();
  const rows = await cars.pages.services.db.selectFrom('vehicles').select(['slug', 'record']).execute();
  const slug = rows.find(({ record }) => JSON.parse(record).stocknum === 'U2')?.slug;
  const { page, close } = await cars.open(
    `/compare?cars=${slug}`,
    {},
    { settings: { 'card.compare': true }, prepare: storing(TERMS) },
  );
  const row = page.getByRole('row', { name: 'Repayment' });
  const words = 'Your terms: 7 years, $2,000 deposit, poor credit';
  await row.getByText(words).waitFor();
  expect(await row.getByRole('listitem').allTextContents()).toEqual([...(ofPage ?? []), words]);
  expect(await page.getByText(/^Estimate of/).isVisible()).toBe(false);
  await close();
});

it('FIN-06 stored terms apply without a gesture, without a layout shift, and without a report', async () => {
  for (const width of [390, 1440]) {
    const { page, asked, close } = await cars.open(
      'car:U2',
      { viewport: { width, height: 900 } },
      {
        isUntouched: true,
        prepare: async (each) => {
          await storing(TERMS)(each);
          await each.addInitScript(`window.shift = 0;
            new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift += value; })
              .observe({ type: 'layout-shift', buffered: true });
            addEventListener('forecourt:event', ({ detail }) => (window.sent ??= []).push(detail.eventId));`);
        },
      },
    );
    await page.getByText('Your terms: 7 years, $2,000 deposit, poor credit').waitFor();
    expect(asked.filter((address) => /update-repayments/.test(address))).toHaveLength(1);
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.shift')).toBeLessThan(0.01);
    expect(await page.evaluate('(window.sent ?? []).includes(26)')).toBe(false);
    await close();
  }
});

it('FIN-06 what is typed and chosen before the scripts load is not overwritten by stored terms', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page, close } = await cars.open('car:U2', {}, { isUntouched: true, prepare: storing(TERMS) });
  await page.route(/_astro\/(?:update-repayments|VehicleLoan)/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.reload({ waitUntil: 'commit' });
  const form = await openForm(page);
  await form.getByLabel('Loan term, years', { exact: true }).fill('3');
  await form.getByLabel('Residual, paid at the end', { exact: true }).fill('1500');
  release();
  await form.getByText('7 years, $2,000 deposit, poor credit').waitFor();
  await page.getByText('Your own loan of $29,500: 3 years, $2,000 deposit').waitFor();
  expect(await form.getByLabel('Residual, paid at the end', { exact: true }).inputValue()).toMatch(/1,?500/);
  await form.getByRole('button', { name: 'Use my terms' }).click();
  await form.getByText('3 years, $2,000 deposit, poor credit').waitFor();
  await close();
});

it('FIN-06 a gesture elsewhere loads nothing of them; Enter pressed while they load counts', async () => {
  const { page, asked, close } = await cars.open('car:U2', {}, { isUntouched: true });
  await page.mouse.move(10, 200);
  await page.mouse.wheel(0, 200);
  await page.locator('.finance-block').waitFor();
  expect(asked.filter((address) => /own-repayment|VehicleLoan/.test(address))).toEqual([]);
  const form = await openForm(page);
  await form.getByLabel('Deposit or trade-in', { exact: true }).fill('3000');
  await form.getByLabel('Deposit or trade-in', { exact: true }).press('Enter');
  await form.getByText('5 years, $3,000 deposit, great credit').waitFor();
  await close();
});

it('FIN-06 without stored terms nothing of them is loaded, and unreadable ones are none', async () => {
  const untouched = await cars.open('car:U2', {}, { isUntouched: true });
  await untouched.page.waitForTimeout(500);
  expect(untouched.asked.filter((address) => /update-repayments/.test(address))).toEqual([]);
  await untouched.close();
  const odd = await cars.open('car:U2', {}, { prepare: storing({ ...TERMS, termYears: 'x' }) });
  await odd.page.waitForTimeout(300);
  expect((await figures(odd.page))[0]?.[2]).toBe('9.14% p.a. comparison rate');
  expect(odd.complaints).toEqual([]);
  await odd.close();
});

it('SRCH-04 FIN-06 a weekly budget on own terms searches by price, and every card found is within it', async () => {
  const budget = 150;
  const { page, close } = await cars.open('car:U2', {}, { prepare: storing({ ...TERMS, deposit: 0 }) });
  await page.route(`${ORIGIN}/search/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const { html } = await cars.pages.render(`${pathname}${search}`, { finance: FINANCE });
    return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' });
  });
  const amounts = async () => {
    const texts = await page.locator('.vehicle-card-repayment > :first-child').allTextContents();
    return texts.map((text) => Number(/^\$([\d,]+) \/ week/.exec(text)?.[1]?.replace(',', '') ?? 0));
  };
  await page.goto(`${ORIGIN}/search/new-used-and-demo-cars`);
  await page.locator('.vehicle-card', { hasText: 'your comparison rate' }).first().waitFor();
  const all = await amounts();
  expect(Math.max(...all)).toBeGreaterThan(budget);
  const opener = page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('button', { name: 'Repayments on your terms' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('region', { name: 'Repayments on your terms' });
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await opener.click();
  for (const name of ['Weekly budget', 'Deposit or trade-in']) {
    await form.getByLabel(name).fill('1e309');
    await form.getByRole('button', { name: 'Use my terms' }).click();
    await form.getByText('Cannot be less than $0 or more than $250,000').waitFor();
    const invalid = form.locator('[aria-invalid="true"]');
    expect([await invalid.count(), await invalid.getAttribute('name')]).toEqual([
      1,
      name === 'Weekly budget' ? 'budget' : 'deposit',
    ]);
    await form.getByLabel(name).fill('0');
  }
  await form.getByLabel('Weekly budget').fill(String(budget));
  await form.getByRole('button', { name: 'Use my terms' }).click();
  await page.waitForURL(/price=/);
  const within = all.filter((amount) => amount <= budget);
  expect(within.length).toBeGreaterThan(0);
  // The advertised figures of the new page are replaced once the search is hydrated.
  await expect.poll(async () => (await amounts()).sort()).toEqual(within.sort());
  expect(await page.locator('#facet-weekly_price').isVisible()).toBe(false);
  // The terms stay where the budget was, on a phone too, over the filters.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await opener.click();
  await form.getByLabel('Close').click();
  await form.waitFor({ state: 'hidden' });
  expect(await opener.isVisible()).toBe(true);
  // An address of someone with the advertised terms.
  await page.goto(`${ORIGIN}/search/new-used-and-demo-cars?weekly_price=%3A${budget}`);
  await page.waitForURL(/price=%3A\d+$/);
  await close();
});
