import { existsSync, globSync, readFileSync } from 'node:fs';
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
