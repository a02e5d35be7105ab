import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readLeadPayload } from '#src/features/leads/delivery/lead-payload.ts';
import type { TestDriveTimes } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import type { FieldOption } from '#src/features/leads/fields/lead-field.ts';
import { formPage } from '#src/features/leads/server/intake/form-page.ts';
import { respondWithTestDriveTimes } from '#src/features/leads/server/intake/respond-to-lead.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { bookedSlots, bookSlot } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import { addCar, CAR_ID, LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

/** 10 in the morning of Wednesday 1 July 2026 at Brisbane. */
const FIRST_FREE = '2026-07-01T13:00';
const MOOROOKA = { location_slug: 'moorooka' };

let setup: LeadSetup;
let dealer: DealerConfig;
let placeId: string;

beforeAll(async () => {
  setup = await leadServices();
  await addCar(setup);
  dealer = setup.dealer;
  placeId = dealer.locations.find(({ slug }) => slug === MOOROOKA.location_slug)?.id ?? '';
});
afterAll(() => setup.stop());
afterEach(async () => {
  for (const table of ['slot_bookings', 'outbox', 'leads', 'rate_counts'] as const) {
    await setup.services.db.deleteFrom(table).execute();
  }
});

async function answer(query: Record<string, string>, of = dealer) {
  const response = await respondWithTestDriveTimes(setup.services, of, new URLSearchParams(query));
  return { response, body: (await response.json()) as TestDriveTimes & { error?: { code: string } } };
}
const slotsOf = ({ days }: TestDriveTimes) => days.flatMap(({ times }) => times.map(({ slot }) => slot));

it('FORM-12 the times for a car are those of its location, after the notice, and are not cached', async () => {
  const { response, body } = await answer({ car_id: CAR_ID });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body.location).toEqual({ id: placeId, name: expect.stringContaining('Moorooka') });
  expect(body.time_zone).toBe('Australia/Brisbane');
  expect(slotsOf(body)[0]).toBe(FIRST_FREE);
  expect(body.days[0]).toMatchObject({ date: '2026-07-01', day: 'Wednesday 1 July' });
  expect(body.days[0]?.times[0]).toEqual({ slot: FIRST_FREE, time: '1 pm' });
});

it('FORM-12 of several locations one has to be named; a workshop has no times', async () => {
  expect((await answer({})).body).toMatchObject({ location: null, days: [] });
  expect((await answer({ location_id: placeId })).body.days).not.toEqual([]);
  const workshop = dealer.locations.find(({ location_type }) => location_type === 'service');
  expect((await answer({ location_id: workshop?.id ?? '' })).body).toMatchObject({
    location: null,
    days: [],
  });
});

it.each([
  [{ location_id: 'nowhere' }, 'unknown_location'],
  [{ car_id: 'no-car' }, 'unknown_car'],
])('FORM-12 %j is distinguished from a place without times', async (query, code) => {
  const { response, body } = await answer(query);
  expect(response.status).toBe(404);
  expect(body.error?.code).toBe(code);
});

it('FORM-12 CFG-08 no times where the switch is off or the dealership offers no test drives', async () => {
  const off = { ...dealer, testDrive: { ...dealer.testDrive, slots: false } };
  expect((await answer({ car_id: CAR_ID }, off)).body.days).toEqual([]);
  const dealerships = dealer.dealerships.map((each) => ({
    ...each,
    switches: { ...each.switches, testDrive: false },
  }));
  const refused = await answer({ car_id: CAR_ID }, { ...dealer, dealerships });
  expect(refused.response.status).toBe(404);
  expect(refused.body.error?.code).toBe('form_off');
});

it('FORM-12 of fifty concurrent requests for a time as many succeed as there are places, and then it is gone', async () => {
  const { db } = setup.services;
  const place = { dealer: dealer.slug, locationId: placeId };
  const got = await Promise.all(
    Array.from({ length: 50 }, () => bookSlot(db, { ...place, slot: FIRST_FREE, capacity: 2 })),
  );
  expect(got.filter(Boolean)).toHaveLength(2);
  expect(await bookedSlots(db, { ...place, from: '2026-07-01' })).toEqual(new Map([[FIRST_FREE, 2]]));
  expect(slotsOf((await answer({ car_id: CAR_ID })).body)).not.toContain(FIRST_FREE);
});

