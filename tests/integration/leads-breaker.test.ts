import { afterEach, beforeEach, expect, it } from 'vitest';
import { FAILURES_TO_OPEN, MAX_ATTEMPTS } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { restartDeliveries } from '#src/features/leads/server/queries/outbox-queries.ts';
import { createRandom } from '../../scripts/demo-stock/random.ts';
import { crmUnavailable } from '../fixtures/crm-unavailable.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { type LocalAdapter, localAdapter } from '../fixtures/local-receivers.ts';

const SECOND_MS = 1000;
let setup: LeadSetup;
let crm: LocalAdapter;

beforeEach(async () => {
  setup = await leadServices();
  crm = localAdapter();
});
afterEach(() => setup.stop());

async function send(n = 0): Promise<string> {
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, message: `Message ${n}` },
    userAgent: '',
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.leadId;
}
const sendMany = async (count: number) => {
  for (let n = 0; n < count; n++) await send(n);
};
const deliver = () =>
  deliverOutbox(setup.services, { adapterFor: () => ({ adapter: crm }), random: () => 1 });
const health = () => setup.services.db.selectFrom('destination_health').selectAll().executeTakeFirst();

/** As after many failures of each lead: none is due for an hour. */
const putOff = () =>
  setup.services.db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(setup.time.now + 3600 * SECOND_MS).toISOString() })
    .execute();

/** A turn of a destination that fails, which opens its breaker; one lead is left that was never sent. */
async function openIt(): Promise<void> {
  await sendMany(FAILURES_TO_OPEN + 1);
  crm.behave('fails');
  await deliver();
  expect((await health())?.opened_at).not.toBeNull();
}

it('FORM-11 a destination that fails five times in a row gets no more leads, and waiting uses no attempts', async () => {
  await openIt();
  setup.time.now += 14 * SECOND_MS;
  expect(await deliver()).toBe(0);
  expect(crm.arrivals).toHaveLength(FAILURES_TO_OPEN);
  expect((await setup.outbox()).map(({ attempts }) => attempts).sort()).toEqual([0, 1, 1, 1, 1, 1]);
  expect(setup.logged.filter((line) => line.includes('destination unavailable'))).toHaveLength(1);
});

it('FORM-11 one probe at a time checks whether it is back, for any number of workers', async () => {
  await openIt();
  setup.time.now += 15 * SECOND_MS;
  const claimed = await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  expect(claimed.reduce((a, b) => a + b)).toBe(1);
  setup.time.now += 29 * SECOND_MS;
  expect(await deliver()).toBe(0);
  setup.time.now += SECOND_MS;
  expect(await deliver()).toBe(1);
  expect(await health()).toMatchObject({ failures: FAILURES_TO_OPEN + 2 });
});

