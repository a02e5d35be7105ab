import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishServer } from './release.ts';

let out: string;

beforeEach(() => {
  mkdirSync('.astro', { recursive: true });
  out = mkdtempSync(join('.astro', 'test-release-'));
  mkdirSync(join(out, 'server'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const KEY = 'a'.repeat(43);

async function nameOf(assets: readonly string[], key = KEY, code = 'export {};'): Promise<string> {
  const built = join(out, 'built');
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  const manifest = { routes: ['b', 'a'], assets, key: `${key}=` };
  writeFileSync(join(built, 'entry.mjs'), `${code}\nconst manifest = ${JSON.stringify(manifest)};`);
  const { release, entry } = await publishServer(built, out, []);
  expect(existsSync(join(out, entry))).toBe(true);
  return release;
}

it('PLAT-01 equal code has one name, in whatever order the disk lists the files and whatever the key', async () => {
  const first = await nameOf(['/_astro/a.js', '/logos/[b] "x".svg', '/pictures/c.webp']);
  expect(await nameOf(['/pictures/c.webp', '/_astro/a.js', '/logos/[b] "x".svg'], 'b'.repeat(43))).toBe(
    first,
  );
});

it('PLAT-01 other code, or another file of the site, makes another name', async () => {
  const names = [
    await nameOf(['/a.js']),
    await nameOf(['/b.js']),
    await nameOf(['/a.js'], KEY, 'export const a = 1;'),
  ];
  expect(new Set(names).size).toBe(3);
});
