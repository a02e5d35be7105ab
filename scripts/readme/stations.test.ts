import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ofSource = readFileSync('src/README.md', 'utf8');
const [, stations = ''] = /## Stations\n([\s\S]*?)\n## /.exec(ofSource) ?? [];
const named = [...stations.matchAll(/`([\w./[\]-]+\.(?:ts|tsx|astro))`/g)].map(([, file = '']) => file);

it('PLAT-05 every station that src/README.md names is a file', () => {
  expect(named.length).toBeGreaterThan(30);
  const isThere = (file: string) =>
    file.includes('/') ? existsSync(file) : globSync(`src/**/${file}`).length > 0;
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});
