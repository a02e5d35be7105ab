import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { applyRetention } from '#src/features/leads/server/privacy/apply-retention.ts';
import { bookedSlots, bookSlot } from '#src/features/leads/server/queries/slot-booking-queries.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { startLeadWorker } from '#src/server/jobs/background-worker.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { addUpdate } from '../fixtures/stored-leads.ts';

let setup: LeadSetup;
let old = '';
let recent = '';

const other = (): DealerConfig => {
  const dealer = setup.services.tenants.bySlug('kookaburra-cars');
  if (!dealer) throw new Error('No dealer file of kookaburra-cars.');
  return dealer;
};
const keeping = (dealer: DealerConfig, keepMonths: number): DealerConfig => ({
  ...dealer,
  leads: { ...dealer.leads, keepMonths },
});
async function send(dealer: DealerConfig, at: number): Promise<string> {
  setup.time.now = at;
  const outcome = await submitLead(setup.services, { dealer, form: 'contact', body: LEAD, userAgent: '' });
  return outcome.kind === 'accepted' ? outcome.leadId : outcome.kind;
}
const admin = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const erasedIds = async () =>
  (await setup.leads())
    .filter(({ erased_at }) => erased_at !== null)
    .map(({ id }) => id)
    .sort();

/** Received a year apart; half a year later. */
beforeEach(async () => {
  setup = await leadServices();
  old = await send(setup.dealer, START);
  recent = await send(setup.dealer, START + 365 * DAY_MS);
  setup.time.now += 182 * DAY_MS;
});
afterEach(() => setup.stop());

it('FORM-11 leads are stored as long as their dealer sets, and no longer', async () => {
  const update = await addUpdate(setup, old);
  expect(await applyRetention(admin(), [keeping(setup.dealer, 24)])).toEqual({
    erased: [],
    unknownDealers: [],
    unfinishedTradeIns: 0,
    accounts: 0,
    reservations: 0,
  });
  expect(await applyRetention(admin(), [keeping(setup.dealer, 12)], { dryRun: true })).toMatchObject({
    erased: [{ dealer: 'riverbend', before: '2026-12-30T00:00:00.000Z', erasure: { leads: 1, updates: 1 } }],
  });
  expect(await erasedIds()).toEqual([]);
  expect(await applyRetention(admin(), [keeping(setup.dealer, 12)])).toMatchObject({
    erased: [{ erasure: { leads: 1 } }],
  });
  expect(await erasedIds()).toEqual([old, update].sort());
  expect(await applyRetention(admin(), [keeping(setup.dealer, 12)])).toMatchObject({ erased: [] });
  await applyRetention(admin(), [keeping(setup.dealer, 6)]);
  expect(await erasedIds()).toEqual([old, update].sort());
  setup.time.now += 10 * DAY_MS;
  await applyRetention(admin(), [keeping(setup.dealer, 6)]);
  expect(await erasedIds()).toEqual([old, update, recent].sort());
});

it('FORM-11 each dealer’s leads have their own retention, and those without a dealer file have none', async () => {
  const theirs = await send(other(), START);
  setup.time.now = START + 800 * DAY_MS;
  const dealers = [keeping(setup.dealer, 24), keeping(other(), 120)];
  expect(await applyRetention(admin(), dealers, { only: 'kookaburra-cars' })).toMatchObject({ erased: [] });
  expect(await applyRetention(admin(), [], {})).toEqual({
    erased: [],
    unknownDealers: ['kookaburra-cars', 'riverbend'],
    unfinishedTradeIns: 0,
    accounts: 0,
    reservations: 0,
  });
  await applyRetention(admin(), dealers);
  expect(await erasedIds()).toEqual([old]);
  expect((await setup.leads()).find(({ id }) => id === theirs)?.phone).toBe('0412345678');
});

it('FORM-12 past bookings are deleted daily, those of today and later are not', async () => {
  setup.time.now = Date.parse('2027-03-05T20:00:00Z');
  const place = { dealer: 'riverbend', locationId: 'moorooka' };
  for (const slot of ['2027-03-04T16:30', '2027-03-05T09:00', '2027-03-06T07:00', '2027-03-20T07:00']) {
    await bookSlot(setup.services.db, { ...place, slot, capacity: 1 });
  }
  await runLeadJobs(setup.services);
  const slots = async () => [...(await bookedSlots(setup.services.db, { ...place, from: '' })).keys()].sort();
  expect(await slots()).toEqual(['2027-03-05T09:00', '2027-03-06T07:00', '2027-03-20T07:00']);
  setup.time.now += DAY_MS;
  await runLeadJobs(setup.services);
  expect(await slots()).toEqual(['2027-03-06T07:00', '2027-03-20T07:00']);
});

it('FORM-11 a process that delivers nothing monitors that others do', async () => {
  const worker = startLeadWorker(setup.services, { delivers: false });
  await expect.poll(() => setup.logged.join()).toContain('leads need attention');
  await worker.stop();
  expect((await setup.outbox()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['pending', 0],
    ['pending', 0],
  ]);
});

it('FORM-11 servers erase old leads, one of them once a day', async () => {
  setup.time.now = START + 750 * DAY_MS;
  await Promise.all([runLeadJobs(setup.services), runLeadJobs(setup.services)]);
  expect(await erasedIds()).toEqual([old]);
  expect(setup.logged.filter((line) => line.includes('old leads erased'))).toHaveLength(1);
  const another = await send(setup.dealer, START);
  setup.time.now = START + 750 * DAY_MS + DAY_MS - 1;
  await runLeadJobs(setup.services);
  expect(await erasedIds()).toEqual([old]);
  setup.time.now += 1;
  await runLeadJobs(setup.services);
  expect(await erasedIds()).toEqual([old, another].sort());
});
