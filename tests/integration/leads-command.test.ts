import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { deliverOutbox } from '#src/features/leads/server/delivery/outbox-worker.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { runLeads } from '../../scripts/leads/run-leads.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { localAdapter } from '../fixtures/local-receivers.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { addDelivery } from '../fixtures/stored-leads.ts';

let setup: LeadSetup;
let id = '';

beforeAll(async () => {
  setup = await leadServices();
  const body = { ...LEAD, opt_in: 'on' };
  const submission = { dealer: setup.dealer, form: 'contact', body, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  if (outcome.kind === 'accepted') id = outcome.leadId;
  const crm = localAdapter();
  crm.behave('refuses');
  await deliverOutbox(setup.services, { adapterFor: () => ({ adapter: crm }) });
});
afterAll(() => setup.stop());

const run = (...args: string[]) => {
  const { DATA_DIR, DATABASE_URL } = setup.services.env;
  return runCommand(runLeads, args, { DATA_DIR, DATABASE_URL });
};

it('FORM-11 list masks people', async () => {
  for (const args of [['list'], ['list', '--json'], ['list', '--dealer', 'riverbend', '--state', 'dead']]) {
    const { code, out } = await run(...args);
    expect(code).toBe(0);
    expect(out).toContain('A•••');
    expect(out).toContain('•••678');
    expect(out).toContain(id);
    for (const word of ['Annabel', 'Quillfeather', '0412345678', 'annabel']) expect(out).not.toContain(word);
  }
  expect((await run('list', '--state', 'delivered')).out).toContain('No leads.');
});

it('FORM-11 FORM-04 show prints everything of one lead', async () => {
  const { code, out } = await run('show', id.slice(0, 8));
  expect(code).toBe(0);
  const { optInText } = setup.dealer.leads;
  for (const word of ['Annabel', 'Quillfeather', '0412345678', 'dead', 'rejected: HTTP 400', optInText]) {
    expect(out).toContain(word);
  }
  const json = JSON.parse((await run('show', id, '--json')).out);
  expect(json).toMatchObject({
    id,
    payload: { email: LEAD.email },
    deliveries: [{ log: [{ outcome: 'rejected' }] }],
  });
});

it('FORM-11 an unknown lead is an error', async () => {
  expect(await run('show', 'zzz')).toMatchObject({ code: 1, err: expect.stringContaining('zzz') });
  expect((await run('retry', 'zzz')).code).toBe(1);
});

it('FORM-11 retry brings dead leads back', async () => {
  expect(await run('retry', '--dead')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 dead delivery is retried.'),
  });
  expect(await setup.outbox()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  expect((await run('retry', id)).code).toBe(0);
});

it('FORM-11 a held lead is listed, and sent only once it is retried', async () => {
  const body = { ...LEAD, [FORM_EXTRAS.honeypot]: 'x' };
  const outcome = await submitLead(setup.services, {
    dealer: setup.dealer,
    form: 'contact',
    body,
    userAgent: '',
  });
  const held = outcome.kind === 'accepted' ? outcome.leadId : outcome.kind;
  const crm = localAdapter();
  const deliver = () => deliverOutbox(setup.services, { adapterFor: () => ({ adapter: crm }) });
  await deliver();
  expect(crm.kept.has(held)).toBe(false);
  const { out } = await run('list', '--state', 'held');
  expect(out).toContain(held);
  expect(out).toContain('1 held');
  expect((await run('retry', held)).code).toBe(0);
  setup.time.now = Date.now() + 1000;
  await deliver();
  expect(crm.kept.has(held)).toBe(true);
});

it('FORM-11 wrong usage ends with 2 and prints the usage', async () => {
  const { code, err } = await run('list', '--state', 'lost');
  expect([code, err]).toEqual([2, expect.stringContaining('npm run leads -- list')]);
});

it('FORM-11 without a database it reports where it looked', async () => {
  const env = { ...process.env, DATA_DIR: '/nowhere', DATABASE_URL: '' };
  const code = await new Promise((resolve) =>
    execFile(process.execPath, ['scripts/leads.ts', 'list'], { env }, (error, _out, err) =>
      resolve([error?.code, err]),
    ),
  );
  expect(code).toEqual([1, expect.stringContaining('/nowhere/forecourt.db')]);
});

it('FORM-11 retry reports what stops a lead from being sent, and still retries it', async () => {
  const body = { ...LEAD, message: 'Another one' };
  const submission = { dealer: setup.dealer, form: 'contact', body, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  const lead = outcome.kind === 'accepted' ? outcome.leadId : outcome.kind;
  await addDelivery(setup, lead, { destination: 'fax', state: 'dead' });
  const gone = await run('retry', lead, '--destination', 'fax');
  expect(gone).toMatchObject({ code: 0, out: expect.stringContaining('is retried to fax (was dead).') });
  expect(gone.err).toContain('Leads for riverbend fax are not sent: leads.destinations has no "fax"');
  const keyless = await run('retry', lead, '--destination', 'crm');
  expect(keyless.err).toMatch(
    /^Leads for riverbend crm are not sent where environment variable \w+ is not set/,
  );
});

it('FORM-11 PLAT-01 every command finds the settings that are published in another folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-leads-'));
  const dealersDir = join(folder, 'dealers');
  mkdirSync(dealersDir);
  const file = join(dealersDir, 'elsewhere.json');
  const settings = JSON.parse(readFileSync('dealers/riverbend.json', 'utf8'));
  const [destination] = settings.leads.destinations;
  Object.assign(settings, { slug: 'elsewhere', hosts: ['www.elsewhere.example'] });
  settings.leads.destinations = [{ ...destination, name: 'their-crm' }];
  writeFileSync(file, JSON.stringify(settings));
  const dist = join(folder, 'published');
  publishSettings(dealersDir, dist);
  rmSync(file);
  const place = ['--dist', dist, '--dealers-dir', dealersDir];
  for (const args of [
    ['list', '--destination', 'their-crm'],
    ['list'],
    ['stats'],
    ['retry', '--dead', '--destination', 'their-crm'],
    ['retention', '--dry-run'],
  ]) {
    const named = [...args, '--dealer', 'elsewhere'];
    expect(await run(...named, ...place), named.join(' ')).not.toMatchObject({ code: 2 });
    expect(await run(...named, '--dealers-dir', dealersDir), named.join(' ')).toMatchObject({ code: 2 });
  }
  const test = await run('test', 'elsewhere', '--destination', 'their-crm', '--timeout', '1', ...place);
  expect(test.err).not.toContain('There is no valid dealer file');
  rmSync(folder, { recursive: true });
});
