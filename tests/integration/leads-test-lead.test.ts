import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { startOutboxWorker } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { sendTestLead, type TestOptions } from '#src/features/leads/server/operations/send-test-lead.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { type LocalAdapter, localAdapter } from '../fixtures/local-receivers.ts';

let setup: LeadSetup;
let crm: LocalAdapter;

beforeEach(async () => {
  setup = await leadServices();
  crm = localAdapter();
});
afterEach(() => setup.stop());

const test = (options: Partial<TestOptions> = {}) =>
  sendTestLead(setup.services, {
    dealer: setup.dealer,
    form: 'enquiry',
    timeoutMs: 5000,
    workerFirstMs: 0,
    delivery: { adapterFor: () => ({ adapter: crm }) },
    ...options,
  });

it('FORM-11 a test goes through the normal delivery, and is marked as one', async () => {
  const { leadId, deliveries } = await test();
  expect(deliveries.length).toBeGreaterThan(0);
  expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']));
  expect(crm.kept.get(leadId)).toMatchObject({
    leadId,
    form: 'enquiry',
    payload: { name: 'TEST', tags: ['enquiry', 'test'], opt_in: false },
  });
  expect(await setup.leads()).toMatchObject([{ id: leadId, kind: 'test', email: '', phone: '' }]);
});

it('FORM-11 a test delivers no other lead', async () => {
  const submission = { dealer: setup.dealer, form: 'contact', body: LEAD, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  const { leadId } = await test();
  expect([...crm.kept.keys()]).toEqual([leadId]);
  expect(outcome.kind).toBe('accepted');
});

it.each([
  ['refuses', { outcome: 'refused', reason: 'HTTP 400' }],
  ['fails', { outcome: 'waits', attempts: 1, reason: 'HTTP 500' }],
] as const)(
  'FORM-11 a receiver that %s is reported with its reason, and the test is withdrawn',
  async (faultMode, told) => {
    crm.behave(faultMode);
    const { deliveries } = await test();
    expect(deliveries[0]).toMatchObject(told);
    expect(new Set((await setup.outbox()).map(({ state }) => state))).toEqual(new Set(['withdrawn']));
  },
);

it('FORM-11 a missing setting is reported immediately', async () => {
  const missing = 'environment variable X is not set';
  const { deliveries } = await test({ timeoutMs: DAY_MS, delivery: { adapterFor: () => ({ missing }) } });
  expect(deliveries[0]).toMatchObject({ outcome: 'needs a setting', reason: missing, attempts: 0 });
});

it('FORM-11 a worker beside it delivers the test, once', async () => {
  const worker = startOutboxWorker(setup.services, { adapterFor: () => ({ adapter: crm }), pollMs: 5 });
  const here = localAdapter();
  const { leadId, deliveries } = await test({
    timeoutMs: 20_000,
    workerFirstMs: 10_000,
    delivery: { adapterFor: () => ({ adapter: here }) },
  });
  await worker.stop();
  expect(deliveries.every(({ outcome }) => outcome === 'delivered')).toBe(true);
  expect([...crm.kept.keys()]).toEqual([leadId]);
  expect(here.arrivals).toEqual([]);
});

it('FORM-11 one destination alone can be tested', async () => {
  const [first] = setup.dealer.leads.destinations;
  if (!first) throw new Error('riverbend has no destination');
  const destinations: DealerConfig['leads']['destinations'] = [first, { ...first, name: 'second' }];
  const dealer = { ...setup.dealer, leads: { ...setup.dealer.leads, destinations } };
  const { deliveries } = await test({ dealer, destinations: ['second'] });
  expect(deliveries.map(({ destination }) => destination)).toEqual(['second']);
});
