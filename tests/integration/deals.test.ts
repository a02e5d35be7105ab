import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#src/features/account/server/account-privacy.ts';
import { signInContact } from '#src/features/account/server/queries/contact-queries.ts';
import { startSession } from '#src/features/account/server/session.ts';
import { MAX_DEALS } from '#src/features/deal/saved-deal.ts';
import { listDeals, respondToDeals } from '#src/features/deal/server/account-deals.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { adfDocument } from '#src/features/leads/server/destinations/adf.ts';
import { leadEmail } from '#src/features/leads/server/destinations/lead-email.ts';
import { respondToLead } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { exportAccounts } from '#src/features/leads/server/operations/export-records.ts';
import { localDeliveryPrices } from '#src/features/vehicle/server/cost-services.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { VENDOR } from '../fixtures/lead-vendor.ts';

const PHONE = '0412345678';
const QUERY =
  'v=1&price=3099000.drive_away&trade=12000&owing=2000&pay=finance&deposit=3000&term=5&credit=GREAT&extra=window-tint.59900&extra=roof-tent.99900&get=delivery&postcode=4000&day=2026-07-08';

let setup: LeadSetup;
beforeAll(async () => {
  setup = await leadServices();
  const { dealer } = setup;
  dealer.account = { ...dealer.account, signIn: true };
  dealer.deals = {
    ...dealer.deals,
    enabled: true,
    extras: [
      {
        ...{ id: 'window-tint', name: 'Window tint', description: 'All glass.', price: 599 },
        ...{ kind: 'accessory', verticals: [], makes: [], models: [], carTypes: [] },
      },
    ],
  };
  dealer.vehiclePage = { ...dealer.vehiclePage, deliveryCalculator: true };
  setup.services.carServices = { delivery: localDeliveryPrices() };
  await addCar(setup, { more: { price: 2_999_000, price_type: 'drive_away' } });
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['deals', 'sessions', 'contacts', 'outbox', 'leads'] as const)
    await setup.services.db.deleteFrom(table).execute();
});

