import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OutboxWorker, startOutboxWorker } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

let setup: LeadSetup;
let worker: OutboxWorker | undefined;
/** Leads by dealer in the order of their arrival; dealers in `hangs` never answer. */
let arrivals: { dealer: string; leadId: string }[];
let hangs: Set<string>;
let endHanging: () => void;

beforeEach(async () => {
  setup = await leadServices();
  arrivals = [];
  hangs = new Set();
});
afterEach(async () => {
  endHanging?.();
  await worker?.stop();
  worker = undefined;
  await setup.stop();
});

async function sendTo(slug: string, count: number): Promise<void> {
  const dealer = setup.services.tenants.bySlug(slug);
  if (!dealer) throw new Error(`No dealer ${slug}.`);
  for (let n = 0; n < count; n++) {
    const body = { ...LEAD, message: `Message ${n}` };
    const outcome = await submitLead(setup.services, { dealer, form: 'contact', body, userAgent: '' });
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  }
}

function start(options: { maxQueues?: number; stopGraceMs?: number } = {}): void {
  const hanging = new Promise<DeliveryOutcome>((resolve) => {
    endHanging = () => resolve({ kind: 'delivered' });
  });
  worker = startOutboxWorker(setup.services, {
    pollMs: 5,
    ...options,
    adapterFor: (dealer) => ({
      adapter: {
        async deliver({ leadId }) {
          arrivals.push({ dealer: dealer?.slug ?? '', leadId });
          return dealer && hangs.has(dealer.slug) ? hanging : { kind: 'delivered' };
        },
      },
    }),
  });
}
const arrivedAt = (slug: string) => arrivals.filter(({ dealer }) => dealer === slug).length;

it('FORM-11 a hanging destination delays a few of its own leads and none of another dealer', async () => {
  hangs.add('riverbend');
  await sendTo('riverbend', 20);
  await sendTo('kookaburra-cars', 12);
  start();
  await expect.poll(() => arrivedAt('kookaburra-cars')).toBe(12);
  await expect.poll(() => arrivedAt('riverbend')).toBe(5);
});

it('FORM-11 if more destinations wait than are served in parallel, they take turns', async () => {
  await sendTo('kookaburra-cars', 40);
  await sendTo('riverbend', 5);
  start({ maxQueues: 1 });
  await expect.poll(() => arrivals.length).toBe(45);
  const lastOfTheFew = arrivals.findLastIndex(({ dealer }) => dealer === 'riverbend');
  expect(lastOfTheFew).toBeLessThan(20);
});

it('FORM-11 a stopping worker finishes quick deliveries and releases the rest', async () => {
  hangs.add('riverbend');
  await sendTo('riverbend', 7);
  start({ stopGraceMs: 50 });
  await expect.poll(() => arrivals.length).toBe(5);
  await worker?.stop();
  const rows = await setup.outbox();
  expect(rows.map(({ state, leased_until }) => [state, leased_until])).toEqual(
    Array.from({ length: 7 }, () => ['pending', null]),
  );
  expect(arrivals).toHaveLength(5);
});

it('FORM-11 the log of attempts has outcome and duration', async () => {
  await sendTo('riverbend', 1);
  start();
  const attempts = () => setup.services.db.selectFrom('delivery_attempts').selectAll().execute();
  await expect.poll(attempts).toEqual([
    {
      seq: 1,
      outbox_id: expect.any(String),
      at: '2026-07-01T00:00:00.000Z',
      outcome: 'delivered',
      detail: null,
      duration_ms: expect.any(Number),
    },
  ]);
});
