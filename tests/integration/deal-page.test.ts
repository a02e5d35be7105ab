import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { localRego } from '#src/features/trade-in/server/vehicle-data/rego-register.ts';
import { localValuer } from '#src/features/trade-in/server/vehicle-data/valuer.ts';
import { localDeliveryPrices } from '#src/features/vehicle/server/cost-services.ts';
import { CONDITION, DETAILS, VEHICLE } from '../fixtures/valuation-journey.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ON = {
  deals: {
    enabled: true,
    extras: [{ id: 'window-tint', name: 'Window tint', description: 'All glass.', price: 599 }],
  },
  'vehiclePage.deliveryCalculator': true,
  'dealerships.0.switches': { tradeIn: true },
  'pages.trade-in.enabled': true,
};

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let slugs: Map<string, string>;
beforeAll(async () => {
  pages = await openRenderedPages({
    host: inject('meiliHost'),
    key: inject('meiliKey'),
    pagesEntry: inject('pagesEntry'),
  });
  const rows = await pages.services.db.selectFrom('vehicles').select(['slug', 'identity']).execute();
  slugs = new Map(rows.map(({ identity, slug }) => [identity.replace('stock:', ''), slug]));
});
afterAll(() => pages.close());
beforeEach(() => {
  pages.services.carServices = { delivery: localDeliveryPrices() };
});

const open = (stocknum: string, query = '', settings: object = ON) =>
  pages.render(`/cars/${slugs.get(stocknum)}/deal${query}`, { ...settings });
const texts = (html: string) =>
  html
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

it('VDP-230 VDP-242 a priced vehicle has a page for its deal, linked from its own; other sites have neither', async () => {
  const { status, html, headers } = await open('U2');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(html).toContain('<meta name="robots" content="noindex');
  const link = `href="/cars/${slugs.get('U2')}/deal"`;
  expect((await pages.render('car:U2', { ...ON })).html).toContain(link);
  expect((await pages.render('car:U2', {})).html).not.toContain(link);
  expect((await open('U2', '', {})).status).toBe(404);
});

it('VDP-241 VDP-232 the choices of the address are added up without JavaScript, delivery included', async () => {
  const { html } = await open('U2', '?trade=5000&extra=window-tint.59900&get=delivery&postcode=4000');
  const shown = texts(html);
  for (const part of [
    'Window tint $599',
    'Delivery (Queensland) $190',
    'Your trade-in (your estimate) −$5,000',
    'Left to pay',
  ])
    expect(shown).toContain(part);
  const amounts = [...shown.matchAll(/(?:Total|Left to pay) \$([\d,]+)/g)].map(([, text = '']) =>
    Number(text.replaceAll(',', '')),
  );
  expect((amounts[0] ?? 0) - (amounts[1] ?? 0)).toBe(5000);
  // The form that sends it has the same deal.
  expect(html).toMatch(
    /name="deal" value="v=1&amp;price=\d+\.[a-z_]+&amp;trade=5000&amp;extra=window-tint\.59900&amp;get=delivery&amp;postcode=4000&amp;fare=4000\.19000"/,
  );
});

it('VDP-236 a price that has changed and an extra that has gone are said', async () => {
  const shown = texts((await open('U2', '?v=1&price=100.drive_away&extra=roof-rack.1')).html);
  expect(shown).toMatch(/was \$1 .*when this deal was made/);
  expect(shown).toContain('Roof rack is no longer offered');
  expect(texts((await open('U2', '?v=9&trade=5000')).html)).toContain(
    'This link is from another version of our site',
  );
});

it('VDP-236 of a sold vehicle that is said, with a form for a similar one; one without a price has no deal', async () => {
  const sold = await open('S1', '?trade=5000');
  expect([sold.status, texts(sold.html).includes('has been sold')]).toEqual([200, true]);
  expect(sold.html).toContain('action="/enquire/find-similar"');
  expect(sold.html).not.toContain('action="/enquire/deal"');
  expect(texts((await open('P1')).html)).toContain('has no price at the moment');
  expect((await pages.render('/cars/no-such-car/deal', { ...ON })).status).toBe(404);
});

it('FIN-10 VDP-232 a repayment has its rates beside it, and the warning is on the page', async () => {
  const { html } = await open('U2', '?pay=finance&term=5');
  expect(texts(html)).toMatch(
    /\$\d+ \/ week \d+\.\d\d% p\.a\. interest rate \d+\.\d\d% p\.a\. your comparison rate/,
  );
  expect(html).toContain('id="financeDisclaimer"');
});

