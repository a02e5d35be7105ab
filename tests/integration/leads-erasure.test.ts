import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storePrizeDraw } from '#src/features/account/server/queries/prize-draw-queries.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { storeUpdate } from '#src/features/leads/server/intake/lead-record.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import {
  eraseAll,
  eraseRestored,
  findPerson,
  findRestored,
  surveyErasure,
} from '#src/features/leads/server/privacy/erase-person.ts';
import { ERASURE_LOG } from '#src/features/leads/server/privacy/erasure-log.ts';
import { fillLeadColumns } from '#src/platform/database/migrations/0003-leads.ts';
import { runLeads } from '../../scripts/leads/run-leads.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { type LocalAdapter, localAdapter } from '../fixtures/local-receivers.ts';
import { addDelivery, addUpdate } from '../fixtures/stored-leads.ts';

const PHONE = '0412345678';
let setup: LeadSetup;
let crm: LocalAdapter;

beforeEach(async () => {
  setup = await leadServices();
  crm = localAdapter();
});
afterEach(() => setup.stop());

async function send(body: Record<string, string> = {}): Promise<string> {
  const submission = {
    dealer: setup.dealer,
    form: 'contact',
    body: { ...LEAD, ...body },
    userAgent: 'Test Agent',
  };
  const outcome = await submitLead(setup.services, submission);
  return outcome.kind === 'accepted' ? outcome.leadId : outcome.kind;
}
const admin = () => ({ ...setup.services, dataDir: setup.services.env.DATA_DIR });
const deliver = () => deliverOutbox(setup.services, { adapterFor: () => ({ adapter: crm }) });
const erase = async () =>
  eraseAll(admin(), await findPerson(admin(), { phone: PHONE }, undefined), 'request');
const everything = async () => JSON.stringify([await setup.leads(), await setup.outbox()]);

it('FORM-11 only the person is found, by phone or e-mail', async () => {
  const both = await send();
  const other = await send({ phone: '0498765432', email: 'Bob@Example.com' });
  const find = (person: object, dealer?: string) => findPerson(admin(), person, dealer);
  expect(await find({ phone: PHONE })).toEqual([both]);
  expect(await find({ email: 'bob@example.com' })).toEqual([other]);
  expect((await find({ phone: PHONE, email: 'bob@example.com' })).sort()).toEqual([both, other].sort());
  expect(await find({ phone: PHONE }, 'kookaburra-cars')).toEqual([]);
  expect(await find({})).toEqual([]);
  expect(await find({ phone: '', email: '' })).toEqual([]);
});

it('FORM-11 leads stored before the look-up columns existed are found too', async () => {
  await send();
  const before = await setup.leads();
  await setup.services.db
    .updateTable('leads')
    .set({ email: '', phone: '', category: '', location_id: null })
    .execute();
  await fillLeadColumns(setup.services.db);
  expect(await setup.leads()).toEqual(before);
});

it('FORM-11 the database has no data of an erased person, only the subject of the lead', async () => {
  const id = await send({ opt_in: 'on' });
  await addUpdate(setup, id);
  const bystander = await send({
    name: 'Robert',
    last_name: 'Wren',
    postcode: '4000',
    phone: '0498765432',
    email: 'bob@example.com',
    message: 'Hi',
  });
  expect(await surveyErasure(admin(), [id])).toMatchObject({ leads: 1, updates: 1, stopped: 1 });
  expect(await everything()).toContain('Annabel');
  expect(await erase()).toMatchObject({ leads: 1, updates: 1, stopped: 1, delivered: [], underWay: [] });
  const text = await everything();
  for (const word of ['Annabel', 'Quillfeather', 'quillfeather', PHONE, '"4006', 'blue one']) {
    expect(text).not.toContain(word);
  }
  const [lead] = (await setup.leads()).filter((each) => each.id === id);
  expect(lead).toMatchObject({
    dealer: 'riverbend',
    form: 'contact',
    erased_at: expect.any(String),
    body_hash: '',
  });
  expect(JSON.parse(lead?.payload ?? '')).toMatchObject({
    opt_in: true,
    opt_in_consent: { version: '2026-07' },
  });
  expect(text).toContain('Robert');
  expect((await setup.outbox()).find(({ lead_id }) => lead_id === bystander)?.state).toBe('pending');
  expect(await erase()).toMatchObject({ leads: 0, stopped: 0 });
});