it('FORM-11 a probe sent before its lead is due uses none of its attempts', async () => {
  await sendMany(FAILURES_TO_OPEN);
  crm.behave('fails');
  await deliver();
  await putOff();
  setup.time.now += 15 * SECOND_MS;
  expect(await deliver()).toBe(1);
  expect((await setup.outbox()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
});

it('FORM-11 a probe that arrives releases all waiting leads immediately', async () => {
  await openIt();
  await putOff();
  crm.behave('accepts');
  setup.time.now += 15 * SECOND_MS;
  expect(await deliver()).toBe(1);
  expect(await health()).toBeUndefined();
  expect(await deliver()).toBe(FAILURES_TO_OPEN);
  expect(crm.kept.size).toBe(FAILURES_TO_OPEN + 1);
  expect(setup.logged.join()).toContain('destination is back');
});

it('FORM-11 a refusal does not open a destination’s breaker, and ends a row of failures', async () => {
  await sendMany(FAILURES_TO_OPEN * 2);
  crm.behave('refuses');
  await deliver();
  await deliver();
  expect(await health()).toBeUndefined();
  expect((await setup.outbox()).every(({ state }) => state === 'dead')).toBe(true);
});

it('FORM-11 unreadable leads do not count against their destination', async () => {
  await sendMany(FAILURES_TO_OPEN);
  await setup.services.db.updateTable('leads').set({ payload: '{' }).execute();
  await deliver();
  expect(await health()).toBeUndefined();
});

it('FORM-11 if a probing worker dies the next one probes', async () => {
  await openIt();
  setup.time.now += 15 * SECOND_MS;
  let end = () => {};
  const dying = deliverOutbox(setup.services, {
    adapterFor: () => ({
      adapter: {
        deliver: () =>
          new Promise((resolve) => {
            end = () => resolve({ kind: 'retry', reason: 'no answer' });
          }),
      },
    }),
  });
  await expect
    .poll(async () => (await setup.outbox()).filter(({ leased_until }) => leased_until).length)
    .toBe(1);
  expect(await deliver()).toBe(0);
  crm.behave('accepts');
  setup.time.now += 60 * SECOND_MS;
  expect(await deliver()).toBe(1);
  end();
  await dying;
});

it('FORM-11 a replay probes a destination immediately', async () => {
  await openIt();
  crm.behave('accepts');
  expect(await deliver()).toBe(0);
  const now = setup.services.clock.now().toISOString();
  await restartDeliveries(setup.services.db, { dealer: 'riverbend', states: ['dead'] }, now);
  expect(await deliver()).toBe(1);
});

it('FORM-11 after an hour without its CRM every lead arrives within fifteen minutes of its return', async () => {
  const leads = 50;
  const outcome = await crmUnavailable({
    services: setup.services,
    time: setup.time,
    workers: 2,
    leads,
    store: send,
    random: createRandom('crm away').next,
  });
  expect(outcome.secondsToDeliverAll).toBeLessThan(900);
  expect(outcome.arrivals).toBe(leads);
  expect(outcome.turnedAway).toBeLessThan(30);
  const rows = await setup.outbox();
  expect(rows.every(({ state }) => state === 'delivered')).toBe(true);
  expect(Math.max(...rows.map(({ attempts }) => attempts))).toBeLessThan(10);
});

it('FORM-11 a lead that is not sent does not affect its destination’s breaker, a refusal does', async () => {
  const answers = async (kind: 'withheld' | 'rejected') => {
    await setup.services.db.updateTable('destination_health').set({ probe_at: '' }).execute();
    const adapter = { deliver: async () => ({ kind, reason: 'no such address' }) };
    await deliverOutbox(setup.services, { adapterFor: () => ({ adapter }), random: () => 1 });
  };
  await openIt();
  await answers('withheld');
  expect((await health())?.opened_at).not.toBeNull();
  expect(setup.logged.join()).not.toContain('destination is back');
  expect((await setup.outbox()).filter(({ state }) => state === 'dead')).toHaveLength(1);
  await answers('rejected');
  expect((await health())?.opened_at ?? null).toBeNull();
  expect(setup.logged.join()).toContain('destination is back');
});

it('FORM-11 a lead whose workers died at every attempt is given up without another', async () => {
  await sendMany(2);
  const [first, second] = await setup.outbox();
  const attempts = (id: string | undefined, done: number) =>
    setup.services.db
      .updateTable('outbox')
      .set({ attempts: done })
      .where('id', '=', id ?? '')
      .execute();
  await attempts(first?.id, MAX_ATTEMPTS);
  await attempts(second?.id, MAX_ATTEMPTS - 1);
  await deliver();
  const after = new Map((await setup.outbox()).map((row) => [row.id, row]));
  expect(after.get(first?.id ?? '')).toMatchObject({
    state: 'dead',
    last_error: 'its worker died during the last attempt',
  });
  expect(after.get(second?.id ?? '')?.state).toBe('delivered');
  expect(crm.arrivals).toHaveLength(1);
});
