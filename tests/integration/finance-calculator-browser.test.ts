import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheableAddress } from '#src/server/routes/cached-responses.ts';
import { ORIGIN, type RenderedCars, startRenderedCars } from '../fixtures/rendered-cars.ts';

/** The finance calculator of a vehicle's page: with scripts, before they have come, and without. */

const FINANCE = {
  provider: 'Manual',
  interestRate: 7.99,
  comparisonRate: 9.14,
  establishmentFee: 395,
  monthlyFee: 8,
  disclaimer: 'Basis and warning.',
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let cars: RenderedCars;
let path: string;
beforeAll(async () => {
  cars = await startRenderedCars({ finance: FINANCE });
  const rows = await cars.pages.services.db.selectFrom('vehicles').select(['slug', 'identity']).execute();
  path = `/cars/${rows.find(({ identity }) => identity === 'stock:U2')?.slug}`;
});
afterAll(() => cars.stop());

const calculatorOf = (page: Page) => page.getByRole('region', { name: 'Work out your repayments' });
const blockOf = (page: Page) => page.locator('.finance-block');
const textsOf = (page: Page) => blockOf(page).locator('.repayment-figures li').allTextContents();
const SUMMARIES = ['Change deposit, term', 'Price, rate and final payment'];
/** Opens the form, and the fields that few need. */
async function openForm(page: Page) {
  for (const text of SUMMARIES) await blockOf(page).getByText(text, { exact: true }).click();
  return calculatorOf(page);
}
const watchEvents = (page: Page) =>
  page.addInitScript(
    `addEventListener('forecourt:event', ({ detail }) => (window.sent ??= []).push(detail.eventId))`,
  );
const calculated = (page: Page) => page.evaluate('(window.sent ?? []).filter((id) => id === 26)');

/** Text of the items of the figure as the server sends it. */
const sentTexts = (html: string) =>
  [...html.matchAll(/<li[^>]*>([^<]*)<\/li>/g)]
    .map(([, text]) => text)
    .filter((text) => /\/ |% p\.a\./.test(text ?? ''));
const figureOf = (html: string) => {
  const from = html.indexOf('<ul class="repayment-figures"');
  return sentTexts(html.slice(from, html.indexOf('</ul>', from)));
};

it('FIN-06 FIN-17 FIN-225 the advertised figure is in the HTML, once, with the form that changes it', async () => {
  const { html } = await cars.pages.render(path, { finance: FINANCE });
  expect(figureOf(html)).toHaveLength(3);
  expect(html.match(/<ul class="repayment-figures"/g)).toHaveLength(1);
  const block = html.slice(html.indexOf('class="finance-block"'), html.indexOf('id="financeDisclaimer"'));
  expect(sentTexts(block)).toEqual(figureOf(html));
  expect(block).toMatch(/<summary>Change deposit, term<\/summary>/);
  expect(html).toMatch(/name="purchase_price" value="\$31,500"/);
  expect(html).toMatch(/name="loan_amount" value="\$31,500"/);
});

it('FIN-06 without scripts the address calculates, and each field keeps what was typed', async () => {
  const ask = async (query: Record<string, string>) =>
    (await cars.pages.render(`${path}?${new URLSearchParams(query)}`, { finance: FINANCE })).html;
  const html = await ask({
    purchase_price: '$31,500',
    deposit: '1500',
    loan_term: '7',
    frequency: 'monthly',
  });
  expect(figureOf(html)[0]).toMatch(/^\$\d{3} \/ month$/);
  expect(figureOf(html)).toHaveLength(4);
  expect(html).toContain('Your own loan of $30,000: 7 years, $1,500 deposit');
  expect(html).toMatch(/name="deposit" value="\$1,500"/);
  const loan = await ask({ loan_amount: '20000', loan_amount_was: '$31,500', deposit: '$0' });
  expect(loan).toMatch(/name="deposit" value="\$11,500"/);
  const wrong = await ask({ purchase_price: '<b>1e309', deposit: '7' });
  const region = wrong.slice(wrong.indexOf('id="finance-calculator"'));
  const form = region.slice(0, region.indexOf('</section>'));
  expect(form).toMatch(/name="purchase_price" value="[^"]*1e309"/);
  expect(form).toContain('Cannot be less than $1,000 or more than $250,000');
  expect(form).not.toMatch(/NaN|Infinity/);
});

it('FIN-06 what a shopper calculates is not cached', () => {
  for (const field of ['purchase_price', 'deposit', 'loan_amount', 'loan_term', 'interest_rate', 'residual'])
    expect(cacheableAddress(path, new URLSearchParams({ [field]: '5' })), field).toBeUndefined();
  expect(cacheableAddress(path, new URLSearchParams({ utm_source: 'x' }))).toBe(path);
});

it('FIN-06 FIN-14 ANL-03 fields and sliders change the figure at once, and the first change is event 26', async () => {
  const { page, complaints, close } = await cars.open('car:U2', {}, { prepare: watchEvents });
  const form = await openForm(page);
  await form.getByLabel('Loan term, years', { exact: true }).fill('7');
  await expect.poll(() => textsOf(page)).toHaveLength(4);
  const [seven] = await textsOf(page);
  await form.getByLabel('Deposit or trade-in', { exact: true }).fill('11,500');
  expect(await form.getByLabel('Loan amount', { exact: true }).inputValue()).toBe('$20,000');
  expect((await textsOf(page))[0]).not.toBe(seven);
  await form.getByLabel('Loan amount, slider').fill('25000');
  expect(await form.getByLabel('Deposit or trade-in', { exact: true }).inputValue()).toBe('$6,500');
  await blockOf(page).getByText('Your own loan of $25,000: 7 years, $6,500 deposit').waitFor();
  await form.getByLabel('Repayments').selectOption('fortnightly');
  expect((await textsOf(page))[0]).toMatch(/ \/ fortnight$/);
  await expect.poll(() => form.locator('output').textContent()).toMatch(/fortnight.*comparison rate/);
  expect(await calculated(page)).toEqual([26]);
  expect(complaints).toEqual([]);
  await close();
});

it('FIN-06 ERR-04 a field says what it takes, and the last right figure stays', async () => {
  const { page, complaints, close } = await cars.open('car:U2');
  const form = await openForm(page);
  const price = form.locator('[name=purchase_price]');
  await price.fill('20000');
  await expect.poll(() => textsOf(page)).toHaveLength(4);
  const right = await textsOf(page);
  for (const text of ['abc', '-1', '1e309', '999', '250001', '']) {
    await price.fill(text);
    await form.getByText('Cannot be less than $1,000 or more than $250,000', { exact: true }).waitFor();
    expect(await price.getAttribute('aria-invalid')).toBe('true');
    expect(await textsOf(page)).toEqual(right);
  }
  await price.fill('-1');
  await price.blur();
  expect(await price.inputValue()).toBe('$0');
  await price.fill('20000');
  const residual = form.getByLabel('Residual, paid at the end', { exact: true });
  await residual.fill('20001');
  await form.getByText('Cannot be less than $0 or more than $20,000', { exact: true }).waitFor();
  await residual.blur();
  expect(await residual.inputValue()).toBe('$20,000');
  await residual.fill('');
  const rate = form.getByLabel('Interest rate, % a year', { exact: true });
  await rate.fill('99');
  await rate.blur();
  expect(await rate.inputValue()).toBe('15');
  expect((await textsOf(page))[1]).toBe('15.00% p.a. interest rate');
  await price.fill('1000');
  await form.getByLabel('Loan term, years', { exact: true }).fill('7');
  await blockOf(page).getByRole('link', { name: 'Enquire for Finance' }).waitFor();
  expect(await textsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('FIN-06 what was typed and moved before the script came counts', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page, close } = await cars.open('car:U2', PHONE, {
    isUntouched: true,
    prepare: async (each) => {
      await watchEvents(each);
      await each.route(/\/_astro\/VehicleLoan.*\.js$/, async (route) => {
        await held;
        await route.fallback();
      });
    },
  });
  const form = await openForm(page);
  await form.getByLabel('Deposit or trade-in', { exact: true }).fill('1500');
  await form.getByLabel('Loan term, years, slider').fill('3');
  expect(await textsOf(page)).toHaveLength(3);
  release();
  await blockOf(page).getByText('Your own loan of $30,000: 3 years, $1,500 deposit').waitFor();
  expect(await calculated(page)).toEqual([26]);
  await close();
});

it('FIN-07 where the lender has no monthly repayments there is no such choice', async () => {
  const angle = { ...FINANCE, provider: 'Angle', interestRate: 10.49, comparisonRate: 11.9 };
  const { page, close } = await cars.open(
    'car:U2',
    { javaScriptEnabled: false },
    { settings: { finance: angle } },
  );
  await openForm(page);
  expect(await calculatorOf(page).getByLabel('Repayments').locator('option').allTextContents()).toEqual([
    'Weekly',
    'Fortnightly',
  ]);
  expect(await calculatorOf(page).getByLabel('Interest rate, % a year, slider').isVisible()).toBe(false);
  expect(page.url().startsWith(ORIGIN)).toBe(true);
  await close();
});

it('FIN-225 FIN-226 without scripts the form opens in place, is sent as an address and stays open with its figure', async () => {
  const { page, close } = await cars.open('car:U2', { javaScriptEnabled: false });
  const form = await openForm(page);
  expect(await form.getByLabel('Your credit').isVisible()).toBe(false);
  expect(await form.getByRole('button', { name: 'Work it out' }).isVisible()).toBe(true);
  await close();
  const { html } = await cars.pages.render(`${path}?deposit=1500`, { finance: FINANCE });
  expect(html).toMatch(/<details class="disclosure finance-change"[^>]* open/);
  expect((await cars.pages.render(path, { finance: FINANCE })).html).not.toMatch(/finance-change"[^>]* open/);
});

it('FIN-225 the credit of the shopper changes the rate in place, and what explains the advertised one is hidden', async () => {
  const { page, complaints, close } = await cars.open('car:U2');
  const form = await openForm(page);
  const advertised = await textsOf(page);
  await form.getByLabel('Your credit').selectOption('POOR');
  await expect.poll(async () => (await textsOf(page))[1]).toBe('15.00% p.a. interest rate');
  expect((await textsOf(page))[3]).toBe('Advertised: 7.99% p.a. interest rate, 9.14% p.a. comparison rate');
  await page.getByText('How it is worked out').waitFor({ state: 'hidden' });
  await page.getByText('Basis and warning.').waitFor();
  await form.getByRole('button', { name: 'Use the advertised terms' }).click();
  await expect.poll(() => textsOf(page)).toEqual(advertised);
  await page.getByText('How it is worked out').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('FIN-228 a loan that is entered in the block of finance is the figure of header and bar too', async () => {
  const { page, close } = await cars.open('car:U2', { viewport: { width: 1440, height: 900 } });
  const stickyTexts = () =>
    page
      .locator('.vehicle-sticky-repayment')
      .evaluateAll((lists) =>
        lists.map((list) =>
          [...list.children].map((each) => each.textContent.replace(' *', '').split(' Your own loan')[0]),
        ),
      );
  const form = await openForm(page);
  const before = await textsOf(page);
  await form.getByLabel('Deposit', { exact: false }).first().fill('5000');
  await page.keyboard.press('Tab');
  await expect.poll(() => textsOf(page)).not.toEqual(before);
  const shown = (await textsOf(page)).slice(0, 3);
  expect(shown[2]).toContain('comparison rate');
  await expect.poll(stickyTexts).toEqual([shown, shown]);
  await close();
});