it('FORM-11 an erased lead is never sent, held and dead ones neither', async () => {
  const id = await send();
  await send({ [FORM_EXTRAS.honeypot]: 'x' });
  await addDelivery(setup, id, { destination: 'desk', state: 'dead' });
  expect(await erase()).toMatchObject({ leads: 2, stopped: 3 });
  setup.time.now += 1e9;
  await deliver();
  expect(crm.arrivals).toEqual([]);
  expect((await setup.outbox()).map(({ state }) => state)).toEqual(['erased', 'erased', 'erased']);
});

it('FORM-11 a lead erased while it is being sent is reported as such and stays erased', async () => {
  await send();
  let answer: (() => void) | undefined;
  const client = {
    deliver: () =>
      new Promise<{ kind: 'retry'; reason: string }>((resolve) => {
        answer = () => resolve({ kind: 'retry', reason: 'HTTP 500' });
      }),
  };
  const delivering = deliverOutbox(setup.services, { adapterFor: () => ({ adapter: client }) });
  await expect.poll(async () => (await setup.outbox())[0]?.leased_until).toEqual(expect.any(String));
  expect(await erase()).toMatchObject({
    stopped: 1,
    underWay: [{ dealer: 'riverbend', destination: 'crm', leads: 1 }],
  });
  await expect.poll(() => answer).toBeTypeOf('function');
  answer?.();
  await delivering;
  expect(await setup.outbox()).toMatchObject([{ state: 'erased', last_error: null }]);
});

it.each(['+61 412 345 678', '412345678', '0061 412 345 678', '0061 (0)412 345 678'])(
  'FORM-11 erase --phone "%s" finds the person, and names each lead before and after',
  async (phone) => {
    const id = await send();
    await deliver();
    vi.stubEnv('DATA_DIR', setup.services.env.DATA_DIR);
    vi.stubEnv('DATABASE_URL', setup.services.env.DATABASE_URL);
    const line = new RegExp(`^${id} +2026-07-01T.* +riverbend +contact +crm$`, 'm');
    for (const mode of ['--dry-run', '--yes']) {
      const said: string[] = [];
      const log = (text: string) => void said.push(text);
      expect(await runLeads(['erase', '--phone', phone, mode], { log, error: log })).toBe(0);
      expect(said.join('\n')).toMatch(line);
    }
    vi.unstubAllEnvs();
  },
);

