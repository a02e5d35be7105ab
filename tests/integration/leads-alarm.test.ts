import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { MAX_ATTEMPTS } from '#src/features/leads/server/delivery/attempt-delivery.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { checkLeadAlarms } from '#src/features/leads/server/operations/monitor-delivery.ts';
import type { DeliveryOutcome } from '#src/platform/mail/delivery-outcome.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { startLeadWorker } from '#src/server/jobs/background-worker.ts';
import { runLeadJobs } from '#src/server/jobs/periodic-jobs.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

const MINUTE_MS = 60_000;
type Told = { subject: string; text: string; dealer: string; trouble: string; leads: number };
let setup: LeadSetup;
let told: Told[];
let webhookStatus: number;
let closeWebhook: () => Promise<void>;

/** What ops would see in their chat. */
async function startOpsWebhook(): Promise<string> {
  const server = createServer(async (req, res) => {
    const body = JSON.parse(await text(req)) as Told;
    if (webhookStatus === 200) told.push(body);
    res.writeHead(webhookStatus).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeWebhook = () => new Promise((resolve) => server.close(() => resolve()));
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/ops`;
}

beforeEach(async () => {
  setup = await leadServices();
  setup.dealer.leads.alarm.afterMinutes = 30;
  told = [];
  webhookStatus = 200;
  setup.services.env.OPS_WEBHOOK = await startOpsWebhook();
});
afterEach(async () => {
  await closeWebhook();
  await setup.stop();
});

async function send(body: object = {}): Promise<string> {
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, ...body },
    userAgent: '',
  });
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.leadId;
}
const check = () => checkLeadAlarms(setup.services);
const settle = (state: string) =>
  setup.services.db.updateTable('outbox').set({ state, last_error: 'HTTP 500' }).execute();

it('FORM-11 leads that wait too long are reported once, again after a day, and so is their delivery', async () => {
  await send();
  setup.time.now += 30 * MINUTE_MS - 1;
  await check();
  expect(told).toEqual([]);
  setup.time.now += 1;
  await check();
  await check();
  setup.time.now += DAY_MS - 1;
  await check();
  expect(told.map(({ subject }) => subject)).toEqual(['Riverbend Motor Group: 1 lead waits to be delivered']);
  expect(told[0]).toMatchObject({ dealer: 'riverbend', trouble: 'waiting', leads: 1 });
  setup.time.now += 1;
  await check();
  expect(told[1]?.subject).toMatch(/^Still: /);
  await settle('delivered');
  await check();
  await check();
  expect(told.map(({ subject }) => subject).slice(2)).toEqual(['Riverbend Motor Group: all leads delivered']);
});

it('FORM-11 a dealer sets the number of minutes', async () => {
  setup.dealer.leads.alarm.afterMinutes = 120;
  await send();
  setup.time.now += 119 * MINUTE_MS;
  await check();
  expect(told).toEqual([]);
  setup.time.now += MINUTE_MS;
  await check();
  expect(told).toHaveLength(1);
});

it.each([
  ['dead', '1 lead was given up'],
  ['held', '1 lead is held on suspicion'],
])('FORM-11 a lead that is %s is reported the same hour, without an all-clear', async (state, words) => {
  await send();
  await settle(state);
  await check();
  expect(told.map(({ subject }) => subject)).toEqual([`Riverbend Motor Group: ${words}`]);
  await settle('delivered');
  await check();
  expect(told).toHaveLength(1);
});

it('FORM-11 leads that were given up are reported for a week', async () => {
  await send();
  await settle('dead');
  for (let day = 0; day < 20; day++) {
    await check();
    setup.time.now += DAY_MS;
  }
  expect(told).toHaveLength(8);
});

/** All that is due meets a receiver that answers so. */
const deliver = (outcome: DeliveryOutcome) =>
  deliverOutbox(setup.services, { adapterFor: () => ({ adapter: { deliver: async () => outcome } }) });

it('FORM-11 leads that were given up are dated by that, however long they waited, and cause no all-clear', async () => {
  await send();
  setup.time.now += 8 * DAY_MS;
  await check();
  expect(told).toMatchObject([{ trouble: 'waiting' }]);
  await deliver({ kind: 'rejected', reason: 'HTTP 422' });
  await check();
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ trouble: 'dead', leads: 1 });
  expect(told[1]?.text).toContain(new Date(setup.time.now).toISOString());
});

it('FORM-11 a lead refused or tried too often was given up at that moment', async () => {
  await send();
  await send({ message: 'Another' });
  const [first, second] = await setup.outbox();
  await setup.services.db
    .updateTable('outbox')
    .set({ attempts: MAX_ATTEMPTS - 1 })
    .where('id', '=', second?.id ?? '')
    .execute();
  setup.time.now += 8 * DAY_MS;
  await deliver({ kind: 'retry', reason: 'HTTP 500' });
  setup.time.now += 2 * MINUTE_MS;
  await deliver({ kind: 'rejected', reason: 'HTTP 422' });
  const diedAt = async (id = '') => (await setup.outbox()).find((row) => row.id === id)?.next_attempt_at;
  expect(await diedAt(second?.id)).toBe(new Date(setup.time.now - 2 * MINUTE_MS).toISOString());
  expect(await diedAt(first?.id)).toBe(new Date(setup.time.now).toISOString());
});

it('FORM-11 more leads given up or held after an alarm are reported within the hour', async () => {
  await send({ message: 'first' });
  await deliver({ kind: 'rejected', reason: 'HTTP 422' });
  await check();
  setup.time.now += MINUTE_MS;
  for (let n = 0; n < 5; n++) await send({ message: `Message ${n}` });
  await deliver({ kind: 'rejected', reason: 'HTTP 422' });
  await check();
  expect(told).toHaveLength(1);
  setup.time.now += 59 * MINUTE_MS;
  await check();
  await check();
  expect(told.map(({ subject }) => subject)).toEqual([
    'Riverbend Motor Group: 1 lead was given up',
    'Riverbend Motor Group: 6 leads were given up',
  ]);
  setup.time.now += DAY_MS - 1;
  await check();
  expect(told).toHaveLength(2);
});

it('FORM-11 leads whose hidden field was filled in raise no alarm and hide no other', async () => {
  await send({ contact_code_2: 'x' });
  await check();
  expect(told).toEqual([]);
  await send();
  await setup.services.db
    .updateTable('outbox')
    .set({ state: 'held', last_error: 'many of one phone number' })
    .where('state', '=', 'pending')
    .execute();
  await check();
  expect(told).toMatchObject([{ trouble: 'held', leads: 1 }]);
  expect(told[0]?.text).not.toContain('trap');
});

it('FORM-11 an alarm that reached no one is retried', async () => {
  await send();
  setup.time.now += 30 * MINUTE_MS;
  webhookStatus = 503;
  await check();
  expect(setup.logged.join()).toContain('an alarm could not be sent this way');
  webhookStatus = 200;
  await check();
  await check();
  expect(told).toHaveLength(1);
});

it('FORM-11 a test lead raises no alarm', async () => {
  await send();
  await setup.services.db.updateTable('leads').set({ kind: 'test' }).execute();
  setup.time.now += DAY_MS;
  await check();
  expect(told).toEqual([]);
});

it('FORM-11 leads of a dealer whose file is gone also raise alarms', async () => {
  await send();
  await setup.services.db.updateTable('outbox').set({ dealer: 'gone-cars' }).execute();
  setup.time.now += DAY_MS;
  await check();
  expect(told).toMatchObject([{ dealer: 'gone-cars', leads: 1 }]);
});

it('FORM-11 all processes together check once a minute', async () => {
  let looks = 0;
  const jobs = [{ name: 'look', everyMs: MINUTE_MS, run: async () => void looks++ }];
  const round = () => Promise.all([runLeadJobs(setup.services, jobs), runLeadJobs(setup.services, jobs)]);
  await round();
  setup.time.now += MINUTE_MS - 1;
  await round();
  expect(looks).toBe(1);
  setup.time.now += 1;
  await round();
  expect(looks).toBe(2);
});

it('FORM-11 an alarm has no personal data, when sent or in the log', async () => {
  await send({ contact_code_2: 'x' });
  await send();
  setup.time.now += DAY_MS;
  await check();
  expect(told).toHaveLength(1);
  const words = JSON.stringify(told) + setup.logged.join('');
  for (const word of ['Annabel', 'Quillfeather', '345678', 'blue one']) expect(words).not.toContain(word);
});

it('FORM-11 a start without a mail server warns if alarms go by e-mail', async () => {
  const warning = () => setup.logged.filter((line) => line.includes('lead alarms cannot be sent by e-mail'));
  const start = (env: object, tenants = createTenants([])) =>
    startLeadWorker(
      { ...setup.services, tenants, env: { ...setup.services.env, ...env } },
      { delivers: false },
    ).stop();
  await start({ OPS_EMAIL: [] });
  await start({ OPS_EMAIL: ['ops@example.com'], SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.com' });
  expect(warning()).toEqual([]);
  await start({ OPS_EMAIL: ['ops@example.com'] });
  setup.dealer.leads.alarm.emails = ['sales@example.com'];
  await start({ OPS_EMAIL: [] }, createTenants([setup.dealer]));
  const isNamed = expect.stringContaining('SMTP_URL is not set');
  expect(warning()).toEqual([isNamed, isNamed]);
});
