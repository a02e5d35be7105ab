import { Color } from 'three';

/** Paints a vehicle is photographed in, as sRGB of the base coat under the clear coat. */
export const PAINTS = {
  white: '#eef0f0',
  silver: '#a9afb4',
  grey: '#54595e',
  black: '#0b0c0e',
  red: '#a3101a',
  blue: '#123f86',
  green: '#1f4a37',
  orange: '#d2560f',
  bronze: '#6f5238',
} as const;
export type PaintName = keyof typeof PAINTS;
export const PAINT_NAMES = Object.keys(PAINTS) as PaintName[];

/** Linear red, green and blue of a paint. */
export function paintColour(name: PaintName): [number, number, number] {
  const { r, g, b } = new Color(PAINTS[name]);
  return [r, g, b];
}
