import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { takenSlots, takeSlot } from '#src/providers/database/slot-bookings.ts';
import { answerTestDriveTimes } from '#src/server/leads/answer-test-drive-times.ts';
import type { TestDriveTimes } from '#src/wire/test-drives.ts';
import { addCar, CAR_ID, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

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
afterEach(() => setup.services.db.deleteFrom('slot_bookings').execute());

async function answer(query: Record<string, string>, of = dealer) {
  const response = await answerTestDriveTimes(setup.services, of, new URLSearchParams(query));
  return { response, body: (await response.json()) as TestDriveTimes & { error?: { code: string } } };
}
const slotsOf = ({ days }: TestDriveTimes) => days.flatMap(({ times }) => times.map(({ slot }) => slot));

it('FORM-12 the times for a car are those of its location, from the notice on, and nobody keeps them', async () => {
  const { response, body } = await answer({ car_id: CAR_ID });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body.location).toEqual({ id: placeId, name: expect.stringContaining('Moorooka') });
  expect(body.time_zone).toBe('Australia/Brisbane');
  expect(slotsOf(body)[0]).toBe(FIRST_FREE);
  expect(body.days[0]).toMatchObject({ date: '2026-07-01', day: 'Wednesday 1 July' });
  expect(body.days[0]?.times[0]).toEqual({ slot: FIRST_FREE, time: '1pm' });
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
])('FORM-12 %j is told apart from a place without times', async (query, code) => {
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
  expect((await answer({ car_id: CAR_ID }, { ...dealer, dealerships })).body.days).toEqual([]);
});

it('FORM-12 of fifty who ask at once for a time as many get it as there are places, and then it is gone', async () => {
  const { db } = setup.services;
  const place = { dealer: dealer.slug, locationId: placeId };
  const got = await Promise.all(
    Array.from({ length: 50 }, () => takeSlot(db, { ...place, slot: FIRST_FREE, capacity: 2 })),
  );
  expect(got.filter(Boolean)).toHaveLength(2);
  expect(await takenSlots(db, { ...place, from: '2026-07-01' })).toEqual(new Map([[FIRST_FREE, 2]]));
  expect(slotsOf((await answer({ car_id: CAR_ID })).body)).not.toContain(FIRST_FREE);
});

it('FORM-12 another location and another dealer have times of their own', async () => {
  const { db } = setup.services;
  const other = dealer.locations.find(({ id }) => id !== placeId)?.id ?? '';
  for (const place of [
    { dealer: dealer.slug, locationId: other },
    { dealer: 'kookaburra-cars', locationId: placeId },
  ]) {
    for (let n = 0; n < 2; n++) await takeSlot(db, { ...place, slot: FIRST_FREE, capacity: 2 });
  }
  expect(slotsOf((await answer({ car_id: CAR_ID })).body)).toContain(FIRST_FREE);
});
