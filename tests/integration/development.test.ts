import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ask, KOOKABURRA, RIVERBEND } from '../fixtures/http-site.ts';

const COPIED = ['src', 'scripts', 'public', 'dealers', 'astro.config.mjs', 'package.json', 'tsconfig.json'];
/** Far longer than an edit takes to show on a machine that does nothing else: tenths of a second. */
const SHOWS_WITHIN = { timeout: 10_000 };

/** A copy of the project, whose source a test may edit. */
const project = mkdtempSync(join(tmpdir(), 'forecourt-project-'));
let port: number;
let dev: ReturnType<typeof spawn>;
let said = '';

beforeAll(async () => {
  for (const name of COPIED) cpSync(name, join(project, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  port = await getPort();
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: project,
    env: { ...env, PORT: String(port), CRM_PORT: String(await getPort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  dev.stdout?.on('data', hear);
  dev.stderr?.on('data', hear);
  await vi.waitFor(() => expect(said).toContain('All sites'), { timeout: 120_000, interval: 100 });
}, 180_000);
afterAll(async () => {
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  rmSync(project, { recursive: true, force: true });
});

const read = async (path: string, host = RIVERBEND) => (await ask(port, { path, host })).body;

/** Edits a file of the copy. */
function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(project, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(
    join(project, file),
    text.replace(from, () => to),
  );
}

it('PLAT-05 npm run dev serves pages of every dealer on the demo stock', async () => {
  expect((await ask(port, { path: '/' })).status).toBe(200);
  expect(await read('/about-us', KOOKABURRA)).toContain('Kookaburra');
  const { makes } = JSON.parse(await read('/api/suggestions')) as { makes: unknown[] };
  expect(makes.length).toBeGreaterThan(5);
});

it.each([
  ['a layout', 'src/layouts/SiteLayout.astro', '<main id', '<main data-edited="layout" id', '/about-us'],
  [
    'an island',
    'src/features/search/view/page/SearchView.tsx',
    '<h1>',
    '<h1 data-edited="island">',
    '/search/new-used-and-demo-cars',
  ],
  [
    'what answers an endpoint',
    'src/features/search/server/respond-to-suggestions.ts',
    'return Response.json(stockNames(counts));',
    "return new Response('data-edited: endpoint');",
    '/api/suggestions',
  ],
  [
    'a dealer file',
    'dealers/riverbend.json',
    '"name": "Riverbend Motor Group"',
    '"name": "Riverbend data-edited Group"',
    '/about-us',
  ],
])('PLAT-05 %s that is edited shows without a restart', async (_name, file, from, to, path) => {
  expect(await read(path)).not.toContain('data-edited');
  const before = readFileSync(join(project, file), 'utf8');
  edit(file, from, to);
  await expect.poll(() => read(path), SHOWS_WITHIN).toContain('data-edited');
  writeFileSync(join(project, file), before);
  await expect.poll(() => read(path), SHOWS_WITHIN).not.toContain('data-edited');
});
