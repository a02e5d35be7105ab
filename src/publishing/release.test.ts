import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishServer, readRelease } from './release.ts';

let out: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  out = mkdtempSync(join('.astro', 'test-release-'));
  mkdirSync(join(out, 'server'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

function bundle(name: string) {
  const server = join(out, 'bundles', name);
  mkdirSync(join(server, 'chunks'), { recursive: true });
  writeFileSync(join(server, 'entry.mjs'), `export const name = '${name}';`);
  writeFileSync(join(server, 'chunks', 'page.mjs'), '');
  return { name, server };
}

it('PLAT-01 the release published last is the one to be served, and the bundle stays for the next build', async () => {
  await publishServer(bundle('first'), out, ['a']);
  const { entry } = await publishServer(bundle('second'), out, ['b']);
  expect(readRelease(out)).toMatchObject({ release: 'second', entry, dealers: ['b'] });
  expect(readFileSync(join(out, entry), 'utf8')).toContain('second');
  expect(existsSync(join(out, 'server/second/chunks/page.mjs'))).toBe(true);
  expect(existsSync(join(out, 'bundles/second/entry.mjs'))).toBe(true);
});

it('PLAT-01 what a copy that was cut off left is not taken for a release', async () => {
  mkdirSync(join(out, 'server', 'first.half'));
  writeFileSync(join(out, 'server', 'first.half', 'torn.mjs'), '');
  await publishServer(bundle('first'), out, []);
  expect(readdirSync(join(out, 'server'))).toEqual(['first']);
  expect(existsSync(join(out, 'server/first/torn.mjs'))).toBe(false);
});

it('PLAT-01 three releases stay for processes that serve an older one', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await publishServer(bundle(name), out, []);
  expect(readdirSync(join(out, 'server')).sort()).toEqual(['b', 'c', 'd']);
});

it('PLAT-01 a folder without a release says what to do', () => {
  expect(() => readRelease(out)).toThrow('npm run build -- --all');
});