it('FORM-12 another location and another dealer have their own times', async () => {
  const { db } = setup.services;
  const other = dealer.locations.find(({ id }) => id !== placeId)?.id ?? '';
  for (const place of [
    { dealer: dealer.slug, locationId: other },
    { dealer: 'kookaburra-cars', locationId: placeId },
  ]) {
    for (let n = 0; n < 2; n++) await bookSlot(db, { ...place, slot: FIRST_FREE, capacity: 2 });
  }
  expect(slotsOf((await answer({ car_id: CAR_ID })).body)).toContain(FIRST_FREE);
});

const GONE =
  'That time is no longer available. Choose another, or leave it blank and we’ll arrange one with you.';

/** A shopper of their own for each number. */
const person = (n: number) => ({
  ...LEAD,
  email: `shopper-${n}@example.com`,
  phone: `04${String(n).padStart(8, '0')}`,
});
const book = (body: Record<string, string>, of = dealer) =>
  submitLead(setup.services, {
    dealer: of,
    form: 'test-drive',
    body: { ...LEAD, car_id: CAR_ID, ...body },
    userAgent: '',
  });
const payloads = async () => (await setup.leads()).map(({ payload }) => readLeadPayload(payload));
const bookings = () =>
  bookedSlots(setup.services.db, { dealer: dealer.slug, locationId: placeId, from: '2026-07-01' });

it('FORM-12 a booked time is in the lead, for people and for machines', async () => {
  expect(await book({ slot: FIRST_FREE })).toMatchObject({
    kind: 'accepted',
    category: 'Test Drive',
    booking: { state: 'booked', text: expect.stringMatching(/^Wednesday 1 July, 1 pm at .*Moorooka/) },
  });
  const [payload] = await payloads();
  expect(payload?.booking).toMatchObject({
    state: 'booked',
    date: '2026-07-01',
    time: '13:00',
    starts_at: '2026-07-01T03:00:00.000Z',
    location_id: placeId,
  });
  expect(payload?.message).toMatch(
    /^Is the blue one still there\?\n\nTest Drive Booking Date: Wednesday 1 July, 1 pm at .*Moorooka.* \(booked\)$/,
  );
});

it('FORM-12 fifty concurrent posts for one time: as many leads as places, the others may choose again', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => book({ ...person(n), slot: FIRST_FREE })),
  );
  const refused = outcomes.filter(({ kind }) => kind === 'invalid');
  expect(refused).toHaveLength(48);
  expect(refused[0]).toEqual({ kind: 'invalid', errors: { slot: GONE } });
  expect(await setup.leads()).toHaveLength(2);
  expect(await bookings()).toEqual(new Map([[FIRST_FREE, 2]]));
  expect(await book({ ...person(99), slot: '' })).toMatchObject({ kind: 'accepted' });
});

it('FORM-12 the same submission sent again books once, even if the time is full by then', async () => {
  const first = await book({ slot: FIRST_FREE });
  expect(await book({ slot: FIRST_FREE })).toEqual(first);
  await book({ ...person(1), slot: FIRST_FREE });
  expect(await book({ slot: FIRST_FREE })).toEqual(first);
  expect(await bookings()).toEqual(new Map([[FIRST_FREE, 2]]));
});

it.each([
  ['outside the hours', '2026-07-01T20:00'],
  ['in the past', '2026-06-30T13:00'],
  ['within the notice', '2026-07-01T12:15'],
  ['beyond the horizon', '2026-07-20T13:00'],
  ['between two times', '2026-07-01T13:10'],
])('FORM-12 a time %s is refused, and nothing is stored', async (_what, slot) => {
  expect(await book({ slot })).toEqual({ kind: 'invalid', errors: { slot: GONE } });
  expect(await setup.leads()).toEqual([]);
  expect(await bookings()).toEqual(new Map());
});

it('FORM-12 a lead held on suspicion occupies no time; the dealer sees it as a request', async () => {
  expect(await book({ slot: FIRST_FREE, [FORM_EXTRAS.honeypot]: 'x' })).toMatchObject({
    kind: 'accepted',
    booking: { state: 'requested' },
  });
  expect(await bookings()).toEqual(new Map());
  const [payload] = await payloads();
  expect(payload?.booking?.state).toBe('requested');
  expect(payload?.message).toContain('(to confirm)');
});

