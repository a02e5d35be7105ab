import type { Theme, ThemeColours } from '#src/config/sections/theme.ts';
import { contrastRatio } from './contrast.ts';
import { darkColours } from './dark-colours.ts';

type Tone = 'light' | 'dark';
/** The background of a logo in light and in dark mode. */
export type LogoGround = { day: Tone; night: Tone };

const LIGHT_MARK = '#ffffff';
const DARK_MARK = '#000000';
const toneOf = (ground: string): Tone =>
  contrastRatio(LIGHT_MARK, ground) >= contrastRatio(DARK_MARK, ground) ? 'dark' : 'light';

const GROUNDS = { light: 'surface', brand: 'brand', dark: 'surfaceStrong' } as const;

/**
 * CFG-15: the background colours of header and footer. A header in the brand's colour keeps the light site's colour
 * in dark mode, because logos are drawn for it.
 */
export function frameGround(theme: Theme, place: 'header' | 'footer', scheme: 'day' | 'night'): string {
  const role = GROUNDS[theme[place]];
  const colours: ThemeColours =
    scheme === 'day' || theme.dark === 'off' || role === 'brand' ? theme.colours : darkColours(theme);
  return colours[role];
}

/** CFG-15: which of a dealer's two logos is legible in header and footer. */
export const logoGround = (theme: Theme, place: 'header' | 'footer'): LogoGround => ({
  day: toneOf(frameGround(theme, place, 'day')),
  night: toneOf(frameGround(theme, place, 'night')),
});
