import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { UNSTARTED_HOLD_MS } from '#src/features/reservations/reservation.ts';
import { endOverdueHolds } from '#src/features/reservations/server/end-reservation.ts';
import {
  placeHold,
  type Reservation,
} from '#src/features/reservations/server/queries/reservation-queries.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { openReservationSite } from '../fixtures/reservation-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const MOST = 2;
const NOW = '2026-07-01T00:00:00.000Z';
const LATER = '2026-07-01T00:05:00.000Z';

let site: Awaited<ReturnType<typeof openReservationSite>>;
let jobs: Parameters<typeof endOverdueHolds>[0];
beforeAll(async () => {
  site = await openReservationSite();
  jobs = { ...site.services, tenants: createTenants([site.dealer]) };
});
afterAll(() => site.stop());
beforeEach(() => site.clear());
const states = async () => (await site.rows()).map(({ state }) => state).toSorted();

const holdOf = (n: number, holder: Pick<Reservation, 'phone' | 'network' | 'session'>): Reservation => ({
  ...{ id: `hold-${n}`, dealer: 'any', vehicle_id: `vehicle-${n}`, state: 'held', amount_cents: 20_000 },
  ...{ checkout_id: null, payment_id: null, lead_id: null, contact_id: null, ...holder },
  ...{ email: '', payload: '{}', description: null, page: null, created_at: NOW, expires_at: LATER },
  ...{ paid_at: null, refund_due_at: null, refunded_at: null, terms: null },
});

it.each(['phone', 'network', 'session'] as const)(
  'BUY-04 of 30 vehicles that one %s reserves at once, two are held',
  async (shared) => {
    const db = await openTestDatabase();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const own = { phone: `04${n}`, network: `n${n}`, session: `s${n}` };
        return placeHold(db, holdOf(n, { ...own, [shared]: 'the same' }), MOST);
      }),
    );
    const held = outcomes.filter(({ kind }) => kind === 'held');
    expect(held).toHaveLength(MOST);
    expect(outcomes.find(({ kind }) => kind === 'too_many')).toEqual({ kind: 'too_many', until: LATER });
    await db.destroy();
  },
);

it('BUY-04 however many reserve at once, no phone, network or session holds more than two, and no one else is refused', async () => {
  const db = await openTestDatabase();
  const one = (kind: string) => fc.integer({ min: 0, max: 3 }).map((n) => `${kind}${n}`);
  const shopper = fc.record({ phone: one('p'), network: one('n'), session: one('s') });
  await fc.assert(
    fc.asyncProperty(fc.array(shopper, { minLength: 1, maxLength: 12 }), async (shoppers) => {
      await db.deleteFrom('reservations').execute();
      const outcomes = await Promise.all(shoppers.map((each, n) => placeHold(db, holdOf(n, each), MOST)));
      const held = shoppers.filter((_, n) => outcomes[n]?.kind === 'held');
      const count = (column: keyof (typeof shoppers)[number], value: string) =>
        held.filter((each) => each[column] === value).length;
      for (const column of ['phone', 'network', 'session'] as const)
        for (const each of held) expect(count(column, each[column])).toBeLessThanOrEqual(MOST);
      shoppers.forEach((each, n) => {
        if (outcomes[n]?.kind !== 'too_many') return;
        const most = Math.max(...(['phone', 'network', 'session'] as const).map((c) => count(c, each[c])));
        expect(most).toBe(MOST);
      });
    }),
    { numRuns: 25 },
  );
  await db.destroy();
});

/** Two unpaid holds of other vehicles, with what the first one has in common with them. */
async function holdTwo(common: Partial<Reservation>) {
  const [first] = await site.rows();
  if (!first) throw new Error('Nothing is held.');
  const others = [1, 2].map((n) => ({
    ...first,
    ...{ id: `other-${n}`, vehicle_id: `other-${n}`, phone: '', network: null, session: null, ...common },
  }));
  await site.services.db.deleteFrom('reservations').execute();
  await site.services.db.insertInto('reservations').values(others).execute();
}

it.each(['phone', 'network', 'session'] as const)(
  'BUY-04 a shopper whose %s has two unpaid reservations reads so, and reserves once one is over',
  async (shared) => {
    const { cookie } = await site.start();
    const [held] = await site.rows();
    if (!held) throw new Error('Nothing is held.');
    await holdTwo({ [shared]: held[shared] });
    const headers: Record<string, string> = {};
    if (shared === 'session') {
      await site.services.db
        .updateTable('reservations')
        .set({ id: held.id })
        .where('id', '=', 'other-1')
        .execute();
      headers.cookie = cookie;
    }
    const refused = await site.start({}, headers);
    expect([refused.response.status, Number(refused.response.headers['retry-after'])]).toEqual([429, 300]);
    expect(refused.response.body).toContain('wait for their payment');
    await site.services.db
      .updateTable('reservations')
      .set({ state: 'cancelled' })
      .where('id', '=', 'other-2')
      .execute();
    expect((await site.start({}, headers)).response.status).toBe(303);
  },
);

it('BUY-05 a hold without a payment that has begun ends after five minutes, and its payment page with it', async () => {
  const { id } = await site.start();
  site.time.now += UNSTARTED_HOLD_MS - 1;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['held']);
  site.time.now += 1;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['expired']);
  expect(site.sandbox.pay(id)).toBeUndefined();
});

it('BUY-05 the next shopper has the vehicle after five minutes, also before the job has ended the hold', async () => {
  const first = await site.start();
  site.time.now += UNSTARTED_HOLD_MS;
  expect((await site.start({ phone: '0412345699' })).response.status).toBe(303);
  expect(site.sandbox.pay(first.id)).toBeUndefined();
  expect(await states()).toEqual(['expired', 'held']);
});

it('BUY-05 a hold whose payment has begun lasts 35 minutes', async () => {
  const { id } = await site.start();
  site.sandbox.decline(id);
  site.time.now += UNSTARTED_HOLD_MS;
  expect((await site.start({ phone: '0412345699' })).response.status).toBe(409);
  await endOverdueHolds(jobs);
  site.time.now += 26 * MINUTE_MS;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['held']);
  site.time.now += 4 * MINUTE_MS;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['expired']);
});

it('BUY-02 pressed again, a hold asks the processor for the same, whatever the vehicle is called by then', async () => {
  const { id, page } = await site.start();
  const { db } = site.services;
  const { record } = await db
    .selectFrom('vehicles')
    .select('record')
    .where('id', '=', site.carId)
    .executeTakeFirstOrThrow();
  const write = (values: { record: string }) =>
    db.updateTable('vehicles').set(values).where('id', '=', site.carId).execute();
  await write({ record: JSON.stringify({ ...JSON.parse(record), model: 'Renamed' }) });
  const again = await site.post(page, { action: 'pay' });
  await write({ record });
  expect([again.status, again.headers.location]).toEqual([303, `http://127.0.0.1:1/pay/${id}`]);
});
