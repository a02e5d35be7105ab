import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type LocalBroker, localBroker } from '#src/features/finance/server/broker/local-broker.ts';
import { localSms } from '#src/platform/sms/local-sms.ts';
import { LEAD } from '../fixtures/lead-services.ts';
import { codeIn } from '../fixtures/phone-codes.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ORIGIN = 'https://apply.example.com';
const PAGE = { 'finance.quickQuote': 'page' };
const POPUP = { 'finance.quickQuote': 'popup' };
const STEPS = ['Quick Estimate', 'Your Details', 'Instant pre-approval', 'Apply to lender'];

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let broker: LocalBroker;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
});
afterAll(() => pages.close());
beforeEach(() => {
  broker = localBroker(`${ORIGIN}/start`);
  pages.services.broker = { name: 'youX', origins: [ORIGIN], client: broker };
});

const ADDRESS = '/enquire/quick-quote';
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '')
    .replace(/props="[^"]*"/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const open = async (query = '', settings: object = PAGE) => {
  const { status, html, headers } = await pages.render(`${ADDRESS}${query}`, { ...settings });
  return { status, html, headers, text: textOf(html) };
};
const chosenIn = (html: string) => /<input[^>]*checked=""[^>]*value="([A-Z]+)"/.exec(html)?.[1];
const inputNamed = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';

it('FIN-02 FIN-17 the page starts with 30,000, 5 years and GREAT, and asks the broker nothing', async () => {
  const { status, html, text } = await open();
  expect(status).toBe(200);
  expect(inputNamed(html, 'purchasePrice')).toContain('value="30,000"');
  expect(inputNamed(html, 'loanTerm')).toContain('value="5"');
  expect(chosenIn(html)).toBe('GREAT');
  for (const score of ['GREAT', 'DECENT', 'POOR']) expect(html).toContain(`value="${score}"`);
  expect(html).toMatch(/<input type="range"[^>]*min="1"[^>]*max="7"/);
  expect(text).toContain('10.00% p.a. interest rate');
  expect(text).toMatch(/\d+\.\d\d% p\.a\. comparison rate/);
  expect(text).toContain('10.0% deposit');
  expect(text).toContain('5 years, with a 10% deposit and a 30% final payment');
  expect(broker.quoteRequests).toEqual([]);
  for (const step of STEPS) expect(text).not.toContain(`of 4 : ${step}`);
});

it('FIN-08 FIN-17 every fee counts in the comparison rate the page starts with, and the final payment of its basis', async () => {
  const startOf = async (fees: object) => {
    const { text } = await open('', { ...PAGE, ...fees });
    return Number(/10\.00% p\.a\. interest rate ([\d.]+)% p\.a\. comparison rate/.exec(text)?.[1]);
  };
  const establishment = (dollars: number) => ({
    'finance.comparisonRate': 15,
    'finance.establishmentFee': dollars,
    'finance.monthlyFee': 8,
  });
  const four = {
    ...establishment(395),
    'finance.securityRegistrationFee': 6,
    'finance.dealerAgencyFee': 912.25,
  };
  // Solved by hand: $557.09 a month for 60 months and $9,000 at the end, for $30,000 received.
  expect(await startOf(four)).toBe(12);
  expect(await startOf(establishment(1313.25))).toBe(12);
  expect(await startOf(establishment(395))).toBeLessThan(12);
});

it('FIN-02 the popup has four steps; the page has none', async () => {
  const { text } = await open('', POPUP);
  STEPS.forEach((step, at) => {
    expect(text).toContain(`Step ${at + 1} of 4 : ${step}`);
  });
});

it('FIN-10 each step with rates has their warning', async () => {
  for (const [settings, steps] of [
    [POPUP, 2],
    [PAGE, 1],
  ] as const) {
    const { html } = await open('?purchasePrice=45000', settings);
    const estimates = html.split('class="quote-now"').slice(1);
    expect(estimates).toHaveLength(steps);
    for (const estimate of estimates)
      expect(estimate).toContain('WARNING: This comparison rate is true only');
  }
});

it('FIN-03 FIN-05 a GET with a loan shows the estimate without scripts, with both rates', async () => {
  const { text } = await open(
    '?purchasePrice=45000&loanTerm=7&selfAssessedCreditScore=POOR&whoIsHelping=Sam',
  );
  expect(broker.quoteRequests).toEqual([
    expect.objectContaining({
      ...{ purchasePrice: 4_500_000, loanTerm: 7, selfAssessedCreditScore: 'POOR', whoIsHelping: 'Sam' },
    }),
  ]);
  expect(text).toMatch(
    /Estimate over 7 years, after \$4,500 deposit \$\d+ \/ week \$\d+ \/ month 14\.90% p\.a\. interest rate 16\.28% p\.a\. comparison rate/,
  );
});

it('FIN-01 FIN-02 links of cars and campaigns fill the form; an amount outside the range says so', async () => {
  const { html, text } = await open('?vehiclePriceBudget=250000&credit_score=DECENT&vin=V1');
  expect(inputNamed(html, 'purchasePrice')).toContain('value="200,000"');
  expect(inputNamed(html, 'vin')).toContain('value="V1"');
  expect(chosenIn(html)).toBe('DECENT');
  expect(text).toContain('A quick quote is for $10,000 to $200,000.');
});

it('FIN-231 beside the estimate of a car is what the site advertises for it, with both rates', async () => {
  const { id } = await pages.services.db
    .selectFrom('vehicles')
    .select('id')
    .where('identity', '=', 'stock:U2')
    .executeTakeFirstOrThrow();
  for (const settings of [PAGE, POPUP]) {
    expect((await open(`?car_id=${id}`, settings)).text).toMatch(
      /from your credit, with a deposit of 10%\. So it can differ from what we advertise for this car: \$\d+ \/ week over \d years[^:]*, at [\d.]+% p\.a\. interest rate and [\d.]+% p\.a\. comparison rate\./,
    );
  }
  expect((await open('', PAGE)).text).not.toContain('advertise for this');
  expect((await open(`?car_id=${id}`, { ...PAGE, 'finance.showRepayments': false })).text).not.toContain(
    'advertise for this',
  );
});

