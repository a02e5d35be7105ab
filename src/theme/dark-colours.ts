import type { Theme, ThemeColours } from '#src/config/sections/theme.ts';
import { contrastRatio, MINIMUM_CONTRAST, tintOf } from './contrast.ts';
import { hexOf, type Oklch, oklchOf } from './oklch.ts';

const WHITE = '#ffffff';
const BLACK = '#000000';
/** Steps of lightness in the search for a legible colour. */
const STEP = 0.02;
/** Backgrounds keep a little of the dealer's own dark band. */
const MOST_GROUND_CHROMA = 0.022;

/**
 * Backgrounds and text by lightness, 0 black to 1 white; the text has 6:1 or more on the backgrounds (see the test).
 */
const LIGHTNESS = {
  page: 0.185,
  surface: 0.235,
  surfaceStrong: 0.14,
  line: 0.37,
  ink: 0.95,
  inkMuted: 0.78,
  onSurfaceStrong: 0.95,
} as const;

const toned = ({ c, h }: Oklch, l: number, most: number): string => hexOf({ l, c: Math.min(c, most), h });

/** The first of the preferred text, white and black that is legible on the colour; one of the last two always is. */
const textOn = (ground: string, wanted: string): string =>
  [wanted, WHITE].find((text) => contrastRatio(text, ground) >= MINIMUM_CONTRAST) ?? BLACK;

/**
 * The colour, lightened as far as text on page, surface and its own tint needs; at most white, which is legible on
 * all.
 */
function readable(colour: string, page: string, surface: string): string {
  const { l, c, h } = oklchOf(colour);
  for (let lightness = l; lightness < 1; lightness += STEP) {
    const tried = hexOf({ l: lightness, c, h });
    const grounds = [page, surface, tintOf({ brand: tried, surface })];
    if (grounds.every((ground) => contrastRatio(tried, ground) >= MINIMUM_CONTRAST)) return tried;
  }
  return WHITE;
}

/** CFG-15: the dealer's colours in the dark; hues are those of the light site, and text reads at 4.5:1 or more. */
export function darkColours({
  colours: light,
  darkColours: own,
}: Pick<Theme, 'colours' | 'darkColours'>): ThemeColours {
  const ground = oklchOf(light.surfaceStrong);
  const at = (role: keyof typeof LIGHTNESS) => toned(ground, LIGHTNESS[role], MOST_GROUND_CHROMA);
  const page = own.page ?? at('page');
  const surface = own.surface ?? at('surface');
  const brand = own.brand ?? readable(light.brand, page, surface);
  const accent = own.accent ?? light.accent;
  const derived: ThemeColours = {
    brand,
    onBrand: textOn(brand, light.onBrand),
    accent,
    onAccent: textOn(accent, light.onAccent),
    ink: at('ink'),
    inkMuted: at('inkMuted'),
    page,
    surface,
    surfaceStrong: at('surfaceStrong'),
    onSurfaceStrong: at('onSurfaceStrong'),
    line: at('line'),
  };
  const roles = Object.keys(derived) as (keyof ThemeColours)[];
  return Object.fromEntries(roles.map((role) => [role, own[role] ?? derived[role]])) as ThemeColours;
}
