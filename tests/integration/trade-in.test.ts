import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { UNPROVEN_LEADS_A_WINDOW } from '#src/domain/lead/lead-limits.ts';
import { findTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import { applyRetention, eraseOldLeads } from '#src/server/leads/privacy/apply-retention.ts';
import { eraseAll } from '#src/server/leads/privacy/erase-person.ts';
import { forgetUnfinishedTradeIns } from '#src/server/trade-ins/forget-trade-ins.ts';
import { storeTradeInLead } from '#src/server/trade-ins/store-lead.ts';
import { addCar, CAR_ID, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { CONDITION, DETAILS, GOOD_PLATE, tradeInJourney, VEHICLE } from '../fixtures/trade-in-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
});
afterEach(() => setup.stop());

const stores = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const payloads = async () =>
  (await setup.leads())
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ kind, parent_id, sequence, payload }) => ({
      kind,
      parent_id,
      sequence,
      payload: JSON.parse(payload) as LeadPayload,
    }));
const recordOf = async (id: string) => {
  const row = await setup.services.db
    .selectFrom('trade_ins')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, record: JSON.parse(row.record) };
};
const other = () => setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;
const go = (id: string, page: string) => ({ kind: 'go', to: `/value-my-car/${id}/${page}` });

describe('the plate', () => {
  it('FORM-10 a vehicle found by its plate is asked about its condition next', async () => {
    const begun = await journey.begin({ rego: ' abc-123 ', regoState: 'qld' });
    expect(begun).toMatchObject({
      kind: 'begun',
      to: expect.stringMatching(/^\/value-my-car\/[\w-]{32}\/condition$/),
    });
    expect(journey.register.asked).toEqual([{ rego: 'ABC123', state: 'qld' }]);
  });

  it('FORM-02 FORM-10 a plate is required, and the input stays', async () => {
    expect(await journey.begin({ rego: '', regoState: 'qld' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { rego: 'This is a required field.' },
    });
    expect(await journey.begin({ rego: 'ABC/123', regoState: 'wa' })).toMatchObject({
      errors: { rego: 'Enter your registration plate, such as ABC123.' },
      values: { rego: 'ABC/123', regoState: 'wa' },
    });
    expect(await journey.begin({ rego: 'ABC123', regoState: 'xyz' })).toMatchObject({
      errors: { regoState: 'Choose an option from the list.' },
    });
    expect(journey.register.asked).toEqual([]);
  });

  it.each(['ABCD1234', 'ABC12345X'])(
    'FORM-10 the register is not called for "%s", which is not a plate',
    async (rego) => {
      expect(await journey.begin({ rego, regoState: 'qld' })).toMatchObject({
        status: 422,
        errors: { rego: 'Enter your registration plate, such as ABC123.' },
      });
      expect(journey.register.asked).toEqual([]);
    },
  );

  it.each([
    ['S·123·ABC', 'S123ABC'],
    ['ＡＢＣ１２３', 'ABC123'],
  ])('FORM-10 the plate %s is looked up as %s', async (rego, plate) => {
    await journey.begun({ rego, regoState: 'qld' });
    expect(journey.register.asked).toEqual([{ rego: plate, state: 'qld' }]);
  });

  it.each([
    ['finds-nothing', 'not_found'],
    ['busy', 'unavailable'],
    ['fails', 'unavailable'],
    ['silent', 'unavailable'],
  ] as const)(
    'FORM-10 a register that %s leads to manual entry, with the plate',
    async (faultMode, problem) => {
      journey.register.behave(faultMode);
      const id = await journey.begun();
      expect(await journey.show(id, '')).toEqual(go(id, 'vehicle'));
      expect((await recordOf(id))?.record).toMatchObject({
        rego: 'ABC123',
        regoState: 'qld',
        vehicle: null,
        lookup_problem: problem,
      });
    },
  );

  it('FORM-10 a shopper who does not know the plate enters the vehicle', async () => {
    const id = await journey.begun({ rego: '', regoState: 'qld', no_plate: 'on' });
    expect(await journey.show(id, 'vehicle')).toMatchObject({ kind: 'page', status: 200 });
    expect(journey.register.asked).toEqual([]);
    expect(await journey.post(id, 'vehicle', { ...VEHICLE, year: '1850', make: '' })).toMatchObject({
      status: 422,
      form: {
        errors: { year: 'Enter a year, such as 2019.', make: 'This is a required field.' },
        values: { model: 'HiLux', year: '1850' },
      },
    });
    expect(await journey.post(id, 'vehicle', VEHICLE)).toEqual(go(id, 'condition'));
  });

  it('FORM-10 without a register, or with the look-up off, nothing is invented', async () => {
    setup.services.vehicleData = {};
    const id = await journey.begun();
    expect((await recordOf(id))?.record).toMatchObject({
      rego: 'ABC123',
      vehicle: null,
      lookup_problem: null,
    });
    const tradeIn = { ...setup.dealer.tradeIn, regoLookup: false };
    const own = tradeInJourney(setup, { ...setup.dealer, tradeIn });
    await own.begun(GOOD_PLATE);
    expect(own.register.asked).toEqual([]);
  });

  it('FORM-11 too many plates of one address are not looked up, and the shopper can continue', async () => {
    for (let at = 0; at < 16; at += 1) await journey.begun();
    expect(journey.register.asked).toHaveLength(15);
    const last = await journey.begin();
    expect(last).toMatchObject({ kind: 'begun', to: expect.stringMatching(/\/vehicle$/) });
  });
});

describe('the estimate', () => {
  it('FORM-10 is made of the answers, and shown only once the dealer has the details', async () => {
    const id = await journey.valued();
    expect(await journey.show(id, 'offer')).toEqual(go(id, 'details'));
    expect(await journey.post(id, 'offer', { decision: 'accept' })).toEqual(go(id, 'details'));
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    const shown = await journey.show(id, 'offer');
    expect(shown).toMatchObject({
      kind: 'page',
      isExpired: false,
      record: { offer_price: expect.any(Number), valid_until: '2026-07-08', form_completed: true },
    });
    const sound = (await recordOf(id))?.record.offer_price;
    const worn = await journey.valued();
    await journey.post(worn, 'condition', { ...CONDITION, condition: 'poor', accident: 'unrepaired' });
    expect((await recordOf(worn))?.record.offer_price).toBeLessThan(sound);
  });

  it('CFG-06 the valuer receives the dealer’s market data source', async () => {
    const own = tradeInJourney(setup, { ...setup.dealer, autograb: true, redbook: false });
    await own.valued();
    expect(own.valuer.asked[0]).toMatchObject({ kilometres: 60_000, sources: ['autograb'] });
  });

  it.each([
    ['too_old', { ...VEHICLE, year: '2010' }, CONDITION],
    ['too_far', VEHICLE, { ...CONDITION, kilometres: '100,001' }],
    ['no_value', { ...VEHICLE, model: 'Unknown' }, CONDITION],
  ])('FORM-10 none is made for one %s; the lead is still stored', async (reason, vehicle, condition) => {
    const id = await journey.begun({ no_plate: 'on' });
    await journey.post(id, 'vehicle', vehicle);
    await journey.post(id, 'condition', condition);
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    expect(await journey.show(id, 'offer')).toMatchObject({
      record: { offer_price: null, no_estimate_reason: reason },
    });
    expect((await payloads())[0]?.payload.trade_in).toMatchObject({
      offer_price: null,
      no_estimate_reason: reason,
    });
  });

  it('FORM-10 an unavailable valuer loses no lead', async () => {
    journey.valuer.behave('silent');
    await journey.sent();
    expect((await payloads())[0]?.payload.trade_in?.no_estimate_reason).toBe('unavailable');
  });

  it('FORM-10 questions must be answered with one of their answers', async () => {
    const id = await journey.begun({ no_plate: 'on' });
    await journey.post(id, 'vehicle', VEHICLE);
    expect(await journey.post(id, 'condition', { kilometres: '0', condition: 'perfect' })).toMatchObject({
      status: 422,
      form: {
        errors: {
          kilometres: 'Cannot be less than 1 or more than 2,000,000',
          condition: 'Choose an option from the list.',
          keys: 'This is a required field.',
        },
      },
    });
  });
});

describe('the lead', () => {
  it('FORM-14 is stored with the vehicle, the answers and the estimate before it is acknowledged', async () => {
    const id = await journey.sent();
    const [{ kind, payload } = { kind: '', payload: undefined }] = await payloads();
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
    const stored = await recordOf(id);
    expect(stored).toMatchObject({ record: { form_completed: true, lead_id: stored?.lead_id } });
    expect(await setup.outbox()).toHaveLength(1);
  });

  it('FORM-13 has the plate, and the details in words', async () => {
    const id = await journey.begun();
    await journey.post(id, 'condition', { ...CONDITION, kilometres: '1' });
    await journey.post(id, 'details', DETAILS);
    const [lead] = await payloads();
    expect(lead?.payload.Rego).toBe('ABC123');
    const words = Object.fromEntries((lead?.payload.details ?? []).map(({ label, value }) => [label, value]));
    expect(words).toMatchObject({
      Rego: expect.stringContaining('ABC123'),
      'How many keys do you have?': 'Two or more',
      'Online estimate': expect.any(String),
    });
  });

  it('FORM-04 FORM-10 has the valuation terms it was sent under, if the site has them', async () => {
    const page = setup.dealer.pages['value-my-car-terms-and-conditions'];
    const versions: (string | undefined)[] = [];
    for (const lead of ['What it is.', 'What it is not.']) {
      const pages = { ...setup.dealer.pages, 'value-my-car-terms-and-conditions': { ...page, lead } };
      await tradeInJourney(setup, { ...setup.dealer, pages }).sent();
      const told = (await payloads()).find(
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

  it('FORM-11 sent twice, concurrently or with other values, is one lead', async () => {
    const id = await journey.valued();
    const both = await Promise.all([
      journey.post(id, 'details', DETAILS),
      journey.post(id, 'details', DETAILS),
    ]);
    expect(both).toEqual([go(id, 'offer'), go(id, 'offer')]);
    expect(await journey.post(id, 'details', { ...DETAILS, name: 'Bea' })).toMatchObject({ kind: 'go' });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-02 refuses invalid input with the exact texts', async () => {
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

  it('FORM-14 names a car that accepts trade-ins, and no other', async () => {
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
    expect((await recordOf(ids.unpriced))?.vehicle_id).toBeNull();
    expect((await recordOf(ids.priced))?.vehicle_id).toBe(CAR_ID);
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
    expect((await recordOf(id))?.vehicle_id).toBeNull();
  });

  it('FORM-11 if the database cannot write, the number to call is shown and the valuation stays', async () => {
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
  ])('FORM-11 input as %s stays if it cannot be written', async (page, values) => {
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

  it('FORM-11 details stay, and the page is shown, if the wanted car cannot be read', async () => {
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

  it('FORM-14 a lead and its valuation are of one vehicle, whatever another tab does in the meantime', async () => {
    const id = await journey.valued();
    const read = (await findTradeIn(setup.services.db, setup.dealer.slug, id)) as StoredTradeIn;
    await journey.post(id, 'vehicle', { ...VEHICLE, make: 'Mazda', model: 'CX-5' });
    await journey.post(id, 'condition', { ...CONDITION, condition: 'poor' });
    const from = { userAgent: 'Test', clientAddress: undefined };
    const outcome = await storeTradeInLead(setup.services, setup.dealer, read, DETAILS, from);
    expect(outcome).toEqual({ kind: 'done' });
    const told = (await payloads())[0]?.payload.trade_in;
    const record = (await recordOf(id))?.record;
    expect(record).toMatchObject({
      vehicle: { make: told?.make, model: told?.model },
      adjustmentAnswers: told?.adjustmentAnswers,
      offer_price: (told?.offer_price ?? 0) * 100,
      form_completed: true,
    });
  });

  it('FORM-11 one caught by the honeypot is held, and its updates with it', async () => {
    const id = await journey.valued();
    await journey.post(id, 'details', { ...DETAILS, contact_code_2: 'x' });
    await journey.post(id, 'offer', { decision: 'accept' });
    expect((await setup.outbox()).map(({ state }) => state)).toEqual(['held', 'held']);
  });

  it('FORM-11 none waits for a challenge token, because its forms have none', async () => {
    const turnstile = { siteKey: 'site-key', secret: 'NO_SUCH_SECRET' };
    const own = tradeInJourney(setup, { ...setup.dealer, leads: { ...setup.dealer.leads, turnstile } });
    for (let n = 0; n <= UNPROVEN_LEADS_A_WINDOW; n++) await own.sent();
    expect(await setup.leads()).toHaveLength(UNPROVEN_LEADS_A_WINDOW + 1);
    expect(new Set((await setup.outbox()).map(({ state }) => state))).toEqual(new Set(['pending']));
  });
});

describe('the decision', () => {
  it('FORM-10 FORM-14 accepted twice is updates of the lead once', async () => {
    const id = await journey.sent();
    const both = await Promise.all([
      journey.post(id, 'offer', { decision: 'accept' }),
      journey.post(id, 'offer', { decision: 'accept' }),
    ]);
    expect(both).toEqual([go(id, 'photos'), go(id, 'photos')]);
    const [lead, news, ...more] = await payloads();
    expect(more).toEqual([]);
    expect(lead?.payload.trade_in?.offer_accepted).toBeNull();
    expect(news).toMatchObject({
      kind: 'update',
      sequence: 2,
      parent_id: (await recordOf(id))?.lead_id,
      payload: {
        name: 'Annabel',
        message: expect.stringContaining('accepts the online estimate of $'),
        trade_in: { offer_accepted: true, offer_price: lead?.payload.trade_in?.offer_price },
      },
    });
    expect(await setup.outbox()).toHaveLength(2);
  });

  it('FORM-10 declined can still be accepted; accepted is final', async () => {
    const id = await journey.sent();
    await journey.post(id, 'offer', { decision: 'decline' });
    expect((await recordOf(id))?.record.offer_accepted).toBe(false);
    await journey.post(id, 'offer', { decision: 'accept' });
    await journey.post(id, 'offer', { decision: 'decline' });
    expect((await recordOf(id))?.record.offer_accepted).toBe(true);
    expect(
      (await payloads()).map(({ sequence, payload }) => [sequence, payload.trade_in?.offer_accepted]),
    ).toEqual([
      [1, null],
      [2, false],
      [3, true],
    ]);
  });

  it('FORM-10 accepted in one tab and declined in another concurrently, it is accepted, and the dealer’s last update says so', async () => {
    const id = await journey.sent();
    const decide = (decision: string) => journey.post(id, 'offer', { decision });
    await Promise.all([decide('accept'), decide('decline'), decide('accept')]);
    expect((await recordOf(id))?.record.offer_accepted).toBe(true);
    expect((await payloads()).at(-1)?.payload.trade_in?.offer_accepted).toBe(true);
  });

  it('FORM-10 an expired estimate cannot be accepted', async () => {
    const id = await journey.sent();
    setup.time.now += 8 * DAY_MS;
    expect(await journey.show(id, 'offer')).toMatchObject({ isExpired: true });
    expect(await journey.post(id, 'offer', { decision: 'accept' })).toMatchObject({ status: 409 });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-10 details do not revive an expired estimate: the vehicle is valued again', async () => {
    const id = await journey.valued();
    setup.time.now += 8 * DAY_MS;
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    const shown = {
      isExpired: false,
      record: { offer_price: expect.any(Number), valid_until: '2026-07-16' },
    };
    expect(await journey.show(id, 'offer')).toMatchObject(shown);
    expect((await payloads())[0]?.payload.trade_in?.valid_until).toBe('2026-07-16');
    expect(journey.valuer.asked).toHaveLength(2);
  });

  it('FORM-10 any other value is no decision', async () => {
    const id = await journey.sent();
    expect(await journey.post(id, 'offer', { decision: 'maybe', offer_price: '99999999' })).toMatchObject({
      status: 422,
    });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-14 a valuation the dealer has does not change', async () => {
    const id = await journey.sent();
    const before = await recordOf(id);
    for (const [page, values] of [
      ['vehicle', { ...VEHICLE, make: 'Ferrari' }],
      ['condition', { ...CONDITION, kilometres: '1' }],
      ['details', { ...DETAILS, name: 'Bea' }],
    ] as const) {
      expect(await journey.post(id, page, values)).toMatchObject({ kind: 'go' });
    }
    expect(await recordOf(id)).toEqual(before);
  });
});

describe('tenants', () => {
  it('FORM-10 CFG-03 another dealer’s valuation is unknown, for reading and writing', async () => {
    const id = await journey.sent();
    const before = await recordOf(id);
    for (const page of ['', 'vehicle', 'offer', 'photos', 'done']) {
      expect(await journey.show(id, page, other())).toEqual({ kind: 'unknown' });
      expect(await journey.post(id, page, { decision: 'accept' }, other())).toEqual({ kind: 'unknown' });
    }
    expect(await recordOf(id)).toEqual(before);
    expect(await journey.show('x'.repeat(32), 'offer')).toEqual({ kind: 'unknown' });
    expect(await journey.show(id, 'constructor')).toEqual({ kind: 'unknown' });
  });
});

describe('retention', () => {
  it('FORM-10 valuations that never became a lead are deleted after their days, others stay', async () => {
    const unfinished = await journey.valued();
    const finished = await journey.sent();
    setup.time.now += (setup.dealer.tradeIn.keepUnfinishedDays + 1) * DAY_MS;
    const fresh = await journey.valued();
    expect(await forgetUnfinishedTradeIns(stores(), setup.dealer)).toEqual({ tradeIns: 1, photos: 0 });
    expect(await recordOf(unfinished)).toBeUndefined();
    expect(await recordOf(finished)).toBeDefined();
    expect(await recordOf(fresh)).toBeDefined();
  });

  it('FORM-10 the daily retention of leads deletes them too', async () => {
    const unfinished = await journey.valued();
    setup.time.now += (setup.dealer.tradeIn.keepUnfinishedDays + 1) * DAY_MS;
    await applyRetention(stores(), [setup.dealer], { only: 'kookaburra-cars' });
    expect(await applyRetention(stores(), [setup.dealer], { dryRun: true })).toMatchObject({
      unfinishedTradeIns: 1,
    });
    expect(await recordOf(unfinished)).toBeDefined();
    await eraseOldLeads(setup.services);
    expect(await recordOf(unfinished)).toBeUndefined();
  });

  it('FORM-10 erasing a lead erases its valuation, photos included', async () => {
    const id = await journey.sent();
    const [lead] = await setup.leads();
    await eraseAll(stores(), [lead?.id ?? ''], 'request');
    expect(await recordOf(id)).toBeUndefined();
    expect((await payloads())[0]?.payload.trade_in).toBeUndefined();
  });
});
