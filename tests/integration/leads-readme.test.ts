import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadDealers } from '#src/dealer-files/load-dealers.ts';
import { TICKED } from '#src/features/leads/fields/lead-field.ts';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { CONTACT_SAMPLE } from '#src/server/routes/endpoints.ts';
import { runLeads } from '../../scripts/leads/run-leads.ts';
import { LEAD, type LeadSetup, leadServices } from '../fixtures/lead-services.ts';

const COMMAND = /^npm run leads -- (.*?)(?:\s+#.*)?$/gm;
const commands = [...readFileSync('scripts/README.md', 'utf8').matchAll(COMMAND)].map(
  ([, words = '']) => words,
);

const folder = mkdtempSync(join(tmpdir(), 'forecourt-readme-'));
let setup: LeadSetup;
let id = '';

beforeAll(async () => {
  setup = await leadServices();
  const { DATA_DIR, DATABASE_URL } = setup.services.env;
  vi.stubEnv('DATA_DIR', DATA_DIR);
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  const submission = { dealer: setup.dealer, form: 'contact', body: LEAD, userAgent: '' };
  const outcome = await submitLead(setup.services, submission);
  if (outcome.kind === 'accepted') id = outcome.leadId;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await setup.stop();
  rmSync(folder, { recursive: true });
});

/** Words as a shell would part them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);

it('FORM-11 the body in the reference is accepted', async () => {
  const submission = { dealer: setup.dealer, form: 'contact', body: CONTACT_SAMPLE, userAgent: '' };
  const [first, again] = [
    await submitLead(setup.services, submission),
    await submitLead(setup.services, submission),
  ];
  expect(first.kind).toBe('accepted');
  expect(again).toEqual(first);
});

it.each(loadDealers('dealers').dealers)(
  'FORM-11 PLAT-15 the body in the reference is accepted by $slug too',
  async (dealer) => {
    const { leads, locations } = dealer;
    const body = {
      ...CONTACT_SAMPLE,
      ...(!leads.categories.includes(CONTACT_SAMPLE.category) && { category: leads.categories[0] }),
      ...(leads.location === 'required' && { location_id: locations[0]?.id ?? '' }),
      ...(leads.termsCheckbox && { terms: TICKED }),
    };
    const submission = { dealer, form: 'contact', body, userAgent: '' };
    expect(await submitLead(setup.services, submission)).toMatchObject({ kind: 'accepted' });
  },
);

it('FORM-11 the README covers every command', () => {
  const names = new Set(commands.map((line) => line.split(' ')[0]));
  const known = ['list', 'show', 'retry', 'export', 'stats', 'test', 'erase', 'retention'];
  expect([...names].sort()).toEqual(known.sort());
});

// In their order: those that erase come last.
it.each(commands)('FORM-11 "npm run leads -- %s" works as in the README', async (line) => {
  const words = wordsOf(line).map((word) => {
    if (word === '<id>') return id.slice(0, 8);
    return word.endsWith('.csv') ? join(folder, word) : word;
  });
  const said: string[] = [];
  const log = (text: string) => void said.push(text);
  const code = await runLeads(words, { log, error: log });
  // No receiver runs here, which a test lead reports.
  if (words[0] === 'test') expect([code, said.join()]).toEqual([1, expect.stringContaining('is not set')]);
  else expect([code, said.join()]).toEqual([0, expect.any(String)]);
});

it('FORM-11 finally the person is erased', async () => {
  expect(await setup.leads()).toContainEqual(expect.objectContaining({ id, phone: '', email: '' }));
  expect(await setup.outbox()).toContainEqual(expect.objectContaining({ lead_id: id, state: 'erased' }));
});
