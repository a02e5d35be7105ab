import type { Theme, ThemeColours } from '#src/config/sections/theme.ts';
import { contrastRatio } from './contrast.ts';
import { darkColours } from './dark-colours.ts';

type Tone = 'light' | 'dark';
/** What a logo stands on by day, and where the shopper's device asks for the dark. */
export type LogoGround = { day: Tone; night: Tone };

const WHITE = '#ffffff';
const BLACK = '#000000';
const toneOf = (ground: string): Tone =>
  contrastRatio(WHITE, ground) >= contrastRatio(BLACK, ground) ? 'dark' : 'light';

const GROUNDS = { light: 'surface', brand: 'brand', dark: 'surfaceStrong' } as const;

/**
 * CFG-15: the colours header and footer stand in. A header of the brand's colour keeps that of the light site in the
 * dark, as logos are drawn for it.
 */
export function frameGround(theme: Theme, place: 'header' | 'footer', scheme: 'day' | 'night'): string {
  const role = GROUNDS[theme[place]];
  const colours: ThemeColours =
    scheme === 'day' || theme.dark === 'off' || role === 'brand' ? theme.colours : darkColours(theme);
  return colours[role];
}

/** CFG-15: which of a dealer's two drawings reads in header and footer. */
export const logoGround = (theme: Theme, place: 'header' | 'footer'): LogoGround => ({
  day: toneOf(frameGround(theme, place, 'day')),
  night: toneOf(frameGround(theme, place, 'night')),
});
