import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import type { Alarm } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import type { Payment } from '#src/features/reservations/server/payments/payment-provider.ts';
import {
  checkPaymentAlarms,
  returnPaymentsDue,
} from '#src/features/reservations/server/payments/return-payment.ts';
import { openReservationSite, WEBHOOK_SECRET } from '../fixtures/reservation-site.ts';

const AT_ONCE = 20;

let site: Awaited<ReturnType<typeof openReservationSite>>;
let jobs: Parameters<typeof returnPaymentsDue>[0] & Parameters<typeof checkPaymentAlarms>[0];
beforeAll(async () => {
  site = await openReservationSite();
  jobs = { ...site.services, tenants: createTenants([site.dealer]) };
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.clear();
  await site.services.db.deleteFrom('returned_payments').execute();
});

const event = (body: object) =>
  signedEvent(body as { kind: string }, WEBHOOK_SECRET, site.services.clock.now());
/** The report of a payment that differs from what was agreed. */
async function reported(change: Partial<Payment>) {
  const started = await site.start();
  const { payment } = JSON.parse(site.paid(started.id).body) as { payment: Payment };
  return { ...started, payment: { ...payment, ...change } };
}
const returned = () => site.services.db.selectFrom('returned_payments').selectAll().execute();
const states = async () => (await site.rows()).map(({ state }) => state);
async function alarms(reaches = true): Promise<Alarm[]> {
  const found: Alarm[] = [];
  await checkPaymentAlarms(jobs, async (_, alarm) => {
    found.push(alarm);
    return reaches;
  });
  return found;
}

it.each([
  ['amount', { amount: 19_900 }],
  ['currency', { currency: 'USD' }],
] as const)(
  'BUY-07 a payment of another %s, reported 20 times at once, goes back once and raises one alarm',
  async (_what, change) => {
    const { id, page, payment } = await reported(change);
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => site.deliver(event({ kind: 'paid', payment }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
    expect(site.sandbox.find(id)?.refunded).toBe(true);
    expect(await returned()).toMatchObject([{ payment_id: payment.payment, due_at: null }]);
    expect(await site.leads()).toEqual([]);
    expect((await site.at(page)).body).toContain('Your payment goes back to your card');
    expect(await alarms(false)).toHaveLength(1);
    const [alarm] = await alarms();
    expect(alarm?.subject).toContain('A payment not as agreed');
    expect(JSON.stringify(alarm)).not.toMatch(/Quillfeather|0412/);
    expect(await alarms()).toEqual([]);
    await site.deliver(event({ kind: 'paid', payment }));
    expect(await alarms()).toEqual([]);
    // The vehicle is free again.
    expect((await site.start({ phone: '0412345699' })).response.status).toBe(303);
  },
);

it('BUY-07 a payment of another checkout goes back, and the hold waits for its own', async () => {
  const { id, payment } = await reported({});
  // Of a checkout that the processor knows and the hold does not.
  await site.services.db.updateTable('reservations').set({ checkout_id: 'its-own' }).execute();
  await site.deliver(event({ kind: 'paid', payment }));
  expect(site.sandbox.find(id)?.refunded).toBe(true);
  const { payment: payment_id, reference } = payment;
  await site.deliver(event({ kind: 'refunded', payment: payment_id, reference }));
  expect(await states()).toEqual(['held']);
  await site.deliver(event({ kind: 'paid', payment: { ...payment, payment: 'own', checkout: 'its-own' } }));
  expect(await states()).toEqual(['reserved']);
});

it('BUY-07 of two payments for one hold, reported at once, one reserves and the other goes back', async () => {
  for (let round = 0; round < 5; round += 1) {
    await site.clear();
    await site.services.db.deleteFrom('returned_payments').execute();
    const { payment } = await reported({});
    const second = { ...payment, payment: `second-${round}` };
    await Promise.all(
      [payment, second, payment, second].map((each) => site.deliver(event({ kind: 'paid', payment: each }))),
    );
    const [row] = await site.rows();
    expect(row?.state).toBe('reserved');
    const back = [payment.payment, second.payment].filter((each) => each !== row?.payment_id);
    expect((await returned()).map(({ payment_id }) => payment_id)).toEqual(back);
    expect(await site.leads()).toHaveLength(1);
  }
});

it('BUY-07 a payment that the processor does not take back is tried again until it has gone', async () => {
  const { id, payment } = await reported({ amount: 1 });
  site.sandbox.behave('fails');
  expect((await site.deliver(event({ kind: 'paid', payment }))).status).toBe(200);
  await returnPaymentsDue(jobs);
  expect(site.sandbox.find(id)?.refunded).toBe(false);
  site.sandbox.behave('answers');
  await returnPaymentsDue(jobs);
  expect(site.sandbox.find(id)?.refunded).toBe(true);
  expect(await returned()).toMatchObject([{ due_at: null, refunded_at: expect.any(String) }]);
});
