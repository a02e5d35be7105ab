import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hexOf, oklchOf } from './theme-colours.ts';

/** As CSS Color 4 gives them; the hue in degrees. */
it.each([
  ['#ff0000', 0.62796, 0.25768, 29.23],
  ['#00ff00', 0.86644, 0.29483, 142.5],
  ['#0000ff', 0.45201, 0.31321, 264.05],
  ['#ffffff', 1, 0, undefined],
])('CFG-15 %s is read as CSS reads it', (hex, lightness, chroma, hue) => {
  const { l, c, h } = oklchOf(hex);
  expect(l).toBeCloseTo(lightness, 4);
  expect(c).toBeCloseTo(chroma, 4);
  if (hue !== undefined) expect(h).toBeCloseTo(hue, 1);
});

it('CFG-15 any sRGB colour is converted back unchanged', () => {
  const colour = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colour, (hex) => {
      expect(hexOf(oklchOf(hex))).toBe(hex);
    }),
  );
});

it('CFG-15 a colour outside sRGB keeps its lightness and its hue', () => {
  const wanted = { mode: 'oklch', l: 0.7, c: 0.37, h: 143 } as const;
  const shown = oklchOf(hexOf(wanted));
  expect(shown.c).toBeLessThan(wanted.c);
  expect(shown.l).toBeCloseTo(wanted.l, 2);
  expect(shown.h).toBeCloseTo(wanted.h, 0);
});
