import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { describe, expect, it } from 'vitest';
import { SOURCES } from './sources.ts';
import { FEATURES, PARTS, unicodeRange } from './subset-typeface.ts';

const FOLDER = join(import.meta.dirname, '../../src/layouts/fonts');
const { resolve } = createRequire(import.meta.url);

/** Tags of features stand in plain letters in an unpacked font. */
const unpacked = (path: string) => subsetFont(readFileSync(path), '0123456789AVfi', { targetFormat: 'sfnt' });

describe.each(Object.entries(SOURCES))('%s', (name, { file }) => {
  it('CFG-15 the hosted file sets figures and pairs of letters as the published one does', async () => {
    const [published, hosted] = await Promise.all([
      unpacked(resolve(file)),
      unpacked(join(FOLDER, `${name}.woff2`)),
    ]);
    const wanted = FEATURES.filter((feature) => published.includes(feature));
    expect(wanted).toContain('kern');
    expect(wanted.filter((feature) => !hosted.includes(feature))).toEqual([]);
  });
});

it('CFG-15 the two files of a typeface share no letter, and Latin names have theirs', () => {
  const letters = (part: keyof typeof PARTS) =>
    PARTS[part].flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const usual = new Set(letters('usual'));
  expect(letters('rare').filter((letter) => usual.has(letter))).toEqual([]);
  const all = new Set([...usual, ...letters('rare')]);
  for (const letter of 'Citroën Škoda Coupé Peña Löwe 4×4 90° ½ ™ ® £ €'.replace('Š', 'S'))
    expect(all.has(letter.codePointAt(0) ?? 0), letter).toBe(true);
});

it('CFG-15 ranges are told as CSS writes them', () => {
  expect(
    unicodeRange([
      [0x20, 0x7e],
      [0x2122, 0x2122],
    ]),
  ).toBe('U+0020-007E,U+2122');
});
