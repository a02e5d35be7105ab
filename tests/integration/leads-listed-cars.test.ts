import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { acknowledgement, acknowledgingDealer } from '#src/features/leads/server/delivery/thank-you-email.ts';
import { leadEmail } from '#src/features/leads/server/destinations/lead-email.ts';
import { formPage } from '#src/features/leads/server/intake/form-page.ts';
import { leadResponse } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';

const SECRETS = /HiLux|SR5|S123|30,000|toyota/i;
let setup: LeadSetup;
let record: Record<string, unknown>;

beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
  const row = await setup.services.db.selectFrom('vehicles').select('record').executeTakeFirstOrThrow();
  record = { ...JSON.parse(row.record), price: 3_000_000, price_type: 'drive_away' };
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['slot_bookings', 'outbox', 'leads'] as const) {
    await setup.services.db.deleteFrom(table).execute();
  }
});

const daysAgo = (days: number) => new Date(START - days * DAY_MS).toISOString();
async function have(change: object = {}, row: object = {}): Promise<void> {
  const { status = 'in_stock' } = change as { status?: string };
  const whole = { record: JSON.stringify({ ...record, ...change }), status, sold_at: null, removed_at: null };
  await setup.services.db
    .updateTable('vehicles')
    .set({ ...whole, ...row })
    .execute();
}
const send = async (body: object = {}, form = 'enquiry') =>
  submitLead(setup.services, {
    dealer: setup.dealer,
    form,
    body: { ...LEAD, car_id: CAR_ID, ...body },
    userAgent: '',
  });
const payload = async () => readLeadPayload((await setup.leads())[0]?.payload ?? '');
const shown = (carId: string) =>
  formPage(
    setup.services,
    setup.dealer,
    'enquire-now',
    new Request(`http://x/enquire/enquire-now?car_id=${carId}`),
    {},
  );

it('FORM-04 CFG-13 a lead is worded for its vehicle, whatever the dealer mainly sells', async () => {
  for (const item_type of ['motorcycle', 'car'] as const) {
    await have({ item_type });
    const first = await send({ message: item_type }, 'request-photos');
    expect(first.kind).toBe('accepted');
    expect(await send({ message: item_type }, 'request-photos')).toEqual(first);
    const stored = (await setup.leads()).map((lead) => readLeadPayload(lead.payload).message);
    expect(stored).toContain(`Please send photos for this ${item_type}\n\n${item_type}`);
  }
  expect(await setup.leads()).toHaveLength(2);
});

it('FORM-11 a listed car is named, in stock or just sold', async () => {
  for (const [change, row] of [
    [{}, {}],
    [{ status: 'sold' }, { sold_at: daysAgo(1) }],
  ]) {
    await have(change, row);
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(await payload()).toMatchObject({ car_id: CAR_ID, stock_number: 'S123' });
    await setup.services.db.deleteFrom('outbox').execute();
    await setup.services.db.deleteFrom('leads').execute();
  }
});

it.each([
  ['removed', {}, { removed_at: daysAgo(1) }],
  ['sold long ago', { status: 'sold' }, { sold_at: daysAgo(60) }],
  ['gone for good', {}, { removed_at: daysAgo(400) }],
])(
  'FORM-11 a car that is %s does not lose the lead, and nothing is disclosed',
  async (_what, change, row) => {
    await have(change, row);
    const outcome = await send();
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(JSON.stringify(leadResponse(outcome))).not.toMatch(SECRETS);
    const lead = await payload();
    expect(JSON.stringify(lead)).not.toMatch(SECRETS);
    expect(JSON.stringify(acknowledgement(lead, acknowledgingDealer(setup.dealer, lead)))).not.toMatch(
      SECRETS,
    );
    expect(leadEmail(lead, 1).text).toContain(`Asked about: a vehicle no longer listed (id ${CAR_ID})`);
    const page = await shown(CAR_ID);
    expect(page).toMatchObject({ kind: 'form', car: undefined });
    expect(JSON.stringify(page)).not.toMatch(SECRETS);
  },
);

it('FORM-12 a test drive of a car that is gone occupies no time', async () => {
  await have({}, { removed_at: daysAgo(1) });
  const slot = '2026-07-01T13:00';
  expect(await send({ slot }, 'test-drive')).toMatchObject({
    kind: 'accepted',
    booking: { state: 'requested' },
  });
  expect(await setup.services.db.selectFrom('slot_bookings').selectAll().execute()).toEqual([]);
});

