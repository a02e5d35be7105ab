import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { eraseAll, findPerson } from '#src/features/leads/server/privacy/erase-person.ts';
import {
  deleteUnpaid,
  endOverdueHolds,
  refundDeposits,
} from '#src/features/reservations/server/end-reservation.ts';
import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import { eraseReservationsOfPerson } from '#src/features/reservations/server/reservation-privacy.ts';
import { setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import {
  openReservationSite,
  RESERVING_HOST,
  SHOPPER,
  WEBHOOK_SECRET,
} from '../fixtures/reservation-site.ts';

const SHOPPERS = 20;
const REPLAYS = 20;
const LATER_MS = 36 * MINUTE_MS;
const START_OF_TIME = Date.parse('2020-01-01T00:00:00Z');

let site: Awaited<ReturnType<typeof openReservationSite>>;
let jobs: Parameters<typeof endOverdueHolds>[0];
const logged: string[] = [];
beforeAll(async () => {
  site = await openReservationSite();
  site.services.log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => void logged.push(line) },
  );
  jobs = { ...site.services, tenants: createTenants([site.dealer]) };
});
afterAll(() => site.stop());
beforeEach(() => site.clear());

/** In alphabetical order. */
const states = async () => (await site.rows()).map(({ state }) => state).toSorted();
const counts = async () => ({
  reserved: (await states()).filter((state) => state === 'reserved').length,
  leads: (await site.leads()).length,
});
const ONCE = { reserved: 1, leads: 1 };
/** The hold of a payment that no one has heard of ends. */
async function lapse() {
  site.time.now += LATER_MS;
  await site.services.db.updateTable('reservations').set({ state: 'expired' }).execute();
}
const phoneOf = (n: number) => `04123456${String(n).padStart(2, '0')}`;

it('BUY-01 an event that arrives 20 times at once, and again later, reserves once', async () => {
  const { id } = await site.start();
  const event = site.paid(id);
  const answers = await Promise.all(Array.from({ length: REPLAYS }, () => site.deliver(event)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: REPLAYS }, () => 200));
  expect(await counts()).toEqual(ONCE);
  for (let n = 0; n < REPLAYS; n += 1) await site.deliver(event);
  expect(await counts()).toEqual(ONCE);
});

it('BUY-01 events in any order, each of them often, end in one reservation', async () => {
  const { id, page } = await site.start();
  const paid = site.paid(id);
  const reference = page.split('/').at(-1) ?? '';
  const now = site.services.clock.now();
  const expired = signedEvent({ kind: 'expired', checkout: id, reference }, WEBHOOK_SECRET, now);
  const other = signedEvent({ kind: 'refunded', payment: 'another' }, WEBHOOK_SECRET, now);
  for (const event of [expired, other, paid, expired, paid, other, paid, expired]) {
    expect((await site.deliver(event)).status).toBe(200);
  }
  expect(await counts()).toEqual(ONCE);
});

it('BUY-01 a refund that is reported before its payment leaves the vehicle free, however often both are', async () => {
  const { id, page } = await site.start();
  const paid = site.paid(id);
  const { payment, reference } = JSON.parse(paid.body).payment as { payment: string; reference: string };
  const now = site.services.clock.now();
  const refunded = signedEvent({ kind: 'refunded', payment, reference }, WEBHOOK_SECRET, now);
  for (const event of [refunded, paid, refunded, paid]) expect((await site.deliver(event)).status).toBe(200);
  expect(await states()).toEqual(['refunded']);
  expect(await site.leads()).toEqual([]);
  expect((await site.rows()).map(({ payload }) => payload)).toEqual(['']);
  expect(await site.view()).not.toHaveProperty('car_fields.reserved');
  expect((await site.at(page)).body).toContain('went back to your card');
  expect((await site.start({ phone: phoneOf(1) })).response.status).toBe(303);
});

it('BUY-01 a payment and its refund, reported at the same moment, never leave the vehicle reserved', async () => {
  for (let round = 0; round < 10; round += 1) {
    await site.clear();
    const { id } = await site.start();
    const paid = site.paid(id);
    const { payment, reference } = JSON.parse(paid.body).payment as { payment: string; reference: string };
    const now = site.services.clock.now();
    const refunded = signedEvent({ kind: 'refunded', payment, reference }, WEBHOOK_SECRET, now);
    await Promise.all([paid, refunded, paid, refunded].map((event) => site.deliver(event)));
    expect(await states()).toEqual(['refunded']);
  }
});

it('BUY-01 of 20 shoppers who reserve one vehicle at once, one holds it', async () => {
  const started = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, n) => site.start({ phone: phoneOf(n) })),
  );
  const went = started.filter(({ response }) => response.status === 303);
  expect(went).toHaveLength(1);
  expect(started.filter(({ response }) => response.status === 409)).toHaveLength(SHOPPERS - 1);
  expect(await states()).toEqual(['held']);
  await site.deliver(site.paid(went[0]?.id ?? ''));
  expect(await counts()).toEqual(ONCE);
});

