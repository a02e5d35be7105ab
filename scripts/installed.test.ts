import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'forecourt-bare-'));
  for (const name of ['package.json', 'scripts']) cpSync(name, join(checkout, name), { recursive: true });
});
afterAll(() => rmSync(checkout, { recursive: true }));

/** Runs within `npm ci`. */
const { postinstall: _, ...commands } = scripts;

it.each(Object.entries(commands))('PLAT-12 npm run %s asks for npm ci where it has not run', (_, script) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: checkout, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The packages are not installed. Run: npm ci\n',
  });
});
