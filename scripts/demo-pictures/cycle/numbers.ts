import type { Point } from './shapes.ts';

/** "0.1 0.2, 0.3 0.4" to rows of numbers, as SVG writes its paths. */
const rows = (text: string): number[][] => text.split(',').map((row) => row.trim().split(/\s+/).map(Number));

const wrong = (text: string): never => {
  throw new Error(`Not rows of numbers as expected: "${text}".`);
};

/** Points in space: "x y z, x y z". */
export const points = (text: string): Point[] =>
  rows(text).map(([x, y, z, ...more]) =>
    x === undefined || y === undefined || z === undefined || more.length > 0 ? wrong(text) : [x, y, z],
  );

/** Pairs: radii, profiles, places on a sheet: "a b, a b". */
export const pairs = (text: string): (readonly [number, number])[] =>
  rows(text).map(([a, b, ...more]) =>
    a === undefined || b === undefined || more.length > 0 ? wrong(text) : ([a, b] as const),
  );