it.each([['the first pays first'], ['the second pays first']])(
  'BUY-01 two pay for one vehicle, %s: one keeps it, the other is refunded',
  async (order) => {
    const first = await site.start();
    const event = site.paid(first.id);
    await lapse();
    const second = await site.start({ phone: phoneOf(1), email: 'bo@example.com' });
    expect(second.response.status).toBe(303);
    // The event of the first was signed half an hour ago; the processor signs it again.
    const late = signedEvent(JSON.parse(event.body), WEBHOOK_SECRET, site.services.clock.now());
    const events = [late, site.paid(second.id)];
    if (order === 'the second pays first') events.reverse();
    for (const each of events) await site.deliver(each);
    expect(await states()).toEqual(['refunded', 'reserved']);
    expect([first, second].map(({ id }) => site.sandbox.find(id)?.refunded)).toEqual([true, false]);
    expect((await site.at(first.page)).body).toContain('went back to your card');
    expect((await site.at(second.page)).body).toContain('is reserved for you');
    expect(await counts()).toEqual(ONCE);
  },
);

it('BUY-01 a payment that arrives late reserves a vehicle that is still free', async () => {
  const { id } = await site.start();
  const event = site.paid(id);
  site.time.now += LATER_MS;
  await site.services.db.updateTable('reservations').set({ state: 'expired' }).execute();
  await site.deliver(signedEvent(JSON.parse(event.body), WEBHOOK_SECRET, site.services.clock.now()));
  expect(await counts()).toEqual(ONCE);
});

/** Writes what an import would have read of the vehicle. @returns how to undo it */
async function fed(facts: {
  status?: string;
  reserved?: boolean;
  price?: number;
  offer_price?: number;
  subscription_price?: number;
}) {
  const { db } = site.services;
  const before = await db
    .selectFrom('vehicles')
    .select(['status', 'record'])
    .where('id', '=', site.carId)
    .executeTakeFirstOrThrow();
  const record = JSON.stringify({ ...JSON.parse(before.record), ...facts });
  const write = (values: { status: string; record: string }) =>
    db.updateTable('vehicles').set(values).where('id', '=', site.carId).execute();
  await write({ status: facts.status ?? before.status, record });
  return () => write(before);
}

async function hidden() {
  const vehicle = { dealer: site.dealer.slug, id: site.carId };
  await setOverlay(site.services, vehicle, { isHidden: true });
  return () => setOverlay(site.services, vehicle, { isHidden: false });
}

it.each([
  ['was sold', () => fed({ status: 'sold' })],
  ['was reserved at the yard', () => fed({ reserved: true })],
  ['lost its price', () => fed({ price: 0, offer_price: 0, subscription_price: 0 })],
  ['was hidden by a person', hidden],
])(
  'BUY-01 VDP-26 a vehicle that %s while a shopper pays is not reserved on any way in',
  async (_, happens) => {
    const { id, page } = await site.start();
    const undo = await happens();
    const back = await site.at(`${page}?cancelled=1`);
    expect(back.body).toContain('can no longer be reserved');
    expect(back.body).not.toContain('value="pay"');
    expect((await site.at(site.checkout)).body).not.toContain('name="last_name"');
    const other = await site.start({ phone: phoneOf(1) });
    expect(other.id).toBe('');
    await site.deliver(site.paid(id));
    expect(await states()).toEqual(['refunded']);
    expect(site.sandbox.find(id)?.refunded).toBe(true);
    expect(await site.leads()).toEqual([]);
    await undo();
    expect((await site.start({ phone: phoneOf(1) })).response.status).toBe(303);
  },
);

it('BUY-01 a shopper who would pay after all for a vehicle that was hidden is charged nothing', async () => {
  const { id, page } = await site.start();
  const undo = await hidden();
  const refused = await site.post(page, { action: 'pay' });
  await undo();
  expect([refused.status, refused.headers.location]).toEqual([303, page]);
  expect((await site.at(page)).body).toContain('Nothing was charged');
  expect(site.sandbox.pay(id)).toBeUndefined();
  expect(await states()).toEqual(['cancelled']);
});

it('BUY-01 a refund that the processor does not take is tried again until it has gone', async () => {
  const first = await site.start();
  const event = site.paid(first.id);
  await lapse();
  await site.start({ phone: phoneOf(1) });
  site.sandbox.behave('fails');
  await site.deliver(signedEvent(JSON.parse(event.body), WEBHOOK_SECRET, site.services.clock.now()));
  expect(await states()).toEqual(['expired', 'held']);
  expect((await site.at(first.page)).body).toContain('sending your deposit of $200 back');
  await refundDeposits(jobs);
  expect(site.sandbox.find(first.id)?.refunded).toBe(false);
  site.sandbox.behave('answers');
  await refundDeposits(jobs);
  await refundDeposits(jobs);
  expect(await states()).toEqual(['held', 'refunded']);
  expect(site.sandbox.find(first.id)?.refunded).toBe(true);
});

