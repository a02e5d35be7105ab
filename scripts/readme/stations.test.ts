import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const ofSource = readFileSync('src/README.md', 'utf8');
/** Stands for any test. */
const EXAMPLE = 'x.test.ts';

it('PLAT-05 every station and every other module that src/README.md names is a file', () => {
  const named = [...ofSource.matchAll(/`([\w./[\]-]+\.(?:ts|tsx|astro))`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(100);
  const isThere = (file: string) =>
    file === EXAMPLE ||
    existsSync(file) ||
    existsSync(`src/${file}`) ||
    globSync(`src/**/${file}`).length > 0;
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

/** Written by a build. */
const BUILT = 'entry.mjs';

it('PLAT-05 every file that a comment of the source names is there', () => {
  const names = new Set(globSync('{src,scripts,tests}/**/*.*').map((file) => basename(file)));
  const comments = globSync('src/**/*.{ts,tsx,astro,css}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
      .flatMap((line) => line.match(/(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|astro|css|mjs)\b/g) ?? [])
      .map((name) => ({ file, name })),
  );
  expect(comments.length).toBeGreaterThan(5);
  expect(comments.filter(({ name }) => name !== BUILT && !names.has(name))).toEqual([]);
});
