import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#src/domain/duration.ts';
import { acknowledgement } from '#src/domain/lead/delivery/acknowledgement.ts';
import { leadEmail } from '#src/domain/lead/delivery/lead-email.ts';
import { readLeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { acknowledgingDealer } from '#src/server/leads/intake/acknowledge-lead.ts';
import { formPage } from '#src/server/leads/intake/form-page.ts';
import { leadResponse } from '#src/server/leads/intake/respond-to-lead.ts';
import { submitLead } from '#src/server/leads/intake/submit-lead.ts';
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
    undefined,
  );

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