it('VDP-293 a loan in a deal has the rate of the vehicle’s own lender, and names its fees', async () => {
  const { db } = pages.services;
  const { record } = await db
    .selectFrom('vehicles')
    .select('record')
    .where('identity', '=', 'stock:U2')
    .executeTakeFirstOrThrow();
  const write = (text: string) =>
    db.updateTable('vehicles').set({ record: text }).where('identity', '=', 'stock:U2').execute();
  const entry = { interestRate: 9.37, comparisonRate: 11.02, paymentWeek: 15_000, termYears: 5 };
  await write(JSON.stringify({ ...JSON.parse(record), finance_lenders: { Manual: entry } }));
  const settings = { ...ON, 'finance.provider': 'Manual' };
  try {
    expect(texts((await pages.render('car:U2', settings)).html)).toContain('9.37% p.a.');
    const shown = texts((await open('U2', '?pay=finance&term=5', settings)).html);
    expect(shown).toContain('9.37% p.a. interest rate');
    expect(shown).toMatch(/Your comparison rate counts fees of \$\d/);
  } finally {
    await write(record);
  }
});

it('VDP-238 a signed-in shopper saves a deal without JavaScript, and another device continues it', async () => {
  const settings = { ...ON, 'account.signIn': true };
  const { db, clock } = pages.services;
  const details = {
    ...{ firstName: 'Ann', lastName: '', email: '', website: '', dealershipSlug: '' },
    ...{ optInConsent: null, termsConsent: null },
  };
  const person = { dealer: 'switchboard', phone: '0412345678' };
  const contact = await signInContact(db, person, details, clock.now().toISOString());
  const cookie = (await startSession(pages.services, contact)).split(';')[0] ?? '';
  const path = `/cars/${slugs.get('U2')}/deal`;
  const visit = (address: string, init: RequestInit = {}) =>
    pages.render(address, settings, { ...init, headers: { cookie } });
  const first = await visit(`${path}?trade=5000`);
  expect(first.html).toContain('Save to my garage');
  const saved = await visit(path, {
    method: 'POST',
    body: new URLSearchParams({ query: 'v=1&trade=5000&name=Ann' }),
  });
  expect(saved.status).toBe(303);
  const resumed = await visit(path);
  expect([resumed.status, resumed.headers.location]).toEqual([302, `${path}?v=1&trade=5000`]);
  expect((await pages.render(path, settings)).status).toBe(200);
});

it('VDP-290 a valuation begun from a deal leads back to it, with the estimate as its trade-in', async () => {
  pages.services.vehicleData = {
    register: localRego(pages.services.clock),
    valuer: localValuer(pages.services.clock),
  };
  const path = `/cars/${slugs.get('U2')}/deal`;
  const { html } = await open('U2', '?extra=window-tint.59900');
  const [, link = ''] = /href="(\/cars\/trade-in\?[^"]*)"/.exec(html) ?? [];
  const start = await pages.render(link.replaceAll('&amp;', '&'), ON);
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(start.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const post = (address: string, values: Record<string, string>) =>
    pages.render(address, ON, { method: 'POST', body: new URLSearchParams(values) });
  const wanted = { car_id: hidden('car_id'), deal: hidden('deal') };
  const begun = await post('/value-my-car', { no_plate: 'on', ...wanted });
  const journey = String(begun.headers.location ?? '').replace(/\/vehicle$/, '');
  await post(`${journey}/vehicle`, VEHICLE);
  await post(`${journey}/condition`, CONDITION);
  await post(`${journey}/details`, DETAILS);
  const offer = (await pages.render(`${journey}/offer`, ON)).html;
  await post(`${journey}/offer`, { decision: 'accept' });
  const done = (await pages.render(`${journey}/done`, ON)).html;
  for (const page of [offer, done]) {
    const [, back = ''] = /<a class="button[^"]*" href="([^"]*)">Back to your deal/.exec(page) ?? [];
    const [address, query] = back.replaceAll('&amp;', '&').split('?');
    expect(address).toBe(path);
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      extra: 'window-tint.59900',
      trade: expect.stringMatching(/^\d+$/),
    });
    expect(page).not.toMatch(/<p hidden[^>]*data-keep-valuation/);
  }
});

it('FORM-242 no two fields of a deal’s page have one id, and the postcode of a delivery is there once', async () => {
  const settings = { ...ON, 'leads.postcode': 'required' };
  const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const picked = (await open('U2', '', settings)).html;
  expect(idsOf(picked)).toContain('deal-postcode');
  expect(new Set(idsOf(picked)).size).toBe(idsOf(picked).length);
  const delivered = (await open('U2', '?get=delivery&postcode=4000', settings)).html;
  expect(idsOf(delivered)).not.toContain('deal-postcode');
  expect(delivered).toContain('<input type="hidden" name="postcode" value="4000"/>');
});
