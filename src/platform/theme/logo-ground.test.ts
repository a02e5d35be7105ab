import { expect, it } from 'vitest';
import type { Theme } from '#src/config/sections/site/theme-section.ts';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { frameGround, logoGround } from './theme-colours.ts';

const { theme: sound } = checkedDealer().dealer;
const theme = (changes: Partial<Theme>): Theme => ({ ...sound, ...changes });

it.each([
  ['light', 'off', 'light', 'light'],
  ['light', 'system', 'light', 'dark'],
  ['dark', 'off', 'dark', 'dark'],
  ['dark', 'system', 'dark', 'dark'],
] as const)(
  'CFG-15 a %s frame, dark mode %s: the logo is on %s in light mode, on %s in dark mode',
  (frame, dark, day, night) => {
    for (const place of ['header', 'footer'] as const) {
      expect(logoGround(theme({ [place]: frame, dark }), place)).toEqual({ day, night });
    }
  },
);

it('CFG-15 header and footer are separate', () => {
  const mixed = theme({ header: 'dark', footer: 'light', dark: 'off' });
  expect(logoGround(mixed, 'header').day).toBe('dark');
  expect(logoGround(mixed, 'footer').day).toBe('light');
});

it('CFG-15 a header in the brand’s colour keeps it in dark mode, and its tone decides', () => {
  const deep = theme({ header: 'brand', dark: 'system', darkColours: { brand: '#ffd23f' } });
  expect(frameGround(deep, 'header', 'night')).toBe(sound.colours.brand);
  expect(logoGround(deep, 'header')).toEqual({ day: 'dark', night: 'dark' });
  const pale = theme({ header: 'brand', dark: 'system', colours: { ...sound.colours, brand: '#ffd23f' } });
  expect(logoGround(pale, 'header')).toEqual({ day: 'light', night: 'light' });
});
