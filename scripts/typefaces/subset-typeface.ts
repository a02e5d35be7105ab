import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Source } from './sources.data.ts';

/** First and last code point. */
type Range = readonly [number, number];

/** Nearly every page is set in these alone: ASCII, the no-break space, ©, ·, dashes, quotes, • and …. */
const USUAL: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
];

/** Letters with accents, and signs, for names and texts that need them. */
const RARE: readonly Range[] = [
  [0xa3, 0xa3],
  [0xae, 0xae],
  [0xb0, 0xb2],
  [0xbc, 0xbe],
  [0xc0, 0xff],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2190],
  [0x2192, 0x2192],
];

/** Of Latin Extended what names in Australia have: Māori, Škoda, Łukasz. Published as a file of its own. */
const EXTENDED: readonly Range[] = [
  [0x100, 0x101],
  [0x106, 0x107],
  [0x10c, 0x10d],
  [0x112, 0x113],
  [0x12a, 0x12b],
  [0x141, 0x144],
  [0x14c, 0x14d],
  [0x160, 0x161],
  [0x16a, 0x16b],
  [0x17d, 0x17e],
];

/** The files of a typeface: what every page loads, and what a page loads that has such a letter. */
export const PARTS = { usual: USUAL, rare: RARE, extended: EXTENDED } as const;
export type Part = keyof typeof PARTS;

/**
 * Letters for which a browser asks for a file. They are in the HTML of every page, so they are rounded up to few ranges.
 * Where they overlap, the browser takes the last face: `usual` is written last.
 */
export const ASKED_FOR: Readonly<Record<Part, readonly Range[]>> = {
  extended: [[0x100, 0x17e]],
  rare: [
    [0xa3, 0xff],
    [0x20ac, 0x2192],
  ],
  usual: [...USUAL.filter(([, to]) => to < 0x100), [0x2013, 0x2026]],
};

/** Kerning, ligatures, marks, and figures of one width: what our sheets ask for. */
export const FEATURES: readonly string[] = ['kern', 'liga', 'calt', 'ccmp', 'mark', 'tnum'];

const hexadecimal = (point: number) => point.toString(16).toUpperCase();

/** A value of `unicode-range`. */
export const unicodeRange = (ranges: readonly Range[]): string =>
  ranges
    .map(([from, to]) =>
      from === to ? `U+${hexadecimal(from)}` : `U+${hexadecimal(from)}-${hexadecimal(to)}`,
    )
    .join(',');

export const textOf = (ranges: readonly Range[]): string =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join('');

const { resolve } = createRequire(import.meta.url);

/** Published file that has the letters of a part. */
export const publishedFile = ({ file }: Source, part: Part): string =>
  resolve(part === 'extended' ? file.replace('-latin-', '-latin-ext-') : file);

/** WOFF2 of the letters of a part, with the axes and features our sheets use. */
export function subsetTypeface(source: Source, part: Part): Promise<Buffer> {
  const { axes } = source;
  return subsetFont(readFileSync(publishedFile(source, part)), textOf(PARTS[part]), {
    targetFormat: 'woff2',
    variationAxes: axes,
    // Letters of two files are never kerned with each other.
    keepFeatures: part === 'usual' ? [...FEATURES] : [],
    noHinting: true,
  });
}
