import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ThemeColours } from '#src/config/sections/site/theme-section.ts';
import { contrastRatio, darkColours, hexOf, oklchOf, weakPairs } from './theme-colours.ts';

const ROLES = [
  'brand',
  'onBrand',
  'accent',
  'onAccent',
  'ink',
  'inkMuted',
  'page',
  'surface',
  'surfaceStrong',
  'onSurfaceStrong',
  'line',
] as const;

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const colours = fc
  .tuple(...ROLES.map(() => colour))
  .map((values) => Object.fromEntries(ROLES.map((role, at) => [role, values[at]])) as ThemeColours);
const dark = (light: ThemeColours) => darkColours({ colours: light, darkColours: {} });

it('CFG-15 for any light colours, text of the dark site has a contrast of 4.5:1 or more', () => {
  const reads = fc.property(colours, (light) => {
    expect(weakPairs(dark(light))).toEqual([]);
  });
  fc.assert(reads, { numRuns: 400 });
});

it('CFG-15 derived text on derived backgrounds has a contrast of 6:1 or more', () => {
  fc.assert(
    fc.property(colours, (light) => {
      const { ink, inkMuted, page, surface, surfaceStrong, onSurfaceStrong } = dark(light);
      for (const text of [ink, inkMuted]) {
        for (const ground of [page, surface]) expect(contrastRatio(text, ground)).toBeGreaterThan(6);
      }
      expect(contrastRatio(onSurfaceStrong, surfaceStrong)).toBeGreaterThan(6);
    }),
  );
});

it('CFG-15 a dark site is dark: its backgrounds are far from white, and cards stand out from the page', () => {
  fc.assert(
    fc.property(colours, (light) => {
      const { page, surface, surfaceStrong, line } = dark(light);
      for (const ground of [page, surface, surfaceStrong]) {
        expect(contrastRatio(ground, '#ffffff')).toBeGreaterThan(13);
      }
      expect(contrastRatio(surface, page)).toBeGreaterThan(1.05);
      expect(contrastRatio(line, surface)).toBeGreaterThan(1.3);
    }),
  );
});

it('CFG-15 dark backgrounds keep only a little of the dark band’s colour', () => {
  fc.assert(
    fc.property(colours, (light) => {
      const { page, surface, surfaceStrong } = dark(light);
      for (const ground of [page, surface, surfaceStrong]) expect(oklchOf(ground).c).toBeLessThan(0.03);
    }),
  );
});

it('CFG-15 a dark colour the dealer chose is used, and the text on it adapts', () => {
  const [light] = fc.sample(colours, 1) as [ThemeColours];
  const chosen = darkColours({ colours: light, darkColours: { brand: '#c0ffee' } });
  expect(chosen).toEqual({ ...dark(light), brand: '#c0ffee', onBrand: chosen.onBrand });
  expect(weakPairs(chosen)).toEqual([]);
});

it('CFG-15 a colour survives conversion to OKLCH and back', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(hexOf(oklchOf(hex))).toBe(hex);
    }),
  );
});
