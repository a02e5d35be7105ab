import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { idPattern, type Row, readCatalogue } from '../catalogue/catalogue.ts';

/** IDs of behaviours in code, tests, settings and documents have to be those of the catalogue. */
const FOLDERS = ['src', 'scripts', 'tests', 'dealers', 'README.md'];
const TEXT = /\.(?:ts|tsx|astro|mjs|css|json|md)$/;
const MOST_NAMED = 3;

/** @returns what is wrong in a text, with line and the nearest rows */
export function unknownIds(file: string, text: string, rows: readonly Row[]): string[] {
  const known = new Set(rows.map(({ id }) => id));
  const pattern = idPattern(rows);
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(pattern)].flatMap(([id]) => {
      if (known.has(id)) return [];
      const [kind = '', number = ''] = id.split('-');
      const near = [...known]
        .filter((each) => each.startsWith(`${kind}-`))
        .sort((a, b) => distance(a, Number(number)) - distance(b, Number(number)))
        .slice(0, MOST_NAMED);
      return [`${file}:${at + 1}: the catalogue has no ${id}; the nearest are ${near.join(', ')}.`];
    }),
  );
}

const distance = (id: string, number: number) => Math.abs(Number(id.split('-')[1]) - number);

/** @returns IDs that two rows have */
export const repeatedIds = (rows: readonly Row[]): string[] =>
  rows.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at);

if (import.meta.main) {
  const rows = readCatalogue();
  const files = execFileSync('git', ['ls-files', '-z', ...FOLDERS], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => TEXT.test(file) && !file.endsWith('catalogue-ids.test.ts'));
  const complaints = [
    ...repeatedIds(rows).map((id) => `tests/catalogue/catalogue.md: ${id} is there twice.`),
    ...files.flatMap((file) => unknownIds(file, readFileSync(file, 'utf8'), rows)),
  ];
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
