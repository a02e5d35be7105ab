import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { type LeadAdmin, openLeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import { LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { addDelivery, addUpdate } from '../fixtures/stored-leads.ts';

let setup: LeadSetup;
let admin: LeadAdmin;

beforeEach(async () => {
  setup = await leadServices();
  admin = await openLeadAdmin(setup.services.env, setup.services.clock);
});
afterEach(async () => {
  await admin.close();
  await setup.stop();
});

async function send(body: Record<string, string> = {}, form = 'contact'): Promise<string> {
  const submission = { dealer: setup.dealer, form, body: { ...LEAD, ...body }, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  // No two in the same moment: the newest come first.
  setup.time.now += 1000;
  return outcome.leadId;
}

const every = { kinds: ['lead', 'test'] };
const listed = async (filter: object = {}, limit = 50) =>
  (await admin.list({ ...every, ...filter }, limit)).map(({ id }) => id);
const setState = (leadId: string, state: string) =>
  setup.services.db.updateTable('outbox').set({ state }).where('lead_id', '=', leadId).execute();

describe('list', () => {
  it('FORM-11 a lead is listed once, with all its deliveries, the worst first, and its updates', async () => {
    const id = await send();
    await addDelivery(setup, id, { destination: 'mail', state: 'delivered' });
    await addDelivery(setup, id, { destination: 'desk', state: 'dead' });
    const update = await addUpdate(setup, id);
    await addDelivery(setup, update, { destination: 'desk', state: 'held' });
    const [lead, ...more] = await admin.list(every, 50);
    expect(more).toEqual([]);
    expect(lead?.deliveries.map(({ state }) => state)).toEqual(['dead', 'pending', 'delivered']);
    expect(lead?.updates).toMatchObject([{ id: update, sequence: 2, deliveries: [{ state: 'held' }] }]);
    // Also found by the outcome of its update.
    expect(await listed({ state: 'held' })).toEqual([id]);
    expect(await listed({ state: 'delivered', destination: 'desk' })).toEqual([]);
    expect(await listed({ state: 'dead', destination: 'desk' })).toEqual([id]);
  });

  it('FORM-11 filters choose by form, category, dealer and time, the newest first', async () => {
    const [first, second, third] = [
      await send({ message: 'a' }),
      await send({}, 'enquiry'),
      await send({ message: 'c' }),
    ];
    expect(await listed()).toEqual([third, second, first]);
    expect(await listed({}, 2)).toEqual([third, second]);
    expect(await listed({ form: 'enquiry' })).toEqual([second]);
    expect(await listed({ dealer: 'kookaburra-cars' })).toEqual([]);
    const category = (await setup.leads()).find(({ id }) => id === second)?.category;
    expect(await listed({ category })).toContain(second);
    const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
    expect(await listed({ since: at(1) })).toEqual([third, second]);
    expect(await listed({ until: at(1) })).toEqual([first]);
  });

  it('FORM-11 an erased lead is found as erased, even if it had arrived everywhere', async () => {
    const [arrived, other] = [await send({ message: 'a' }), await send({ message: 'b' })];
    await setState(arrived, 'delivered');
    const dataDir = setup.services.env.DATA_DIR;
    await eraseAll({ ...setup.services, dataDir }, [arrived], 'request');
    expect(await listed({ state: 'erased' })).toEqual([arrived]);
    expect(await listed({ state: 'erased', destination: 'nowhere' })).toEqual([]);
    expect(await listed({ state: 'pending' })).toEqual([other]);
  });

  it('FORM-11 a lead with broken text hides no other', async () => {
    const [bad, good] = [await send({ message: 'a' }), await send({ message: 'b' })];
    await setup.services.db.updateTable('leads').set({ payload: '{' }).where('id', '=', bad).execute();
    expect(await listed()).toEqual([good, bad]);
    expect(await admin.show(bad)).toMatchObject({
      kind: 'found',
      lead: { payload: { payload: 'cannot be read' } },
    });
  });
});

it('FORM-11 a lead counts once in each state of its deliveries or its updates’', async () => {
  const id = await send();
  await addDelivery(setup, id, { destination: 'mail', state: 'pending' });
  await addDelivery(setup, id, { destination: 'desk', state: 'dead' });
  await addDelivery(setup, await addUpdate(setup, id), { destination: 'desk', state: 'dead' });
  await addDelivery(setup, id, { destination: 'acknowledgement', state: 'held' });
  expect(await admin.undelivered()).toEqual({ pending: 1, dead: 1, held: 0 });
  expect((await admin.destinations('riverbend')).sort()).toEqual(['acknowledgement', 'crm', 'desk', 'mail']);
  expect(await admin.destinations('kookaburra-cars')).toEqual([]);
});

describe('retry', () => {
  it('FORM-11 delivered or erased leads are never sent again, whatever the request', async () => {
    const id = await send();
    await addDelivery(setup, id, { destination: 'mail', state: 'delivered' });
    await addDelivery(setup, id, { destination: 'gone', state: 'erased' });
    const restarted = await admin.retry({ leadIds: [id], states: ['dead', 'held', 'pending'] });
    expect(restarted.map(({ destination }) => destination)).toEqual(['crm']);
    const states = (await setup.outbox()).map(({ destination, state }) => [destination, state]).sort();
    expect(states).toEqual([
      ['crm', 'pending'],
      ['gone', 'erased'],
      ['mail', 'delivered'],
    ]);
  });

  it('FORM-11 --dead restarts only dead deliveries, of one destination or time on request', async () => {
    const [old, recent, held] = [
      await send({ message: 'a' }),
      await send({ message: 'b' }),
      await send({ message: 'c' }),
    ];
    await setState(old, 'dead');
    await setState(recent, 'dead');
    await setState(held, 'held');
    const dead = { states: ['dead'] };
    expect(await admin.retry({ ...dead, destination: 'mail' })).toEqual([]);
    const since = new Date(START + 1000).toISOString();
    expect(await admin.retry({ ...dead, since })).toMatchObject([{ lead_id: recent }]);
    expect(await admin.retry(dead)).toMatchObject([{ lead_id: old, state: 'dead' }]);
    expect((await setup.outbox()).map(({ state }) => state).sort()).toEqual(['held', 'pending', 'pending']);
  });

  it('FORM-11 an id is found by a unique prefix', async () => {
    const id = await send();
    expect(await admin.show(id.slice(0, 8).toUpperCase())).toMatchObject({ kind: 'found', lead: { id } });
    expect(await admin.show('')).toMatchObject({ kind: 'found' });
    await send({ message: 'another' });
    expect(await admin.show('')).toEqual({ kind: 'several' });
    expect(await admin.show('zz')).toEqual({ kind: 'none' });
  });
});
