import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FIRST_UNREADY_RETRY_MS,
  MAX_ATTEMPTS,
} from '#src/features/leads/server/delivery/attempt-delivery.ts';
import {
  deliverOutbox,
  LEASE_MS,
  startOutboxWorker,
} from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { openLeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { outboxStatus } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { claimDeliveries } from '#src/features/leads/server/queries/outbox-queries.ts';
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
afterEach(() => vi.unstubAllEnvs());

async function send(n = 0): Promise<string> {
  const body = { ...LEAD, message: `Message ${n}` };
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body,
    userAgent: '',
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.leadId;
}
const deliver = (services = setup.services) =>
  deliverOutbox(services, { adapterFor: () => ({ adapter: crm }), random: () => 1 });
const only = async () => (await setup.outbox())[0];
const attempts = () => setup.services.db.selectFrom('delivery_attempts').selectAll().execute();

describe('delivery', () => {
  it('FORM-11 a lead reaches the CRM once, with its id and content', async () => {
    const id = await send();
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(crm.arrivals.map(({ leadId }) => leadId)).toEqual([id]);
    expect(crm.arrivals[0]).toMatchObject({
      leadId: id,
      sequence: 1,
      form: 'contact',
      createdAt: '2026-07-01T00:00:00.000Z',
      payload: { email: LEAD.email },
    });
    expect(await only()).toMatchObject({
      state: 'delivered',
      delivered_at: expect.any(String),
      last_error: null,
    });
  });

  it.each(['fails', 'busy', 'silent', 'late', 'loses-answer'] as const)(
    'FORM-11 a CRM that %s gets the lead later, exactly once by its key',
    async (faultMode) => {
      const id = await send();
      crm.behave(faultMode);
      await deliver();
      expect(await only()).toMatchObject({ state: 'pending', attempts: 1, last_error: expect.any(String) });
      expect(await deliver()).toBe(0);
      crm.behave('accepts');
      setup.time.now += 8000;
      expect(await deliver()).toBe(1);
      expect([...crm.kept.keys()]).toEqual([id]);
      expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 });
      expect((await attempts()).map(({ outcome }) => outcome)).toEqual(['retry', 'delivered']);
    },
  );

  it('FORM-11 a busy CRM gets no leads for as long as it requests', async () => {
    await send();
    crm.behave('busy');
    await deliver();
    setup.time.now += 6999;
    expect(await deliver()).toBe(0);
    setup.time.now += 1;
    expect(await deliver()).toBe(1);
  });

  it('FORM-11 a lead the CRM refuses is dead immediately and can be replayed', async () => {
    const id = await send();
    crm.behave('refuses');
    await deliver();
    expect(await only()).toMatchObject({ state: 'dead', last_error: 'HTTP 400' });
    setup.time.now += DAY_MS;
    expect(await deliver()).toBe(0);
    const admin = await openLeadAdmin(setup.services.env, setup.services.clock);
    expect(await admin.retry({ dealer: 'kookaburra-cars', states: ['dead'] })).toEqual([]);
    expect(await admin.retry({ dealer: 'riverbend', states: ['dead'] })).toMatchObject([{ lead_id: id }]);
    expect(await admin.show(id.slice(0, 8))).toMatchObject({
      lead: { id, deliveries: [{ state: 'pending' }] },
    });
    await admin.close();
    crm.behave('accepts');
    await deliver();
    expect(await only()).toMatchObject({ state: 'delivered' });
  });

  it('FORM-11 a CRM that never recovers ends as dead after the last attempt', async () => {
    await send();
    crm.behave('fails');
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      expect(await only()).toMatchObject({ state: 'pending', attempts: n });
      await deliver();
      setup.time.now += DAY_MS;
    }
    expect(await only()).toMatchObject({ state: 'dead', attempts: MAX_ATTEMPTS });
    expect(await deliver()).toBe(0);
  });

  it('FORM-11 one unreadable lead does not delay the others', async () => {
    const bad = await send(1);
    const good = await send(2);
    await setup.services.db.updateTable('leads').set({ payload: '{' }).where('id', '=', bad).execute();
    await deliver();
    expect([...crm.kept.keys()]).toEqual([good]);
    expect((await setup.outbox()).map(({ state, leased_until }) => [state, leased_until])).toEqual(
      expect.arrayContaining([
        ['pending', null],
        ['delivered', null],
      ]),
    );
  });
});

