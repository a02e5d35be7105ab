import { writeFileSync } from 'node:fs';
import { icons } from '@iconify-json/simple-icons';
import { MAKES } from '#src/config/sections/stock/makes.data.ts';
import { compactPath } from './compact-path.ts';

/** Names in the collection of makes it knows by another name, by slug. */
const NAMES: Readonly<Record<string, string>> = {
  'bmw-motorrad': 'bmw',
  'fiat-professional': 'fiat',
  piaggio: 'piaggiogroup',
  yamaha: 'yamahamotorcorporation',
};

/** Companies of other trades that share a make's name. */
const NAMESAKES: ReadonlySet<string> = new Set(['norton', 'proton']);

/** A crest of many strokes, in characters of its path; it is drawn coarser. */
const LONG_PATH = 4000;
const DECIMALS = { plain: 2, crest: 1 };
/** Beyond this a crest is too fine for the size it is shown at, and too heavy for the page. */
const LONGEST_PATH = 8000;

const folded = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

/** Marks of the makes that the collection draws, by slug: outlines in a square of 24 units. */
export function makeMarks(): Record<string, { title: string; path: string }> {
  return Object.fromEntries(
    MAKES.flatMap(({ name, slug }) => {
      const icon = NAMESAKES.has(slug) ? undefined : icons.icons[NAMES[slug] ?? folded(name)];
      // Those that their owners have had removed are hidden.
      if (!icon || icon.hidden) return [];
      const path = Array.from(icon.body.matchAll(/ d="([^"]+)"/g), ([, d]) => d).join('');
      const decimals = path.length > LONG_PATH ? DECIMALS.crest : DECIMALS.plain;
      const shorter = compactPath(path, decimals);
      return shorter.length > LONGEST_PATH ? [] : [[slug, { title: name, path: shorter }]];
    }),
  );
}

/** The text of `src/config/sections/make-marks.data.ts`. */
export function markTable(): string {
  const rows = Object.entries(makeMarks()).map(
    ([slug, { title, path }]) =>
      `  ${/^[a-z]+$/.test(slug) ? slug : `'${slug}'`}: {\n    title: '${title}',\n    path: '${path}',\n  },\n`,
  );
  return `/** Marks of makes by slug, from simple-icons: \`npx node scripts/make-mark-table.ts\`. Outlines in a square of 24 units. */
export const MAKE_MARKS: Readonly<Record<string, { title: string; path: string }>> = {
${rows.join('')}};
`;
}

if (import.meta.main) writeFileSync('src/config/sections/make-marks.data.ts', markTable());