it('FORM-11 earlier destinations of a lead are reported, and logged without the person', async () => {
  const id = await send();
  await deliver();
  const reached = [{ dealer: 'riverbend', destination: 'crm', leads: 1 }];
  expect(await erase()).toMatchObject({ stopped: 0, delivered: reached });
  const file = join(setup.services.env.DATA_DIR, ERASURE_LOG);
  const line = readFileSync(file, 'utf8');
  expect(JSON.parse(line)).toMatchObject({ reason: 'request', leadIds: [id], leads: 1, delivered: reached });
  expect(line).not.toContain(PHONE);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

const refusing = (before = async () => {}) => ({
  adapter: {
    deliver: async () => {
      await before();
      return { kind: 'rejected' as const, reason: 'HTTP 422', answer: 'Annabel of 4006 is unknown' };
    },
  },
});
const attempts = () => setup.services.db.selectFrom('delivery_attempts').selectAll().execute();

it('FORM-11 the reason of a refusal is stored only with that attempt, until the lead is erased', async () => {
  await send();
  await deliverOutbox(setup.services, { adapterFor: () => refusing() });
  expect(await attempts()).toMatchObject([{ detail: 'HTTP 422: Annabel of 4006 is unknown' }]);
  expect(await setup.outbox()).toMatchObject([{ state: 'dead', last_error: 'HTTP 422' }]);
  expect(setup.logged.join()).not.toContain('Annabel');
  await erase();
  expect(await attempts()).toMatchObject([{ outcome: 'rejected', detail: null }]);
});

it('FORM-11 for a lead erased while it was refused no reason is stored', async () => {
  await send();
  const erasing = async () => void (await erase());
  await deliverOutbox(setup.services, { adapterFor: () => refusing(erasing) });
  expect(await attempts()).toMatchObject([{ outcome: 'rejected', detail: 'HTTP 422' }]);
});

it('FORM-11 anyone who was erased may write again', async () => {
  const key = { [FORM_EXTRAS.submissionKey]: 'k'.repeat(20) };
  const first = await send(key);
  await erase();
  const second = await send(key);
  expect(second).not.toBe(first);
  expect((await setup.leads()).find(({ id }) => id === second)?.phone).toBe(PHONE);
});

/** The dealers whose draws still say what was drawn. */
async function draws() {
  const written = setup.services.db.selectFrom('prize_draws').select('dealer').where('label', '<>', '');
  return (await written.orderBy('dealer').execute()).map(({ dealer }) => dealer);
}
async function drawAt(dealer: string, leadId: string) {
  const drawn = { prizeId: 'cap', label: 'A cap', wins: true, leadId, drawnAt: '2026-07-01T00:00:00.000Z' };
  await storePrizeDraw(setup.services.db, { dealer, phone: PHONE }, drawn);
}

it('FORM-11 what the same phone did at another dealer stays', async () => {
  const id = await send();
  for (const dealer of ['kookaburra-cars', 'riverbend']) await drawAt(dealer, id);
  await eraseAll(admin(), [id], 'request');
  expect(await draws()).toEqual(['kookaburra-cars']);
});

it('FORM-11 a lead whose time is up says nothing about its phone, erased again from the log neither', async () => {
  const id = await send();
  const [lead] = await setup.leads();
  await drawAt('riverbend', id);
  await eraseAll(admin(), [id], 'retention');
  await setup.services.db
    .updateTable('leads')
    .set({ ...lead })
    .where('id', '=', id)
    .execute();
  expect(await eraseRestored(admin())).toMatchObject({ leads: 1 });
  expect(await draws()).toEqual(['riverbend']);
});

const news = (leadId: string, alongside = async () => {}) =>
  storeUpdate(setup.services, {
    ...{ dealer: setup.dealer, leadId, key: 'photos', alongside },
    change: (payload) => ({ ...payload, message: 'There are photos now' }),
  });

it('FORM-10 updates of a lead keep what another release stored with it', async () => {
  const id = await send();
  const [lead] = await setup.leads();
  const payload = JSON.stringify({ ...JSON.parse(lead?.payload ?? ''), future_field: 'kept' });
  await setup.services.db.updateTable('leads').set({ payload }).execute();
  expect(await news(id)).toBe('stored');
  const update = (await setup.leads()).find(({ kind }) => kind === 'update');
  expect(JSON.parse(update?.payload ?? '')).toMatchObject({
    future_field: 'kept',
    message: 'There are photos now',
  });
});

it('FORM-11 updates that arrive while a lead is erased are not stored, and never sent', async () => {
  const ids = await Promise.all(['0412000001', '0412000002', '0412000003'].map((phone) => send({ phone })));
  const told = ids.map((id) => news(id));
  await Promise.all([...told, eraseAll(admin(), ids, 'request')]);
  expect(await everything()).not.toContain('Annabel');
  expect((await setup.outbox()).map(({ state }) => state)).not.toContain('pending');
  await deliver();
  expect(crm.arrivals).toEqual([]);
});

it('FORM-11 updates in progress when a lead is erased are erased with it', async () => {
  const id = await send();
  let erasing: Promise<unknown> = Promise.resolve();
  const told = news(id, async () => {
    erasing = eraseAll(admin(), [id], 'request');
    await sleep(200);
  });
  expect(await told).toBe('stored');
  expect(await erasing).toMatchObject({ leads: 1, updates: 1, stopped: 2 });
  expect(await everything()).not.toContain('Annabel');
});

it('FORM-11 erased people restored by a backup are erased again from the log', async () => {
  const id = await send();
  const other = await send({ phone: '0498765432', email: 'bob@example.com' });
  const backup = await setup.leads();
  await erase();
  await erase();
  expect(await findRestored(admin())).toEqual([]);
  for (const lead of backup) {
    await setup.services.db.updateTable('leads').set(lead).where('id', '=', lead.id).execute();
  }
  expect(await findRestored(admin())).toEqual([id]);
  vi.stubEnv('DATA_DIR', setup.services.env.DATA_DIR);
  vi.stubEnv('DATABASE_URL', setup.services.env.DATABASE_URL);
  const said: string[] = [];
  const log = (text: string) => void said.push(text);
  const run = (...words: string[]) => runLeads(['erase', ...words], { log, error: log });
  expect(await run('--from-log', '--dry-run')).toBe(0);
  expect(await findRestored(admin())).toEqual([id]);
  expect(await run('--from-log', '--yes')).toBe(0);
  expect(await run('--from-log', '--yes')).toBe(0);
  expect(said.map((text) => text.split('\n')[0])).toEqual([
    'Would erase 1 lead.',
    'Erased 1 lead.',
    'The leads erased before hold no personal data.',
  ]);
  expect(await run('--from-log', '--yes', '--email', 'bob@example.com')).toBe(2);
  vi.unstubAllEnvs();
  expect((await setup.leads()).find((lead) => lead.id === other)?.erased_at).toBeNull();
  appendFileSync(join(setup.services.env.DATA_DIR, ERASURE_LOG), 'half a li');
  await expect(findRestored(admin())).rejects.toThrow('Line 3');
});
