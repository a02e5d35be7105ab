import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import type { Source } from './sources.ts';

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
  [0xb0, 0xb3],
  [0xbc, 0xbe],
  [0xc0, 0xff],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];

/** The two files of a typeface: what every page loads, and what a page loads that has such a letter. */
export const PARTS = { usual: USUAL, rare: RARE } as const;

/** Kerning, ligatures, marks, and figures of one width: what our sheets ask for. */
export const FEATURES: readonly string[] = ['kern', 'liga', 'calt', 'ccmp', 'mark', 'tnum'];

const hexadecimal = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');

/** A value of `unicode-range`. */
export const unicodeRange = (ranges: readonly Range[]): string =>
  ranges
    .map(([from, to]) =>
      from === to ? `U+${hexadecimal(from)}` : `U+${hexadecimal(from)}-${hexadecimal(to)}`,
    )
    .join(',');

const textOf = (ranges: readonly Range[]): string =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join('');

/** WOFF2 of these letters of a published file, with the axes and features our sheets use. */
export function subsetTypeface(path: string, { axes }: Source, ranges: readonly Range[]): Promise<Buffer> {
  return subsetFont(readFileSync(path), textOf(ranges), {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: [...FEATURES],
    noHinting: true,
  });
}
