import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrastRatio, MINIMUM_CONTRAST, tintOf, weakPairs } from './theme-colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('CFG-15 %s on %s has a contrast of %d', (a, b, ratio) => {
  expect(contrastRatio(a, b)).toBeCloseTo(ratio, 2);
});

it('CFG-15 contrast is between 1 and 21 and the same both ways', () => {
  fc.assert(
    fc.property(colour, colour, (a, b) => {
      const ratio = contrastRatio(a, b);
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThanOrEqual(21);
      expect(contrastRatio(b, a)).toBe(ratio);
    }),
  );
});

it('CFG-15 every pair with text is checked', () => {
  const roles = ['brand', 'onBrand', 'accent', 'onAccent', 'ink', 'inkMuted', 'page', 'surface'] as const;
  const grey = Object.fromEntries(
    [...roles, 'surfaceStrong', 'onSurfaceStrong', 'line'].map((role) => [role, '#808080']),
  ) as Parameters<typeof weakPairs>[0];
  expect(weakPairs(grey)).toHaveLength(12);
  expect(weakPairs({ ...grey, ink: '#000000' }).map(({ text }) => text)).not.toContain('ink');
  expect(MINIMUM_CONTRAST).toBe(4.5);
});

it('CFG-15 a tint is the surface with 8 of 100 parts of the brand’s colour', () => {
  expect(tintOf({ brand: '#000000', surface: '#ffffff' })).toBe('#ebebeb');
  expect(tintOf({ brand: '#ff0000', surface: '#000000' })).toBe('#140000');
});
