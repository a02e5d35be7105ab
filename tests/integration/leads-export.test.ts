import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { submitLead } from '#src/features/leads/server/intake/submit-lead.ts';
import { looksLikeFormula } from '#src/platform/text/safe-text.ts';
import { runLeads } from '../../scripts/leads/run-leads.ts';
import { LEAD, type LeadSetup, leadServices, START } from '../fixtures/lead-services.ts';
import { addUpdate } from '../fixtures/stored-leads.ts';

/** As people who mean harm, or only write oddly, fill in forms. */
const HOSTILE = [
  "=cmd|' /C calc'!A0",
  '+61 412',
  '@SUM(1+1)*cmd',
  '-2+3',
  '＝1+1',
  'a;=1+1;b',
  'quote " and "" more, comma',
  'line\nbreak\n=1+1',
  '\u202E=evil',
  '<script>alert(1)</script>',
  '{"json": [1]}',
  '日本語 🚗 Škoda',
];
let setup: LeadSetup;
const folder = mkdtempSync(join(tmpdir(), 'forecourt-export-'));
const ids: string[] = [];

beforeAll(async () => {
  setup = await leadServices();
  const { DATA_DIR, DATABASE_URL } = setup.services.env;
  vi.stubEnv('DATA_DIR', DATA_DIR);
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  for (const message of HOSTILE) {
    const body = { ...LEAD, name: message.replaceAll('\n', ' '), message, opt_in: 'on' };
    const outcome = await submitLead(setup.services, {
      dealer: setup.dealer,
      form: 'contact',
      body,
      userAgent: '',
    });
    if (outcome.kind === 'accepted') ids.push(outcome.leadId);
    setup.time.now += 1000;
  }
  await addUpdate(setup, ids[0] ?? '');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await setup.stop();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const said: string[] = [];
  const log = (text: string) => void said.push(text);
  const code = await runLeads(['export', '--dealer', 'riverbend', ...args], { log, error: log });
  return { code, said: said.join('\n') };
}
const stored = async () => (await setup.leads()).filter(({ kind }) => kind === 'lead');

it('FORM-11 FORM-04 a spreadsheet holds every lead with every field, and no formula', async () => {
  expect(ids).toHaveLength(HOSTILE.length);
  const out = join(folder, 'all.csv');
  expect(await run('--out', out)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${HOSTILE.length} leads`),
  });
  const text = readFileSync(out, 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows).toHaveLength(HOSTILE.length + 1);
  expect(rows[1]).toMatchObject({ kind: 'update', update_of: ids[0] });
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(looksLikeFormula(cell)).toBe(false);

  const byId = new Map((await stored()).map(({ id, payload }) => [id, JSON.parse(payload) as object]));
  for (const row of rows.filter(({ kind }) => kind === 'lead')) {
    const payload = byId.get(row.lead_id ?? '') ?? {};
    for (const [field, value] of Object.entries(payload)) {
      const cell = (row[field] ?? '').replace(/^'/, '');
      const expected = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
      expect([field, cell]).toEqual([field, field === 'phone' ? '04 1234 5678' : expected]);
    }
  }
});

it('FORM-11 lines of JSON hold leads exactly as they are stored', async () => {
  const out = join(folder, 'all.ndjson');
  expect((await run('--out', out, '--json')).code).toBe(0);
  const lines = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const exported = lines.filter(({ kind }) => kind === 'lead');
  const expected = (await stored()).sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  expect(exported.map(({ payload }) => payload)).toEqual(expected.map(({ payload }) => JSON.parse(payload)));
  expect(exported[0]).toMatchObject({ lead_id: ids[0], deliveries: [{ destination: expect.any(String) }] });
});

it('FORM-11 a period filters leads, and no file is overwritten without --force or left unfinished', async () => {
  const out = join(folder, 'some.csv');
  const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
  expect((await run('--out', out, '--since', at(2), '--until', at(5))).said).toContain('3 leads');
  const before = readFileSync(out, 'utf8');
  expect(await run('--out', out)).toMatchObject({ code: 1, said: expect.stringContaining('--force') });
  expect(readFileSync(out, 'utf8')).toBe(before);
  expect((await run('--out', out, '--force', '--since', at(11))).said).toContain('1 lead written');
  expect(parse(readFileSync(out, 'utf8'), { bom: true })).toHaveLength(2);
  const nowhere = join(folder, 'nowhere');
  const said = `There is no folder ${nowhere}.`;
  expect(await run('--out', join(nowhere, 'x.csv'))).toEqual({ code: 1, said });
  expect(await run('--out', folder, '--force')).toEqual({
    code: 1,
    said: `${folder} is a folder. Name a file in it.`,
  });
  const late = await run('--out', join(folder, 'none.csv'), '--since', at(9999));
  expect(late).toEqual({ code: 0, said: `0 leads written to ${join(folder, 'none.csv')}.` });
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it.each([[], ['--out', 'x.csv', 'y.csv'], ['--out', 'x.csv', '--until', 'soon']])(
  'FORM-11 "export %s" prints the usage',
  async (...args) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm run leads -- export'),
    });
  },
);