const send = async (more: Record<string, string> = {}) => {
  const { category: _, dealership_slug: __, ...person } = LEAD;
  const body = { ...person, car_id: CAR_ID, deal: QUERY, Rego: 'abc 123', ...more };
  const request = new Request('http://riverbend.localhost/api/leads/deal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await respondToLead(setup.services, setup.dealer, 'deal', request, {});
  return { status: response.status, body: await response.json() };
};
const payload = async () => readLeadPayload((await setup.leads())[0]?.payload ?? '');

describe('a deal as a lead', () => {
  it('VDP-233 is one lead with its parts, at today’s prices and with what has changed', async () => {
    expect((await send()).status).toBe(201);
    const sent = await payload();
    expect(sent).toMatchObject({ subcategory: 'Deal', car_id: CAR_ID, Rego: 'ABC123', tags: ['deal'] });
    expect(sent.details).toBeUndefined();
    expect(sent.deal).toMatchObject({
      total_cents: 2_999_000 + 59_900 + 19_000,
      balance_cents: 2_999_000 + 59_900 + 19_000 - 1_200_000 + 200_000 - 300_000,
      payment: 'finance',
      repayment: expect.stringMatching(/interest rate, .*comparison rate$/),
      extras: [{ id: 'window-tint', name: 'Window tint', cents: 59_900 }],
      handover: { way: 'delivery', date: '2026-07-08', postcode: '4000' },
      notes: [
        'The car was $30,990 when this deal was made. It’s $29,990 now.',
        'Roof tent is no longer offered for this vehicle, so it isn’t part of the total.',
      ],
    });
    expect(sent.deal?.link).toContain(
      '/cars/2021-toyota-hilux-s123/deal?v=1&price=2999000.drive_away&trade=12000',
    );
  });

  it('VDP-233 names every part in the dealer’s e-mail, and extras and payment in ADF', async () => {
    await send();
    const sent = await payload();
    const { text } = leadEmail(sent, 1);
    for (const line of [
      'Deal: 2021 Toyota HiLux SR5 (Drive away): $29,990',
      'Deal: Window tint: $599',
      'Deal: Delivery (Queensland): $190',
      'Deal: total: $30,779',
      'Deal: Your trade-in (your estimate): −$12,000',
      'Deal: left to finance: $17,779',
      'Deal: handover: Delivery to 4000, Wednesday 8 July',
      'Shopper’s rego: ABC123',
    ])
      expect(text).toContain(line);
    const document = adfDocument({
      ...{ leadId: 'lead', sequence: 1, createdAt: '2026-07-01T00:00:00Z', payload: sent },
      vendor: VENDOR,
    });
    const adf = document.replace(/>\s+</g, '><');
    expect(adf).toContain('<option><optionname>Window tint</optionname>');
    expect(adf).toContain(
      '<finance><method>finance</method><amount type="downpayment" currency="AUD">3000</amount>',
    );
    expect(adf).toContain('<balance type="finance" currency="AUD">17779</balance>');
  });

  it('VDP-233 FORM-11 sent twice is one lead', async () => {
    const key = { submission_key: '0b7c9e64-58f1-4d3a-9c55-2f1d3a7e9b10' };
    const [first, second] = [await send(key), await send(key)];
    expect(second.body.lead_id).toBe(first.body.lead_id);
    expect(await setup.leads()).toHaveLength(1);
    expect((await send({ ...key, deal: 'v=1' })).body.error.code).toBe('submission_changed');
  });

  it('VDP-233 VDP-236 for a vehicle that is sold, gone or not given, it is refused with a code', async () => {
    const sold = (row: object) =>
      setup.services.db.updateTable('vehicles').set(row).where('id', '=', CAR_ID).execute();
    const { record } = await setup.services.db
      .selectFrom('vehicles')
      .select('record')
      .executeTakeFirstOrThrow();
    await sold({
      record: JSON.stringify({ ...JSON.parse(record), status: 'sold' }),
      sold_at: new Date(START).toISOString(),
    });
    expect(await send()).toMatchObject({ status: 409, body: { error: { code: 'car_sold' } } });
    await sold({ record, sold_at: null, removed_at: new Date(START).toISOString() });
    expect(await send()).toMatchObject({ status: 410, body: { error: { code: 'car_gone' } } });
    await sold({ removed_at: null });
    expect(await send({ car_id: '' })).toMatchObject({
      status: 422,
      body: { error: { code: 'car_missing' } },
    });
  });

  it('VDP-230 a site without deals takes none', async () => {
    setup.dealer.deals.enabled = false;
    expect(await send()).toMatchObject({ status: 404, body: { error: { code: 'form_off' } } });
    setup.dealer.deals.enabled = true;
  });
});

describe('the deals of an account', () => {
  let cookie: string;
  let contact: { id: string; dealer: string; phone: string };
  beforeEach(async () => {
    setup.time.now = START;
    const { db, clock } = setup.services;
    const details = {
      ...{ firstName: 'Annabel', lastName: '', email: '', website: '', dealershipSlug: '' },
      ...{ optInConsent: null, termsConsent: null },
    };
    const person = { dealer: 'riverbend', phone: PHONE };
    contact = await signInContact(db, person, details, clock.now().toISOString());
    cookie = (await startSession(setup.services, contact)).split(';')[0] ?? '';
  });

  const ask = async (body: object | string, as: string | null = cookie) => {
    const isForm = typeof body === 'string';
    const request = new Request('http://riverbend.localhost/api/deals', {
      method: 'POST',
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(as && { cookie: as }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    return respondToDeals(setup.services, setup.dealer, request);
  };
  const save = async (query: string, savedAt: number, carId = CAR_ID) =>
    (await ask({ deals: [{ car_id: carId, query, saved_at: new Date(savedAt).toISOString() }] })).json();

  it('VDP-238 the later deal for a vehicle stays, whichever comes last', async () => {
    await save('v=1&trade=1000', START - HOUR_MS);
    expect((await save('v=1&trade=500', START - 2 * HOUR_MS)).deals).toMatchObject([
      { query: 'v=1&trade=1000' },
    ]);
    expect((await save('v=1&trade=2000', START)).deals).toMatchObject([
      {
        car_id: CAR_ID,
        query: 'v=1&trade=2000',
        slug: '2021-toyota-hilux-s123',
        name: '2021 Toyota HiLux SR5',
      },
    ]);
  });

  it('VDP-238 a clock that is ahead does not outlast later changes', async () => {
    await save('v=1&trade=1000', START + 1000 * HOUR_MS);
    setup.time.now = START + HOUR_MS;
    expect((await save('v=1&trade=2000', START + HOUR_MS)).deals).toMatchObject([
      { query: 'v=1&trade=2000' },
    ]);
  });

  it('VDP-231 VDP-238 only choices are stored', async () => {
    await save('v=1&trade=1000&name=Ann&phone=0412345678', START);
    expect(await setup.services.db.selectFrom('deals').select('query').execute()).toEqual([
      { query: 'v=1&trade=1000' },
    ]);
  });

  it(`VDP-238 an account holds ${MAX_DEALS} deals, the newest`, async () => {
    const { db } = setup.services;
    for (let at = 0; at <= MAX_DEALS; at++) {
      if (at > 0)
        await addCar(setup, { id: `other-${at}`, more: { price: 1_000_000, price_type: 'drive_away' } });
      await save(`v=1&trade=${at + 1}`, START - HOUR_MS + at, at === 0 ? CAR_ID : `other-${at}`);
    }
    const ids = (await db.selectFrom('deals').select('vehicle_id').execute()).map(
      ({ vehicle_id }) => vehicle_id,
    );
    expect(ids).toHaveLength(MAX_DEALS);
    expect(ids).not.toContain(CAR_ID);
    await db.deleteFrom('vehicles').where('id', '!=', CAR_ID).execute();
  });

  it('VDP-238 without sign-in, with another body, or on a site without deals nothing is stored', async () => {
    const body = { deals: [{ car_id: CAR_ID, query: 'v=1', saved_at: new Date(START).toISOString() }] };
    const codes = [];
    for (const response of [await ask(body, null), await ask({ deals: [{ car_id: CAR_ID }] })])
      codes.push([response.status, (await response.json()).error.code]);
    setup.dealer.deals.enabled = false;
    codes.push([(await ask(body)).status]);
    setup.dealer.deals.enabled = true;
    expect(codes).toEqual([[403, 'sign_in_required'], [400, 'bad_request'], [404]]);
    expect(await setup.services.db.selectFrom('deals').selectAll().execute()).toEqual([]);
  });

  it('VDP-238 a vehicle that was never listed here has no deal', async () => {
    expect((await save('v=1', START, 'elsewhere')).deals).toEqual([]);
  });

  it('VDP-239 the list adds up at today’s price, and a deal can be removed from it', async () => {
    await save(QUERY, START);
    const list = () => listDeals(setup.services, setup.dealer, contact);
    expect(await list()).toMatchObject([
      {
        name: '2021 Toyota HiLux SR5',
        text: '$30,589 in total, $17,589 left to finance',
        href: expect.stringContaining('/cars/2021-toyota-hilux-s123/deal?v=1'),
      },
    ]);
    const removed = await ask(`remove=${CAR_ID}`);
    expect([removed.status, removed.headers.get('location')]).toEqual([303, setup.dealer.links.garage]);
    expect(await list()).toEqual([]);
  });

  it('VDP-239 AUTH-03 deals are in the export of accounts, and go with the account', async () => {
    await save('v=1&trade=1000', START);
    let exported = '';
    for await (const { text } of exportAccounts(setup.services, 'riverbend', 'ndjson')) exported += text;
    expect(JSON.parse(exported)).toMatchObject({ deals: [`${CAR_ID}?v=1&trade=1000`] });
    await deleteAccount(setup.services, contact);
    expect(await setup.services.db.selectFrom('deals').selectAll().execute()).toEqual([]);
  });
});
