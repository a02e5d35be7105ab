import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UNPROVEN_LEADS } from '#src/features/leads/limits/lead-rate-limits.ts';
import { findTradeIn, type StoredTradeIn } from '#src/features/trade-in/server/queries/trade-in-queries.ts';
import { storeTradeInLead } from '#src/features/trade-in/server/trade-in-lead.ts';
import { addCar, CAR_ID, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { payloadsOf, recordOf } from '../fixtures/stored-trade-ins.ts';
import { CONDITION, DETAILS, go, tradeInJourney, VEHICLE } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
});
afterEach(() => setup.stop());

describe('the lead', () => {
  it('FORM-14 is stored with the vehicle, the answers and the estimate before it is acknowledged', async () => {
    const id = await journey.sent();
    const [{ kind, payload } = { kind: '', payload: undefined }] = await payloadsOf(setup);
    expect(kind).toBe('lead');
    expect(payload).toMatchObject({
      name: 'Annabel',
      phone: '0412345678',
      category: 'Trade-In',
      subcategory: 'Trade-In Valuation',
      opt_in: true,
      trade_in: {
        id,
        make: 'Toyota',
        kilometres: 60_000,
        adjustmentAnswers: { condition: 'good', keys: 'two' },
        offer_price: expect.any(Number),
        offer_accepted: null,
        form_completed: true,
        photos: [],
      },
    });
    const stored = await recordOf(setup, id);
    expect(stored).toMatchObject({ record: { form_completed: true, lead_id: stored?.lead_id } });
    expect(await setup.outbox()).toHaveLength(1);
  });

  it('FORM-13 carries the plate, and the details in words', async () => {
    const id = await journey.begun();
    await journey.post(id, 'condition', { ...CONDITION, kilometres: '1' });
    await journey.post(id, 'details', DETAILS);
    const [lead] = await payloadsOf(setup);
    expect(lead?.payload.Rego).toBe('ABC123');
    const words = Object.fromEntries((lead?.payload.details ?? []).map(({ label, value }) => [label, value]));
    expect(words).toMatchObject({
      Rego: expect.stringContaining('ABC123'),
      'How many keys do you have?': 'Two or more',
      'Online estimate': expect.any(String),
    });
  });

  it('FORM-13 FORM-14 CFG-13 carries berths, length and axles of a caravan, and no kilometres', async () => {
    const visit = tradeInJourney(setup, { ...setup.dealer, verticals: ['caravans', 'parts'] });
    const id = await visit.begun({ no_plate: 'on' });
    const van = {
      year: '2022',
      make: 'Jayco',
      model: 'Journey',
      sleeps: '4',
      length: '21 ft',
      axle_type: 'Tandem',
    };
    expect(await visit.post(id, 'vehicle', van)).toEqual(go(id, 'condition'));
    const { kilometres: _, ...answers } = CONDITION;
    expect(await visit.post(id, 'condition', answers)).toEqual(go(id, 'details'));
    expect(await visit.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    const [lead] = await payloadsOf(setup);
    expect(lead?.payload.trade_in).toMatchObject({
      model: 'Journey',
      sleeps: 4,
      length: '21 ft',
      axle_type: 'Tandem',
      offer_price: expect.any(Number),
    });
    expect(lead?.payload.trade_in).not.toHaveProperty('kilometres');
    const words = Object.fromEntries((lead?.payload.details ?? []).map(({ label, value }) => [label, value]));
    expect(words).toMatchObject({ Berths: '4', 'Body length': '21 ft', Axles: 'Tandem' });
    expect(words).not.toHaveProperty('Kilometres');
  });

  it('FORM-04 FORM-10 says which terms of valuations it was sent under, where the site has them', async () => {
    const page = setup.dealer.pages['value-my-car-terms-and-conditions'];
    const versions: (string | undefined)[] = [];
    for (const lead of ['What it is.', 'What it is not.']) {
      const pages = { ...setup.dealer.pages, 'value-my-car-terms-and-conditions': { ...page, lead } };
      await tradeInJourney(setup, { ...setup.dealer, pages }).sent();
      const told = (await payloadsOf(setup)).find(
        ({ payload }) => !versions.includes(payload.valuation_terms_consent?.version),
      );
      expect(told?.payload.valuation_terms_consent).toEqual({
        text: 'By continuing you accept the valuation terms and conditions.',
        version: expect.stringMatching(/^sha256:[\da-f]{12}$/),
        channel: 'Website form',
        at: '2026-07-01T00:00:00.000Z',
      });
      versions.push(told?.payload.valuation_terms_consent?.version);
    }
    expect(new Set(versions).size).toBe(2);
  });

  it('FORM-04 FORM-10 terms of valuations that were published meanwhile are not what was accepted', async () => {
    const page = setup.dealer.pages['value-my-car-terms-and-conditions'];
    const pages = {
      ...setup.dealer.pages,
      'value-my-car-terms-and-conditions': { ...page, enabled: true },
    };
    const visit = tradeInJourney(setup, { ...setup.dealer, pages });
    const id = await visit.valued();
    await visit.post(id, 'details', { ...DETAILS, notice_version: 'sha256:0123456789ab' });
    const [lead] = await payloadsOf(setup);
    expect(lead?.payload.valuation_terms_consent).toMatchObject({
      text: 'By continuing you accept the valuation terms and conditions.',
      version: 'sha256:0123456789ab',
    });
  });

  it('FORM-11 sent twice, at once or with other words, is one lead', async () => {
    const id = await journey.valued();
    const both = await Promise.all([
      journey.post(id, 'details', DETAILS),
      journey.post(id, 'details', DETAILS),
    ]);
    expect(both).toEqual([go(id, 'offer'), go(id, 'offer')]);
    expect(await journey.post(id, 'details', { ...DETAILS, name: 'Bea' })).toMatchObject({ kind: 'go' });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-02 refuses what is wrong with the exact words', async () => {
    const id = await journey.valued();
    const answer = await journey.post(id, 'details', { ...DETAILS, phone: '12', postcode: '40' });
    expect(answer).toMatchObject({
      status: 422,
      form: {
        errors: { postcode: 'Invalid postcode. Please enter a 4-digit number.' },
        values: { name: 'Annabel', postcode: '40' },
      },
    });
    expect(await setup.leads()).toEqual([]);
  });

  it('FORM-14 names a car that can be traded against, and no other', async () => {
    await addCar(setup);
    const ids = { unpriced: await journey.sent({ car_id: CAR_ID }), priced: '' };
    const { record } = await setup.services.db
      .selectFrom('vehicles')
      .select('record')
      .executeTakeFirstOrThrow();
    await setup.services.db
      .updateTable('vehicles')
      .set({ record: JSON.stringify({ ...JSON.parse(record), price: 3_000_000 }) })
      .execute();
    ids.priced = await journey.sent({ car_id: CAR_ID });
    expect((await recordOf(setup, ids.unpriced))?.vehicle_id).toBeNull();
    expect((await recordOf(setup, ids.priced))?.vehicle_id).toBe(CAR_ID);
    const cars = (await setup.leads()).map(({ vehicle_id }) => vehicle_id);
    expect(cars.sort()).toEqual([CAR_ID, null].sort());
  });

  it('FORM-14 CFG-08 names no car of a dealership that takes no trade-ins', async () => {
    await addCar(setup);
    const { record } = await setup.services.db
      .selectFrom('vehicles')
      .select('record')
      .executeTakeFirstOrThrow();
    await setup.services.db
      .updateTable('vehicles')
      .set({ record: JSON.stringify({ ...JSON.parse(record), price: 3_000_000 }) })
      .execute();
    const dealerships = setup.dealer.dealerships.map((each) => ({
      ...each,
      switches: { ...each.switches, tradeIn: false },
    }));
    const id = await tradeInJourney(setup, { ...setup.dealer, dealerships }).begun({
      car_id: CAR_ID,
      no_plate: 'on',
    });
    expect((await recordOf(setup, id))?.vehicle_id).toBeNull();
  });

  it('FORM-11 a database that cannot write says so with the number to call, and keeps the journey', async () => {
    const id = await journey.valued();
    const full = vi.spyOn(setup.services.db, 'transaction').mockImplementation(() => {
      throw new Error('disk full');
    });
    expect(await journey.post(id, 'details', DETAILS)).toMatchObject({
      status: 503,
      form: {
        failure: { message: expect.stringContaining('Please call us on') },
        values: { name: 'Annabel' },
      },
    });
    full.mockRestore();
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
  });

  it.each([
    ['vehicle', VEHICLE],
    ['condition', CONDITION],
  ])('FORM-11 what was typed as %s stays where it cannot be written', async (page, values) => {
    const id = await journey.valued();
    const full = vi.spyOn(setup.services.db, 'transaction').mockImplementation(() => {
      throw new Error('disk full');
    });
    const [name = '', other] = Object.keys(values);
    const typed = { ...values, [name]: '2021' };
    expect(await journey.post(id, page, typed)).toMatchObject({
      status: 503,
      form: {
        failure: { message: expect.stringContaining('Please call us on') },
        values: { [name]: '2021', [other ?? '']: Object.values(values)[1] },
      },
    });
    full.mockRestore();
  });

  it('FORM-11 details stay, and the page is shown, where the car wanted cannot be read', async () => {
    const id = await journey.valued();
    await setup.services.db.updateTable('trade_ins').set({ vehicle_id: CAR_ID }).execute();
    const { db } = setup.services;
    const selectFrom = db.selectFrom.bind(db) as (table: string) => never;
    const away = vi.spyOn(db, 'selectFrom').mockImplementation(((table: string) => {
      if (table.startsWith('vehicles')) throw new Error('disk full');
      return selectFrom(table);
    }) as never);
    expect(await journey.post(id, 'details', DETAILS)).toMatchObject({
      status: 503,
      form: { values: { name: 'Annabel' } },
    });
    away.mockRestore();
  });

  it('FORM-14 a lead and its valuation are of one vehicle, whatever another tab does meanwhile', async () => {
    const id = await journey.valued();
    const read = (await findTradeIn(setup.services.db, setup.dealer.slug, id)) as StoredTradeIn;
    await journey.post(id, 'vehicle', { ...VEHICLE, make: 'Mazda', model: 'CX-5' });
    await journey.post(id, 'condition', { ...CONDITION, condition: 'poor' });
    const from = { userAgent: 'Test', clientAddress: undefined, contactId: undefined };
    const outcome = await storeTradeInLead(setup.services, setup.dealer, read, DETAILS, from);
    expect(outcome).toEqual({ kind: 'done' });
    const told = (await payloadsOf(setup))[0]?.payload.trade_in;
    const record = (await recordOf(setup, id))?.record;
    expect(record).toMatchObject({
      vehicle: { make: told?.make, model: told?.model },
      adjustmentAnswers: told?.adjustmentAnswers,
      offer_price: (told?.offer_price ?? 0) * 100,
      form_completed: true,
    });
  });

  it('FORM-11 one that fell into the honeypot is held, and its updates with it', async () => {
    const id = await journey.valued();
    await journey.post(id, 'details', { ...DETAILS, contact_code_2: 'x' });
    await journey.post(id, 'offer', { decision: 'accept' });
    expect((await setup.outbox()).map(({ state }) => state)).toEqual(['held', 'held']);
  });

  it('FORM-11 none waits for a challenge token that its forms do not ask for', async () => {
    const turnstile = { siteKey: 'site-key', secret: 'DEALER_NO_SUCH_SECRET' };
    const own = tradeInJourney(setup, { ...setup.dealer, leads: { ...setup.dealer.leads, turnstile } });
    for (let n = 0; n <= MAX_UNPROVEN_LEADS; n++) await own.sent();
    expect(await setup.leads()).toHaveLength(MAX_UNPROVEN_LEADS + 1);
    expect(new Set((await setup.outbox()).map(({ state }) => state))).toEqual(new Set(['pending']));
  });
});
