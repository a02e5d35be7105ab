import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { runLeads } from './run-leads.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-leads-'));
beforeAll(async () => {
  vi.stubEnv('DATA_DIR', folder);
  const db = openSqlite(join(folder, 'forecourt.db'));
  await migrate(db);
  await db.destroy();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function run(args: string[]) {
  const said: string[] = [];
  const log = (text: string) => void said.push(text);
  const code = await runLeads(args, { log, error: log });
  return { code, said: said.join('\n') };
}

it.each([
  [],
  ['drop'],
  ['list', '--state', 'lost'],
  ['list', '--form', 'nope'],
  ['list', '--destination', 'nope'],
  ['retry', '--dead', '--destination', 'nope'],
  ['retry', '--dead', '--dealer', 'riverbend', '--destination', 'nope'],
  ['retry'],
  ['show'],
  ['list', '--limit', '0'],
  ['list', 'riverbend'],
  ['list', '--dealer', 'riverbent'],
  ['list', '--since', 'yesterday'],
  ['list', '--until', '2026-02-30'],
  ['retry', '--dead', '--held'],
  ['retry', 'abc', '--since', '7d'],
  ['show', 'abc', 'def'],
  ['--nonsense'],
])('FORM-11 "%s" prints the usage', async (...args) => {
  expect(await run(args)).toMatchObject({ code: 2, said: expect.stringContaining('npm run leads -- ') });
});

it.each(['list', 'show', 'retry', 'export', 'stats', 'test', 'erase', 'retention'])(
  'FORM-11 "%s" takes another folder of dealer files, which its help mentions',
  async (name) => {
    const { code, said } = await run([name, '--dealers-dir', 'dealers', '--help']);
    expect([code, said]).toEqual([0, expect.stringContaining('--dealers-dir <folder>')]);
  },
);

it.each([[], ['list'], ['show'], ['retry']])('FORM-11 "%s --help" prints the usage', async (...args) => {
  expect(await run([...args, '--help'])).toMatchObject({
    code: 0,
    said: expect.stringContaining(`npm run leads -- ${args[0] ?? 'list'}`),
  });
});
