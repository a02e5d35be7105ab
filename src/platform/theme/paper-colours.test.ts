import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ThemeColours } from '#src/config/sections/site/theme-section.ts';
import { contrastRatio, MINIMUM_CONTRAST, paperColours } from './theme-colours.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('VDP-20 for any theme, text on paper is legible, on white and on the band', () => {
  const roles = ['brand', 'onBrand', 'ink', 'inkMuted', 'line'] as const;
  const themes = fc.record(Object.fromEntries(roles.map((role) => [role, colour])));
  fc.assert(
    fc.property(themes, (theme) => {
      const { brand, onBrand, ink, inkMuted } = paperColours(theme as unknown as ThemeColours);
      for (const text of [brand, ink, inkMuted])
        expect(contrastRatio(text, '#ffffff')).toBeGreaterThanOrEqual(MINIMUM_CONTRAST);
      expect(contrastRatio(onBrand, brand)).toBeGreaterThanOrEqual(MINIMUM_CONTRAST);
    }),
  );
});

it('VDP-20 colours that are legible on white are the dealer’s own', () => {
  const theme = {
    brand: '#0b4f6c',
    onBrand: '#f5f7fa',
    ink: '#14213d',
    inkMuted: '#4f5d75',
    line: '#d9e1ea',
  };
  expect(paperColours(theme as ThemeColours)).toMatchObject(theme);
});
