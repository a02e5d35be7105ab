import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unreadSettings } from './unread-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SCHEMA = `
  const shape = { search: { pages: 1, facets: ['make'] }, places: [{ city: '', phone: '' }], phones: { new: '', used: '' } };
  type Read<T> = { [K in keyof T]: T[K] };
  export type DealerConfig = Read<typeof shape>;
`;

/** What is unread when these files are all the code there is. */
function unreadIn(files: Record<string, string>): string[] {
  const all = { 'config.ts': SCHEMA, ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return unreadSettings({
    files: Object.keys(all).map((name) => join(folder, name.replace(/\.astro$/, '.astro.tsx'))),
    options: {
      strict: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    configFile: join(folder, 'config.ts'),
    isSchema: (file) => file.endsWith('/config.ts'),
  });
}

const IMPORT = "import type { DealerConfig } from './config.ts';\n";
const EVERYTHING = [
  'search.pages',
  'search.facets',
  'places.city',
  'places.phone',
  'phones.new',
  'phones.used',
];

test('CFG-02 a setting nothing reads is reported by its path', () => {
  expect(unreadIn({})).toEqual(EVERYTHING);
});

test('CFG-02 a property, a pattern and a key that is computed count as read', () => {
  const unread = unreadIn({
    'a.ts': `${IMPORT}export const pages = (d: DealerConfig) => d.search.pages;`,
    'b.ts': `${IMPORT}export const cities = ({ places }: DealerConfig) => places.map(({ city }) => city);`,
    'c.ts': `${IMPORT}export const phone = (d: DealerConfig, type: 'new' | 'used') => d.phones[type];`,
  });
  expect(unread).toEqual(['search.facets', 'places.phone']);
});

test('CFG-02 another property of the same name is not a reading', () => {
  const other =
    'export const phone = (person: { phone: string; city: string }) => person.phone + person.city;';
  expect(unreadIn({ 'a.ts': other })).toEqual(EVERYTHING);
});

test('CFG-02 pages are read too', () => {
  const page = `---\n${IMPORT}type Props = { site: DealerConfig };\nconst { site } = Astro.props as Props;\n---\n<p>{site.search.facets[0]}</p>`;
  expect(unreadIn({ 'page.astro': page })).not.toContain('search.facets');
});