it('BUY-01 refunds of a dealer that has left do not keep others from theirs', async () => {
  const first = await site.start();
  const event = site.paid(first.id);
  await lapse();
  await site.start({ phone: phoneOf(1) });
  site.sandbox.behave('fails');
  await site.deliver(signedEvent(JSON.parse(event.body), WEBHOOK_SECRET, site.services.clock.now()));
  site.sandbox.behave('answers');
  const owed = (await site.rows()).find(({ refund_due_at }) => refund_due_at !== null);
  if (!owed) throw new Error('Nothing is owed.');
  const ofOthers = Array.from({ length: 25 }, (_, n) => ({
    ...owed,
    ...{ id: `left-${n}`, dealer: 'left', checkout_id: `left-${n}`, payment_id: `left-${n}` },
    refund_due_at: new Date(START_OF_TIME + n).toISOString(),
  }));
  await site.services.db.insertInto('reservations').values(ofOthers).execute();
  for (let round = 0; round < 2; round += 1) {
    site.time.now += MINUTE_MS;
    await refundDeposits(jobs);
  }
  expect(site.sandbox.find(first.id)?.refunded).toBe(true);
});

it('BUY-01 a hold ends by itself and its payment page with it; others may then reserve', async () => {
  const { id } = await site.start();
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['held']);
  site.time.now += LATER_MS;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['expired']);
  expect(site.sandbox.pay(id)).toBeUndefined();
  expect((await site.start({ phone: phoneOf(1) })).response.status).toBe(303);
});

it('BUY-01 a payment whose event never came is found when the hold ends', async () => {
  const { id } = await site.start();
  site.paid(id);
  site.time.now += LATER_MS;
  await endOverdueHolds(jobs);
  expect(await counts()).toEqual(ONCE);
});

it('BUY-01 a hold whose processor is silent waits an hour, and then ends', async () => {
  await site.start();
  site.sandbox.behave('fails');
  site.time.now += LATER_MS;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['held']);
  site.time.now += 61 * MINUTE_MS;
  await endOverdueHolds(jobs);
  expect(await states()).toEqual(['expired']);
});

it('BUY-01 what was never paid is deleted after a week; what was paid stays', async () => {
  const first = await site.start();
  site.time.now += LATER_MS;
  const second = await site.start({ phone: phoneOf(1) });
  await site.deliver(site.paid(second.id));
  site.time.now += 8 * DAY_MS;
  await endOverdueHolds(jobs);
  await deleteUnpaid(jobs);
  expect(await states()).toEqual(['reserved']);
  expect((await site.at(first.page)).status).toBe(404);
});

it('BUY-01 a form that is cut off in the middle holds nothing', async () => {
  const body = new URLSearchParams(SHOPPER).toString();
  await new Promise<void>((done) => {
    const socket = connect(site.port, '127.0.0.1', () => {
      socket.write(
        `POST ${site.checkout} HTTP/1.1\r\nHost: ${RESERVING_HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 40)}`,
        () => setTimeout(() => socket.destroy(), 50),
      );
    });
    socket.on('close', () => done());
  });
  await wait(100);
  expect(await site.rows()).toEqual([]);
  expect((await site.start()).response.status).toBe(303);
});

it('BUY-01 one network holds 30 vehicles an hour at most, and what it may not hold is free', async () => {
  await site.services.db.deleteFrom('rate_counts').execute();
  for (let n = 0; n < 30; n += 1) {
    expect((await site.start({ phone: phoneOf(n) })).response.status).toBe(303);
    await site.services.db.deleteFrom('reservations').execute();
  }
  const { response } = await site.start({ phone: phoneOf(30) });
  expect([response.status, Number(response.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(await states()).toEqual(['cancelled']);
});

it('BUY-01 a person is erased from reservations, paid and unpaid; the reservation stays', async () => {
  const { db, clock, env } = site.services;
  const admin = { db, clock, dataDir: env.DATA_DIR, storage: undefined };
  const first = await site.start();
  await site.deliver(site.paid(first.id));
  const person = () =>
    site.rows().then((rows) => rows.map(({ phone, email, payload }) => [phone, email, payload]));
  expect(await person()).toEqual([['0412345678', 'annabel.quillfeather@example.com', '']]);
  await eraseAll(admin, await findPerson(admin, { phone: '0412345678' }, undefined), 'retention');
  expect(await person()).toEqual([['', '', '']]);
  expect(await states()).toEqual(['reserved']);
  expect(await site.view()).toMatchObject({ car_fields: { reserved: true } });

  await db.deleteFrom('reservations').execute();
  const second = await site.start();
  expect(JSON.stringify(await person())).toContain('Quillfeather');
  await eraseReservationsOfPerson(admin, { email: 'annabel.quillfeather@example.com' }, site.dealer.slug);
  expect(await person()).toEqual([['', '', '']]);
  await site.deliver(site.paid(second.id));
  expect(await states()).toEqual(['refunded']);
  expect((await site.leads()).filter(({ erased_at }) => erased_at === null)).toEqual([]);
});

it('BUY-01 no log line names a shopper', () => {
  const log = logged.join('\n');
  expect(log).toContain('vehicle reserved');
  expect(log).toContain('deposit refunded');
  expect(log).not.toMatch(/annabel|quillfeather|041234|bo@example/i);
});