it.each([
  ['hidden', { show_on_dealer_website: false }],
  ['kept back by a rule', { make: 'Lada' }],
  ['too old', { year: 1990 }],
])('FORM-11 a car that is %s gets the response of an unknown one', async (_what, change) => {
  await have(change);
  const { dealer } = setup;
  const before = dealer.stock;
  dealer.stock = { ...before, excludedMakes: ['Lada'], maxAgeYears: 14 };
  try {
    const [hidden, none] = [leadResponse(await send()), leadResponse(await send({ car_id: 'f'.repeat(32) }))];
    expect(hidden).toEqual(none);
    expect(hidden).toMatchObject({ status: 404, body: { error: { code: 'unknown_car' } } });
    expect(await shown(CAR_ID)).toEqual(await shown('f'.repeat(32)));
    expect(await setup.leads()).toEqual([]);
  } finally {
    dealer.stock = before;
  }
});

describe('an enquiry about several vehicles', () => {
  const OTHER = 'car-2';
  beforeAll(() => addCar(setup, { id: OTHER, make: 'Mazda' }));
  afterAll(() => setup.services.db.deleteFrom('vehicles').where('id', '=', OTHER).execute());
  const several = (car_ids: string, body: object = {}) => send({ car_id: '', car_ids, ...body });
  const haveFirst = (row: object) =>
    setup.services.db.updateTable('vehicles').set(row).where('id', '=', CAR_ID).execute();
  const reset = () => haveFirst({ record: JSON.stringify(record), status: 'in_stock', removed_at: null });
  beforeEach(async () => {
    await reset();
  });

  it('FAV-01 the lead names all of them, each once, and is about the first', async () => {
    expect(await several(`${OTHER},${CAR_ID}\r\n${OTHER}`)).toMatchObject({ kind: 'accepted' });
    const lead = await payload();
    expect(lead).toMatchObject({ car_id: OTHER, 'Vehicle Make': 'Mazda', stock_number: OTHER });
    expect(lead.cars).toMatchObject([
      { car_id: OTHER, car_description: '2021 Mazda HiLux SR5' },
      {
        car_id: CAR_ID,
        car_description: '2021 Toyota HiLux SR5',
        stock_number: 'S123',
        car_price: { cents: 3_000_000, type: 'Drive away' },
      },
    ]);
    expect((await setup.leads())[0]?.vehicle_id).toBe(OTHER);
    const { subject, text } = leadEmail(lead, 1);
    expect(subject).toContain('2021 Mazda HiLux SR5 and 1 more');
    expect(text).toContain('Also asked about: 2021 Toyota HiLux SR5, stock number S123, $30,000 Drive away');
    expect(acknowledgement(lead, acknowledgingDealer(setup.dealer, lead)).text).toContain(
      'Also asked about: 2021 Toyota HiLux SR5, $30,000 Drive away',
    );
  });

  it('FAV-01 FORM-11 one that is gone leaves the others, and one never listed here refuses the lead', async () => {
    await haveFirst({ removed_at: daysAgo(1) });
    expect(await several(`${CAR_ID},${OTHER}`)).toMatchObject({ kind: 'accepted' });
    const lead = await payload();
    expect(lead).toMatchObject({ car_id: OTHER, details: [{ name: 'gone_car_id' }] });
    expect(lead).not.toHaveProperty('cars');
    expect(JSON.stringify(lead)).not.toContain('S123');
    expect(await several(`${OTHER},${'f'.repeat(32)}`)).toMatchObject({ kind: 'unknown_car' });
  });

  it('FAV-01 the form’s page lists them, keeps them and names no other', async () => {
    const address = `http://x/enquire/enquiry?car_ids=${CAR_ID}&car_ids=${OTHER}`;
    const page = await formPage(setup.services, setup.dealer, 'enquiry', new Request(address), {});
    expect(page).toMatchObject({
      cars: [{ id: CAR_ID }, { id: OTHER, name: '2021 Mazda HiLux SR5' }],
      values: { car_id: CAR_ID, car_ids: `${CAR_ID},${OTHER}` },
      context: { carId: CAR_ID },
    });
    const one = await formPage(
      setup.services,
      setup.dealer,
      'enquiry',
      new Request(`http://x/enquire/enquiry?car_ids=${OTHER}`),
      {},
    );
    expect(one).toMatchObject({ car: { id: OTHER }, values: { car_id: OTHER } });
    expect(one).not.toHaveProperty('cars');
  });

  it('FAV-01 at most ten are named, however many are sent', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `made-up-${n}`);
    const address = `http://x/enquire/enquiry?${new URLSearchParams(ids.map((id) => ['car_ids', id]))}`;
    const page = await formPage(setup.services, setup.dealer, 'enquiry', new Request(address), {});
    expect(page).toMatchObject({ kind: 'form', car: undefined });
    expect(await several(ids.join())).toMatchObject({ kind: 'invalid' });
  });
});