describe('crashes and crowds', () => {
  it('FORM-11 a lead stored before a crash is delivered after it', async () => {
    const id = await send();
    const { folder } = setup;
    await setup.services.close();
    setup = await leadServices(folder);
    await deliver();
    expect([...crm.kept.keys()]).toEqual([id]);
  });

  it('FORM-11 a dead worker’s lead goes to the next when its lease ends', async () => {
    const id = await send();
    const { now } = setup.services.clock;
    const leasedUntil = new Date(now().getTime() + LEASE_MS).toISOString();
    const [claimed] = await claimDeliveries(setup.services.db, {
      queue: { dealer: 'riverbend', destination: 'crm' },
      now: now().toISOString(),
      leasedUntil,
      limit: 5,
    });
    expect(claimed?.lead_id).toBe(id);
    setup.time.now += LEASE_MS - 1;
    expect(await deliver()).toBe(0);
    setup.time.now += 1;
    expect(await deliver()).toBe(1);
    expect([...crm.kept.keys()]).toEqual([id]);
  });

  it('FORM-11 a worker slower than its lease does not undo the work of the next one', async () => {
    await send();
    let finish = () => {};
    const slow = deliverOutbox(setup.services, {
      adapterFor: () => ({
        adapter: {
          deliver: () =>
            new Promise((resolve) => {
              finish = () => resolve({ kind: 'rejected', reason: 'HTTP 400' });
            }),
        },
      }),
    });
    await expect.poll(async () => (await only())?.attempts).toBe(1);
    setup.time.now += LEASE_MS;
    await deliver();
    finish();
    await slow;
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(setup.logged.join()).toContain('after its lease had expired');
  });

  it('FORM-11 several workers never deliver one lead twice', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => send(n)));
    let rounds = 0;
    while ((await Promise.all([deliver(), deliver(), deliver()])).some((claimed) => claimed > 0)) rounds++;
    expect(rounds).toBeGreaterThan(1);
    expect(crm.arrivals.map(({ leadId }) => leadId).sort()).toEqual(ids.sort());
  });

  it('FORM-11 the worker delivers as leads arrive and stops on request', async () => {
    const worker = startOutboxWorker(setup.services, { adapterFor: () => ({ adapter: crm }), pollMs: 5 });
    const id = await send();
    await expect.poll(() => [...crm.kept.keys()]).toEqual([id]);
    await worker.stop();
    await send(2);
    expect(crm.kept.size).toBe(1);
  });
});

describe('settings that are missing', () => {
  it('FORM-11 CFG-23 without its secret a lead waits, and the log names the variable', async () => {
    await send();
    vi.stubEnv('DEALER_RIVERBEND_CRM_KEY', undefined);
    for (let n = 0; n < 3; n++) {
      await deliverOutbox(setup.services);
      setup.time.now += FIRST_UNREADY_RETRY_MS;
    }
    expect(await only()).toMatchObject({
      state: 'pending',
      attempts: 0,
      last_error: 'environment variable DEALER_RIVERBEND_CRM_KEY is not set',
    });
    expect(setup.logged.join()).toContain('DEALER_RIVERBEND_CRM_KEY');
  });

  it('FORM-11 leads that wait for a setting log one line a round and no attempts, less and less often', async () => {
    for (let n = 0; n < 5; n++) await send(n);
    const adapterFor = () => ({ missing: 'leads.destinations is empty in the dealer file' });
    const claimed: number[] = [];
    for (let minute = 0; minute < 8; minute++) {
      claimed.push(await deliverOutbox(setup.services, { adapterFor }));
      setup.time.now += 60_000;
    }
    expect(claimed).toEqual([5, 5, 5, 0, 5, 0, 0, 0]);
    expect(
      setup.logged.filter((line) => line.includes('riverbend: leads.destinations is empty')),
    ).toHaveLength(4);
    expect(await attempts()).toEqual([]);
  });

  it('FORM-11 waiting leads are counted', async () => {
    const nothing = { pending: 0, dead: 0, held: 0, oldestPendingSeconds: null, unavailable: 0 };
    expect(await outboxStatus(setup.services)).toEqual(nothing);
    await send(1);
    setup.time.now += 90_000;
    await send(2);
    expect(await outboxStatus(setup.services)).toEqual({ ...nothing, pending: 2, oldestPendingSeconds: 90 });
    crm.behave('refuses');
    await deliver();
    expect(await outboxStatus(setup.services)).toEqual({ ...nothing, dead: 2 });
  });
});

/** Their digits are chance: the third group of one id in 4,096 is this postcode. */
const IDS_AND_TIMES = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"time":\d+/g;

it('FORM-11 no personal data reaches the log', async () => {
  await send();
  crm.behave('fails');
  await deliver();
  crm.behave('accepts');
  setup.time.now += DAY_MS;
  await deliver();
  await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, contact_code_2: 'x' },
    userAgent: 'Secret Agent',
  });
  const log = setup.logged.join('').replaceAll(IDS_AND_TIMES, '');
  expect(log).toContain('lead delivered');
  for (const word of ['Annabel', 'Quillfeather', '345678', '4006', 'Message', 'Agent', '@']) {
    expect(log).not.toContain(word);
  }
});
