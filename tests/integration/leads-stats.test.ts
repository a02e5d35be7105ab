import { afterAll, beforeAll, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { collectLeadStats } from '#src/features/leads/server/operations/lead-stats.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { addDelivery, addUpdate } from '../fixtures/stored-leads.ts';

const HOUR_MS = 3_600_000;
const LEADS = 60;
const STATES = ['delivered', 'pending', 'dead', 'held', 'delivered', 'delivered'];
let setup: LeadSetup;

/** Leads over several days; every third with a second destination. */
beforeAll(async () => {
  setup = await leadServices();
  for (let n = 0; n < LEADS; n++) {
    const form = n % 4 === 0 ? 'enquiry' : 'contact';
    const body = { ...LEAD, message: `Message ${n}` };
    const outcome = await submitLead(setup.services, { dealer: setup.dealer, form, body, userAgent: '' });
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    const state = STATES[n % STATES.length] ?? '';
    const deliveredAt = (seconds: number) => new Date(setup.time.now + seconds * 1000).toISOString();
    await setup.services.db
      .updateTable('outbox')
      .set({ state, attempts: n % 3, delivered_at: state === 'delivered' ? deliveredAt(n + 0.5) : null })
      .where('lead_id', '=', outcome.leadId)
      .execute();
    if (n % 3 === 0) {
      const delivery = {
        destination: 'second',
        state: 'delivered',
        attempts: 1,
        delivered_at: deliveredAt(7),
      };
      await addDelivery(setup, outcome.leadId, delivery);
    }
    if (n === 0) {
      const update = await addUpdate(setup, outcome.leadId);
      await addDelivery(setup, update, { destination: 'crm', state: 'dead', attempts: 40 });
    }
    if (n === 1)
      await setup.services.db
        .updateTable('leads')
        .set({ kind: 'test' })
        .where('id', '=', outcome.leadId)
        .execute();
    setup.time.now += HOUR_MS;
  }
});
afterAll(() => setup.stop());

it('FORM-11 figures match an independent count of the rows', async () => {
  const since = new Date(START + 5 * HOUR_MS).toISOString();
  const { total, forms, days } = await collectLeadStats(
    setup.services,
    { since },
    () => setup.dealer.timeZone,
  );
  const rows = await setup.outbox();
  const leads = (await setup.leads()).filter(
    ({ kind, created_at }) => kind === 'lead' && created_at >= since,
  );
  const of = (id: string) => rows.filter(({ lead_id }) => lead_id === id);
  const has = (state: string) => leads.filter(({ id }) => of(id).some((row) => row.state === state));
  expect(total.leads).toBe(LEADS - 5);
  expect(total.dead).toBe(has('dead').length);
  expect(total.held).toBe(has('held').length);
  expect(total.waiting).toBe(has('pending').length);
  const whole = leads.filter(({ id }) => of(id).every(({ state }) => state === 'delivered'));
  expect(total.delivered).toBe(whole.length);
  expect(total.deliveredShare).toBeCloseTo(whole.length / (leads.length - total.held));
  expect(total.attempts).toBe(
    leads.flatMap(({ id }) => of(id)).reduce((sum, { attempts }) => sum + attempts, 0),
  );

  const waits = leads
    .flatMap(({ id, created_at }) => {
      const at = of(id).flatMap(({ delivered_at }) => (delivered_at ? Date.parse(delivered_at) : []));
      return at.length > 0 ? [(Math.min(...at) - Date.parse(created_at)) / 1000] : [];
    })
    .sort((a, b) => a - b);
  for (const [share, seconds] of [
    [0.5, total.p50Seconds],
    [0.95, total.p95Seconds],
  ] as const) {
    const within = (limit: number) => waits.filter((wait) => wait <= limit).length / waits.length;
    expect(waits).toContain(seconds);
    expect(within(seconds ?? 0)).toBeGreaterThanOrEqual(share);
    const smaller = Math.max(...waits.filter((wait) => wait < (seconds ?? 0)));
    expect(within(smaller)).toBeLessThan(share);
  }

  const sumOf = (rows_: readonly { leads: number }[]) => rows_.reduce((sum, row) => sum + row.leads, 0);
  expect(sumOf(forms)).toBe(total.leads);
  for (const { form, category, leads: count } of forms) {
    expect(count).toBe(leads.filter((lead) => lead.form === form && lead.category === category).length);
  }
  const dates = leads.map(({ created_at }) => zonedDate(new Date(created_at), setup.dealer.timeZone).date);
  expect(days).toEqual(
    [...new Set(dates)].map((day) => ({
      dealer: 'riverbend',
      day,
      leads: dates.filter((date) => date === day).length,
    })),
  );
});

it('FORM-11 tests, updates and other dealers are not counted', async () => {
  const all = await collectLeadStats(setup.services, {}, () => 'UTC');
  expect(all.total.leads).toBe(LEADS - 1);
  const none = await collectLeadStats(setup.services, { dealer: 'kookaburra-cars' }, () => 'UTC');
  expect(none).toMatchObject({ total: { leads: 0, attempts: 0 }, forms: [], days: [] });
});