it('FORM-12 without a car the location has to be chosen before its time', async () => {
  const anywhere = { car_id: '', location_id: '', car_description: 'A ute', slot: FIRST_FREE };
  expect(await book(anywhere)).toEqual({
    kind: 'invalid',
    errors: { location_id: 'Choose one of our locations.' },
  });
  expect(await book({ ...anywhere, location_id: placeId })).toMatchObject({ kind: 'accepted' });
});

it('FORM-12 a time that does not exist is refused like any other invalid value', async () => {
  expect(await book({ slot: '0000-01-01T00:00' })).toMatchObject({
    kind: 'invalid',
    errors: { slot: expect.any(String) },
  });
});

it('FORM-12 any day and time is a request that takes no place', async () => {
  const off = { ...dealer, testDrive: { ...dealer.testDrive, slots: false } };
  expect(await book({ booking_date: '2026-07-05', booking_time: '10:00' }, off)).toMatchObject({
    kind: 'accepted',
    booking: { state: 'requested' },
  });
  expect((await payloads())[0]?.booking).toMatchObject({ state: 'requested', date: '2026-07-05' });
  expect(await bookings()).toEqual(new Map());
});

describe('the form’s own page', () => {
  const address = `http://riverbend.localhost/enquire/test-drive?car_id=${CAR_ID}`;
  const show = (init: RequestInit = {}, url = address, of = dealer) =>
    formPage(setup.services, of, 'test-drive', new Request(url, init), {});
  const slotField = (page: Awaited<ReturnType<typeof show>>) =>
    page.kind === 'form' && Array.isArray(page.context.slots)
      ? (page.context.slots as readonly FieldOption[])
      : undefined;

  it('FORM-12 offers the free times by day, with the place', async () => {
    const page = await show();
    expect(slotField(page)?.[0]).toEqual({ value: FIRST_FREE, label: '1 pm', group: 'Wednesday 1 July' });
    expect(page).toMatchObject({
      context: { locationId: placeId, slotPlace: expect.stringContaining('Moorooka') },
    });
  });

  it('FORM-12 a time taken in the meantime is reported at its field, with the others and all input', async () => {
    await book({ ...person(1), slot: FIRST_FREE });
    await book({ ...person(2), slot: FIRST_FREE });
    const body = new URLSearchParams({ ...LEAD, car_id: CAR_ID, slot: FIRST_FREE });
    const page = await show({ method: 'POST', body });
    expect(page).toMatchObject({ status: 422, errors: { slot: GONE }, values: { name: LEAD.name } });
    const offered = slotField(page)?.map(({ value }) => value) ?? [];
    expect(offered).not.toContain(FIRST_FREE);
    expect(offered.length).toBeGreaterThan(10);
  });

  it('FORM-12 without scripts the times of a place are shown with all input, and nothing is stored', async () => {
    const body = new URLSearchParams({ name: LEAD.name, location_id: placeId, show_times: 'on' });
    const page = await show({ method: 'POST', body }, address.replace(/\?.*/, ''));
    expect(page).toMatchObject({ status: 200, values: { name: LEAD.name, location_id: placeId } });
    expect(page).not.toHaveProperty('errors');
    expect(slotField(page)?.[0]).toMatchObject({ value: FIRST_FREE });
    expect(await payloads()).toEqual([]);
  });

  it.each([['none'], ['nowhere']])(
    'FORM-12 without scripts the times of no place are refused at its field: %s',
    async (place) => {
      const location_id = place === 'none' ? '' : place;
      const body = new URLSearchParams({ ...LEAD, location_id, show_times: 'on' });
      const page = await show({ method: 'POST', body }, address.replace(/\?.*/, ''));
      const errors = { location_id: 'Choose a location to see its free times.' };
      expect(page).toMatchObject({ status: 422, errors, values: { name: LEAD.name } });
      expect(await payloads()).toEqual([]);
    },
  );

  it('FORM-12 asks for any day if the times are off, or no location is chosen yet', async () => {
    const off = { ...dealer, testDrive: { ...dealer.testDrive, slots: false } };
    expect(slotField(await show({}, address, off))).toBeUndefined();
    const nowhere = address.replace(/\?.*/, '');
    expect(slotField(await show({}, nowhere))).toBeUndefined();
    expect(slotField(await show({}, `${nowhere}?location_id=${placeId}`))).not.toEqual([]);
  });
});
