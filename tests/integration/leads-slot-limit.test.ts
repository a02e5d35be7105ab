import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import { formPage } from '#src/features/leads/server/intake/form-page.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { sentLead } from '#src/features/leads/server/intake/success-page.ts';
import { bookedSlots } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

const NETWORK = '203.0.113.7';
/** Free times from the first on, each with two places; it is 10 in the morning of 1 July 2026 at Brisbane. */
const TIMES = ['2026-07-01T13:00', '2026-07-01T13:45', '2026-07-01T14:30', '2026-07-01T15:15'];
const GONE =
  'That time is no longer available. Choose another, or leave it blank and we’ll arrange one with you.';

let setup: LeadSetup;
let dealer: DealerConfig;

beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
  dealer = setup.dealer;
  setup.services.env.LEAD_LIMITS.address = { hold: 1000, refuse: 1000 };
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['slot_bookings', 'outbox', 'leads', 'rate_counts'] as const) {
    await setup.services.db.deleteFrom(table).execute();
  }
});

/** A shopper of their own for each number. */
const person = (n: number) => ({
  ...LEAD,
  email: `shopper-${n}@example.com`,
  phone: `04${String(n).padStart(8, '0')}`,
});
const bookFrom = (clientAddress: string | undefined, n: number, slot = '') =>
  submitLead(setup.services, {
    dealer,
    form: 'test-drive',
    body: { ...person(n), car_id: CAR_ID, slot },
    userAgent: '',
    clientAddress,
  });
const payloads = async () => (await setup.leads()).map(({ payload }) => readLeadPayload(payload));
async function heldPlaces(): Promise<number> {
  const locationId = dealer.locations.find(({ slug }) => slug === 'moorooka')?.id ?? '';
  const taken = await bookedSlots(setup.services.db, { dealer: dealer.slug, locationId, from: '2026-07-01' });
  return [...taken.values()].reduce((sum, one) => sum + one, 0);
}

it('FORM-12 of fifty concurrent posts of one network three hold a time; the rest are stored for the dealer to confirm', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => bookFrom(NETWORK, n, TIMES[n % TIMES.length])),
  );
  const stateOf = (outcome: (typeof outcomes)[number]) =>
    outcome.kind === 'accepted' ? outcome.booking?.state : JSON.stringify(outcome);
  const states = Map.groupBy(outcomes, stateOf);
  expect([...states].map(([state, of]) => [state, of.length]).sort()).toEqual([
    ['booked', 3],
    ['requested', 47],
  ]);
  expect(await heldPlaces()).toBe(3);
  const stored = await payloads();
  expect(stored).toHaveLength(50);
  expect(stored.filter(({ message }) => message.includes('(to confirm)'))).toHaveLength(47);
  expect((await setup.outbox()).filter(({ state }) => state === 'held')).toEqual([]);
});

it('FORM-12 the limit is of one network, one dealer’s day and new submissions alone', async () => {
  for (const n of [0, 1, 2]) {
    const first = await bookFrom(NETWORK, n, TIMES[n]);
    expect(first).toMatchObject({ booking: { state: 'booked' } });
    expect(await bookFrom(NETWORK, n, TIMES[n])).toEqual(first);
  }
  expect(await bookFrom(NETWORK, 3, TIMES[3])).toMatchObject({ booking: { state: 'requested' } });
  expect(await bookFrom('203.0.113.8', 4, TIMES[3])).toMatchObject({ booking: { state: 'booked' } });
  // 23:59 and 00:01 at Brisbane; in UTC it is the same day.
  const { time } = setup;
  const before = time.now;
  try {
    time.now = Date.parse('2026-07-01T13:59:00Z');
    expect(await bookFrom(NETWORK, 5, '2026-07-02T13:00')).toMatchObject({ booking: { state: 'requested' } });
    time.now = Date.parse('2026-07-01T14:01:00Z');
    expect(await bookFrom(NETWORK, 6, '2026-07-02T13:00')).toMatchObject({ booking: { state: 'booked' } });
  } finally {
    time.now = before;
  }
});

it('FORM-12 a time that was already gone is not counted as held', async () => {
  await bookFrom(undefined, 90, TIMES[0]);
  await bookFrom(undefined, 91, TIMES[0]);
  for (const n of [0, 1, 2]) {
    expect(await bookFrom(NETWORK, n, TIMES[0])).toEqual({ kind: 'invalid', errors: { slot: GONE } });
  }
  expect(await bookFrom(NETWORK, 3, TIMES[1])).toMatchObject({ booking: { state: 'booked' } });
});

it('FORM-12 without scripts the shopper also reads that the time is to be confirmed', async () => {
  for (const n of [0, 1, 2]) await bookFrom(NETWORK, n, TIMES[n]);
  const body = new URLSearchParams({ ...person(3), car_id: CAR_ID, slot: TIMES[3] ?? '' });
  const request = new Request('http://riverbend.localhost/enquire/test-drive', { method: 'POST', body });
  const sent = await formPage(setup.services, dealer, 'test-drive', request, { clientAddress: NETWORK });
  if (sent.kind !== 'sent') throw new Error(`The form was not sent: ${sent.kind}`);
  const lead = await sentLead(setup.services, dealer, sent.leadId);
  expect(lead?.words).toContain('We will confirm the time with you.');
});