it('ERR-04 a failed quote clears the estimate and says so', async () => {
  broker.behave('fails');
  const { status, text } = await open('?purchasePrice=45000');
  expect(status).toBe(200);
  expect(text).toContain('Failed to get quick quote');
  expect(text).not.toMatch(/\/ week|% p\.a\./);
});

it('FIN-04 the content security policy lets this form continue at the broker, and no other', async () => {
  const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
    /form-action [^;]*/.exec(String(headers['content-security-policy']))?.[0];
  expect(policyOf(await open())).toBe(`form-action 'self' ${ORIGIN}`);
  expect(policyOf(await pages.render('/enquire/contact', PAGE))).toBe("form-action 'self'");
  pages.services.broker = undefined;
  expect(policyOf(await open())).toBe("form-action 'self'");
});

it('FIN-02 a site without a quick quote has no such page, and no link to it', async () => {
  expect((await open('', { 'finance.quickQuote': 'off' })).status).toBe(404);
  const linkOn = async (settings: object) =>
    /<a[^>]*href="\/enquire\/quick-quote[^>]*>/.exec(
      (await pages.render('car:U2', { ...settings })).html,
    )?.[0];
  expect(await linkOn({ 'finance.quickQuote': 'off' })).toBeUndefined();
  expect(await linkOn(PAGE)).toContain('data-own-page');
  expect(await linkOn(POPUP)).not.toContain('data-own-page');
});

it('ERR-02 FIN-03 only flagged sites ask for the quote of a vehicle', async () => {
  const askedOn = async (settings: object) =>
    (await pages.render('car:U2', { ...settings })).html.includes(' data-quotable');
  expect(await askedOn({})).toBe(false);
  expect(await askedOn({ 'finance.showBrokerQuote': true })).toBe(true);
  pages.services.broker = undefined;
  expect(await askedOn({ 'finance.showBrokerQuote': true })).toBe(false);
});

it('FIN-229 a figure that a quote may replace says so, others do not', async () => {
  const says = async (settings: object) =>
    (await pages.render('car:U2', { ...settings })).html.includes(
      'fees included. A quote from our finance broker, if there is one, takes its place.',
    );
  expect(await says({ 'finance.showBrokerQuote': true })).toBe(true);
  expect(await says({})).toBe(false);
});

it('FIN-19 AUTH-02 AUTH-03 without scripts a code counts whatever else is wrong, until the form is taken', async () => {
  const sms = localSms(pages.services.clock);
  pages.services.sms = sms;
  const { name, last_name, email, phone, postcode } = LEAD;
  const loan = { purchasePrice: '30000', loanTerm: '5', selfAssessedCreditScore: 'GREAT' };
  const person = { name, last_name, email, phone, postcode, dealership_slug: 'harbour-city' };
  const send = (more: Record<string, string>) => {
    const body = new URLSearchParams({ ...loan, ...person, ...more });
    return pages.render(ADDRESS, POPUP, { method: 'POST', body });
  };
  expect(inputNamed((await send({ send_code: 'yes' })).html, 'code')).not.toBe('');
  const code = codeIn(sms.arrivals.at(-1)?.text);

  const mistaken = await send({ code, email: 'wrong' });
  expect(mistaken.status).toBe(422);
  expect(inputNamed(mistaken.html, 'code')).not.toBe('');
  expect(inputNamed(mistaken.html, 'email')).toContain('value="wrong"');

  broker.behave('fails');
  const failed = await send({ code });
  expect(failed.status).toBe(503);
  expect(textOf(failed.html)).toContain('Your mobile number is verified: you need no other code.');
  const phone_token = /value="([^"]+)"/.exec(inputNamed(failed.html, 'phone_token'))?.[1] ?? '';
  expect(phone_token).not.toBe('');
  // A token that was made up, or of another phone, is not said to be verified.
  for (const more of [
    { phone_token: 'made-up', email: 'wrong' },
    { phone_token, phone: '0498 765 432' },
  ]) {
    const { status, html } = await send(more);
    expect([status, inputNamed(html, 'phone_token')]).toEqual([422, '']);
    expect(textOf(html)).not.toContain('is verified');
  }

  broker.behave('answers');
  const taken = await send({ phone_token });
  expect([taken.status, taken.headers.location]).toEqual([303, expect.stringContaining(ORIGIN)]);
  expect(sms.arrivals).toHaveLength(1);
  const { db } = pages.services;
  const [contact] = await db.selectFrom('contacts').selectAll().where('phone', '=', '0412345678').execute();
  expect(contact).toMatchObject({ first_name: name, last_name, email: email.toLowerCase() });
  const verified = db.selectFrom('verifications').selectAll().where('verification_type', '=', 'verify');
  expect(await verified.execute()).toMatchObject([{ user_id: contact?.id }]);
});

it('FIN-02 the finance page leads to the quick quote where the site has one', async () => {
  const linkOf = async (settings: object) =>
    /<a[^>]*href="(\/enquire\/quick-quote[^"]*)"[^>]*>\s*([^<]*?)\s*</
      .exec((await pages.render('/finance', { 'pages.finance.enabled': true, ...settings })).html)
      ?.slice(1);
  expect(await linkOf(POPUP)).toEqual(['/enquire/quick-quote', 'Quick Estimate']);
  expect(await linkOf({ 'finance.quickQuote': 'off' })).toBeUndefined();
});
