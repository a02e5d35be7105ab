import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { describe, expect, it } from 'vitest';
import { SOURCES } from './sources.data.ts';
import { ASKED_FOR, FEATURES, PARTS, publishedFile, textOf, unicodeRange } from './subset-typeface.ts';

const FOLDER = join(import.meta.dirname, '../../src/platform/theme/fonts');
/** Feature tags are plain letters in a decompressed font. */
const unpacked = (path: string) => subsetFont(readFileSync(path), '0123456789AVfi', { targetFormat: 'sfnt' });

describe.each(Object.entries(SOURCES))('%s', (name, source) => {
  it('CFG-15 the hosted file sets figures and pairs of letters as the published one does', async () => {
    const [published, hosted] = await Promise.all([
      unpacked(publishedFile(source, 'usual')),
      unpacked(join(FOLDER, `${name}.woff2`)),
    ]);
    const wanted = FEATURES.filter((feature) => published.includes(feature));
    expect(wanted).toContain('kern');
    expect(wanted.filter((feature) => !hosted.includes(feature))).toEqual([]);
  });
});

it('CFG-15 the files of a typeface share no letter, and Latin names have theirs', () => {
  const letters = (part: keyof typeof PARTS) =>
    PARTS[part].flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
  const usual = new Set(letters('usual'));
  const rare = [...letters('rare'), ...letters('extended')];
  expect(rare.filter((letter) => usual.has(letter))).toEqual([]);
  expect(new Set(rare).size).toBe(rare.length);
  const all = new Set([...usual, ...letters('rare'), ...letters('extended')]);
  for (const letter of 'Citroën Škoda Coupé Peña Löwe Māori Łukasz 4×4 90° ½ ™ ® £ €')
    expect(all.has(letter.codePointAt(0) ?? 0), letter).toBe(true);
});

it('CFG-15 a browser asks for the file that has a letter', () => {
  const holds = (ranges: (typeof ASKED_FOR)['usual'], letter: number) =>
    ranges.some(([from, to]) => from <= letter && letter <= to);
  const faces = Object.entries(ASKED_FOR);
  for (const [part, letters] of Object.entries(PARTS))
    for (const letter of textOf(letters)) {
      const asked = faces.findLast(([, ranges]) => holds(ranges, letter.codePointAt(0) ?? 0));
      expect(asked?.[0], letter).toBe(part);
    }
});

it('CFG-15 ranges are reported in CSS syntax', () => {
  expect(
    unicodeRange([
      [0x20, 0x7e],
      [0x2122, 0x2122],
    ]),
  ).toBe('U+20-7E,U+2122');
});
