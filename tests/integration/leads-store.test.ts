import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAME_SUBMISSION_MS } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { type SubmissionOutcome, submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { asPostgres } from '../fixtures/postgres-sql.ts';
import { ENGINE } from '../fixtures/test-database.ts';

let setup: LeadSetup;

beforeEach(async () => {
  setup = await leadServices();
  await addCar(setup);
});
afterEach(() => setup.stop());

const send = (body: Record<string, string>, form = 'enquiry') =>
  submitLead(setup.services, { dealer: setup.dealer, form, body, userAgent: 'Test/1.0\r\nX: y' });
const idOf = (outcome: SubmissionOutcome) => (outcome.kind === 'accepted' ? outcome.leadId : outcome.kind);
const payloads = async () => (await setup.leads()).map(({ payload }) => JSON.parse(payload));
const KEY = { submission_key: 'k'.repeat(20) };

describe('stored leads', () => {
  it('FORM-04 FORM-13 contain everything sent to the CRM', async () => {
    const outcome = await send({
      ...LEAD,
      car_id: CAR_ID,
      opt_in: 'on',
      page_path: '/cars/2021-toyota-hilux-s123?gclid=1',
      visited_pages: '["/","/search"]',
      linked_query_params: '{"utm_source":"mail"}',
    });
    expect(outcome).toEqual({
      kind: 'accepted',
      leadId: expect.any(String),
      category: 'Vehicle Enquiry',
      eventId: 15,
    });
    expect(await payloads()).toEqual([
      {
        ...LEAD,
        phone: '0412345678',
        category: 'Vehicle Enquiry',
        subcategory: 'Used Vehicle Enquiry',
        opt_in: true,
        opt_in_consent: {
          text: setup.dealer.leads.optInText,
          version: '2026-07',
          channel: 'Website form',
          at: '2026-07-01T00:00:00.000Z',
        },
        terms_consent: null,
        terms_accepted_at: null,
        dealership_slug: 'riverbend-south',
        location: 'Riverbend Used Cars Moorooka',
        location_id: '103',
        url: expect.stringMatching(/^https?:\/\/[^/]+\/cars\/2021-toyota-hilux-s123\?gclid=1$/),
        source: 'Website',
        user_agent: 'Test/1.0 X: y',
        page_id: '/cars/2021-toyota-hilux-s123',
        tags: ['enquiry'],
        car_id: CAR_ID,
        car_dealership_id: expect.any(String),
        car_year: '2021',
        car_description: '2021 Toyota HiLux SR5',
        manufacturer_slug: 'toyota',
        stock_number: 'S123',
        'Vehicle Make': 'Toyota',
        'Vehicle Model': 'HiLux',
        vehicle_status: 'in_stock',
        car_type: 'used',
        autogauge_enabled: false,
        vehicle_data: [],
        lead_attributes: { visited_pages: ['/', '/search'], linked_query_params: { utm_source: 'mail' } },
      },
    ]);
  });

  it('FORM-04 no consent is recorded where none was given', async () => {
    await send(LEAD);
    expect(await payloads()).toMatchObject([{ opt_in: false, opt_in_consent: null }]);
  });

  it('LOC-05 a contact form reaches the location it came from', async () => {
    await send({ ...LEAD, location_id: '105' }, 'contact');
    expect(await payloads()).toMatchObject([
      { location: 'Riverbend North Lakes', location_id: '105', dealership_slug: 'riverbend-north-lakes' },
    ]);
  });

  it('FORM-04 the lead of a car with only a dealership goes to a location of that', async () => {
    await addCar(setup, { id: 'c'.repeat(32), location_slug: null });
    await send({ ...LEAD, car_id: 'c'.repeat(32) });
    expect(await payloads()).toMatchObject([
      { location: 'Riverbend Used Cars Moorooka', location_id: '103', dealership_slug: 'riverbend-south' },
    ]);
  });

  it('FORM-04 a make with an accent is spelled as in the addresses of its cars', async () => {
    await addCar(setup, { id: 'd'.repeat(32), make: 'Citroën' });
    await send({ ...LEAD, car_id: 'd'.repeat(32) });
    expect(await payloads()).toMatchObject([{ 'Vehicle Make': 'Citroën', manufacturer_slug: 'citroen' }]);
  });

  it('FORM-04 a page address of another site is not stored', async () => {
    await send({ ...LEAD, page_path: '//evil.example/x' }, 'contact');
    expect(await payloads()).toMatchObject([{ page_id: '/enquire/contact' }]);
  });

  it('FORM-11 a lead and its delivery are stored together', async () => {
    const id = idOf(await send(LEAD));
    expect(await setup.outbox()).toMatchObject([
      { lead_id: id, destination: 'crm', state: 'pending', attempts: 0 },
    ]);
  });

  it('FORM-11 a filled-in honeypot looks like success; the lead is held and blocks no other', async () => {
    const held = idOf(await send({ ...LEAD, [FORM_EXTRAS.honeypot]: 'http://spam.example' }));
    expect(await setup.outbox()).toMatchObject([{ lead_id: held, state: 'held' }]);
    expect(idOf(await send(LEAD))).not.toBe(held);
    expect((await setup.outbox()).map(({ state }) => state).sort()).toEqual(['held', 'pending']);
  });

  it('FORM-11 without space for the delivery there is no lead either', async () => {
    await setup.services.db.schema.alterTable('outbox').renameTo('elsewhere').execute();
    expect((await send(LEAD)).kind).toBe('not_stored');
    expect(await setup.leads()).toEqual([]);
  });
});

describe('refusals', () => {
  it('FORM-01 an unknown form', async () => {
    expect(await send(LEAD, '__proto__')).toEqual({ kind: 'unknown_form' });
  });

  it('FORM-01 an unknown car, and one of another dealer', async () => {
    expect(await send({ ...LEAD, car_id: 'none' })).toMatchObject({ kind: 'unknown_car' });
    await setup.services.db.updateTable('vehicles').set({ dealer: 'kookaburra-cars' }).execute();
    expect(await send({ ...LEAD, car_id: CAR_ID })).toMatchObject({ kind: 'unknown_car' });
    expect(await setup.leads()).toEqual([]);
  });

  it.runIf(ENGINE === 'sqlite')(
    'FORM-11 a full disk is not a success and shows the number to call',
    async () => {
      const { db } = setup.services;
      await sql`pragma max_page_count = 1`.execute(db);
      const long = { ...LEAD, message: 'm'.repeat(2000) };
      let outcome: SubmissionOutcome | undefined;
      // Free space in existing database pages is used up first.
      for (let n = 0; n < 30 && outcome?.kind !== 'not_stored'; n++) {
        outcome = await send({ ...long, name: `Ann ${n}` });
      }
      expect(outcome).toEqual({ kind: 'not_stored', phone: setup.dealer.phones.main });
      await sql`pragma max_page_count = 100000`.execute(db);
      expect((await send(long)).kind).toBe('accepted');
    },
  );
});

describe('one submission, one lead', () => {
  it('FORM-11 fifty concurrent posts without a key are one lead', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => send(LEAD)));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(await setup.leads()).toHaveLength(1);
    expect(await setup.outbox()).toHaveLength(1);
  });

  it('FORM-11 fifty concurrent posts with one key are one lead', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => send({ ...LEAD, ...KEY })));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-11 the same key with another content is a conflict', async () => {
    await send({ ...LEAD, ...KEY });
    expect(await send({ ...LEAD, ...KEY, message: 'Another' })).toEqual({ kind: 'changed' });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-11 the visit data does not change the content', async () => {
    const first = idOf(await send({ ...LEAD, ...KEY, visited_pages: '["/"]' }));
    expect(idOf(await send({ ...LEAD, ...KEY, visited_pages: '["/","/x"]' }))).toBe(first);
  });

  it('FORM-11 two keys are two leads even with the same content', async () => {
    await send({ ...LEAD, ...KEY });
    await send({ ...LEAD, submission_key: 'j'.repeat(20) });
    expect(await setup.leads()).toHaveLength(2);
  });

  it('FORM-11 without a key, ten minutes are the limit, edges included', async () => {
    setup.time.now = START + SAME_SUBMISSION_MS - 1000;
    const first = idOf(await send(LEAD));
    setup.time.now += 2000;
    expect(idOf(await send(LEAD))).toBe(first);
    setup.time.now += SAME_SUBMISSION_MS;
    expect(idOf(await send(LEAD))).not.toBe(first);
  });

  // On Postgres the fifty are concurrent.
  it.runIf(ENGINE === 'sqlite')(
    'FORM-11 a concurrent store of the same submission after the check makes no second lead',
    async () => {
      await sql`create trigger rival before insert on leads when new.id <> 'rival' begin
      insert into leads (id, dealer, form, idempotency_key, body_hash, payload, vehicle_id, created_at)
        select 'rival', new.dealer, new.form, new.idempotency_key, new.body_hash, new.payload,
        new.vehicle_id, new.created_at; end`.execute(setup.services.db);
      expect(idOf(await send({ ...LEAD, ...KEY }))).toBe('rival');
      expect(await setup.leads()).toHaveLength(1);
      expect(await setup.outbox()).toEqual([]);
    },
  );

  it.each([KEY, {}])('FORM-11 Postgres never gets an empty list (%o)', async (key) => {
    const { db, asked } = asPostgres(setup.services.db);
    const services = { ...setup.services, db };
    const body = { ...LEAD, ...key };
    await submitLead(services, { dealer: setup.dealer, form: 'contact', body, userAgent: '' });
    expect(asked.join()).toContain('insert into "leads"');
    expect(asked.join()).not.toContain('in ()');
  });

  it('FORM-11 one dealer’s key is not another’s', async () => {
    const other = setup.services.tenants.bySlug('kookaburra-cars');
    if (!other) throw new Error('No second dealer.');
    await send({ ...LEAD, ...KEY });
    const outcome = await submitLead(setup.services, {
      dealer: other,
      form: 'enquiry',
      body: { ...LEAD, ...KEY },
      userAgent: '',
    });
    expect(outcome.kind).toBe('accepted');
    expect(await setup.leads()).toHaveLength(2);
  });
});
