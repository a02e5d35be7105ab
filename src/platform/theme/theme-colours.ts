import {
  clampChroma,
  converter,
  differenceEuclidean,
  formatHex,
  interpolate,
  type Oklch,
  wcagContrast,
} from 'culori';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import { MAKE_COLOURS, type Theme, type ThemeColours } from '#src/config/sections/site/theme-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';

/** WCAG 2.2 AA for text of normal size. */
export const MINIMUM_CONTRAST = 4.5;

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export const contrastRatio = (a: string, b: string): number => wcagContrast(a, b);

type Colours = Theme['colours'];
type ColourRole = keyof Colours;

/** Proportion of the brand colour in a tint. */
const TINT_SHARE = 0.08;

/** Background of page heads, icons and quiet buttons: the surface with a little of the brand colour, `#rrggbb`. */
export const tintOf = ({ brand, surface }: Pick<Colours, 'brand' | 'surface'>): string =>
  formatHex(interpolate([surface, brand], 'rgb')(TINT_SHARE));

/** Text and background roles combined by the stylesheets. */
const TEXT_PAIRS: readonly (readonly [text: ColourRole, background: ColourRole | 'tint'])[] = [
  ['ink', 'page'],
  ['ink', 'surface'],
  ['ink', 'tint'],
  ['inkMuted', 'page'],
  ['inkMuted', 'surface'],
  ['inkMuted', 'tint'],
  ['brand', 'page'],
  ['brand', 'surface'],
  ['brand', 'tint'],
  ['onBrand', 'brand'],
  ['onAccent', 'accent'],
  ['onSurfaceStrong', 'surfaceStrong'],
];

/** @returns all pairs with their contrast ratio, 1 to 21, and the background as `#rrggbb` */
export function textPairs(colours: Colours) {
  const grounds = { ...colours, tint: tintOf(colours) };
  return TEXT_PAIRS.map(([text, background]) => ({
    text,
    background,
    ground: grounds[background],
    ratio: contrastRatio(colours[text], grounds[background]),
  }));
}

/** @returns pairs of a theme with insufficient contrast, with their ratio */
export const weakPairs = (colours: Colours) =>
  textPairs(colours).filter((pair) => pair.ratio < MINIMUM_CONTRAST);

export type BrandColour = { colour: string; onColour: string };

const LIGHT = '#ffffff';
/** Either white or black always has 4.5:1. */
const DARK = '#000000';

/** CFG-15: a make's colour with a legible text colour; the dealer's own colours take precedence. */
export function brandColour(
  { brandColours }: Pick<PublicConfig, 'brandColours'>,
  make: string,
): BrandColour | undefined {
  const slug = slugOf(make);
  const colour = brandColours[slug] ?? MAKE_COLOURS[slug];
  if (colour === undefined) return undefined;
  const isDark = contrastRatio(colour, LIGHT) >= contrastRatio(colour, DARK);
  return { colour, onColour: isDark ? LIGHT : DARK };
}

const PAPER = '#ffffff';
const PAPER_INK = '#16181d';
const GREY = '#4d525c';
const RULE = '#d5d8de';
/** Rules must be visible without standing out. */
const RULE_CONTRAST = { least: 1.2, most: 2.5 };

/** Colours for documents on white paper: the dealer's, with black or grey in place of illegible ones. */
export function paperColours(colours: ThemeColours) {
  const reads = (colour: string, fallback: string) =>
    contrastRatio(colour, PAPER) >= MINIMUM_CONTRAST ? colour : fallback;
  const brand = reads(colours.brand, PAPER_INK);
  const ruled = contrastRatio(colours.line, PAPER);
  return {
    brand,
    onBrand: contrastRatio(colours.onBrand, brand) >= MINIMUM_CONTRAST ? colours.onBrand : PAPER,
    ink: reads(colours.ink, PAPER_INK),
    inkMuted: reads(colours.inkMuted, GREY),
    tint: tintOf({ brand, surface: PAPER }),
    line: ruled >= RULE_CONTRAST.least && ruled <= RULE_CONTRAST.most ? colours.line : RULE,
  };
}

const oklch = converter('oklch');

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees, which greys have none of. @param hex `#rrggbb` */
export const oklchOf = (hex: string): Oklch => oklch(hex) as Oklch;

const difference = differenceEuclidean('oklch');
/** Conversion puts some colours of sRGB this little outside it. */
const CONVERSION_ERROR = 1e-4;

/** `#rrggbb`; a colour outside sRGB loses chroma, and keeps its lightness and hue. */
export function hexOf(colour: Oklch): string {
  const hex = formatHex(colour);
  return difference(colour, hex) < CONVERSION_ERROR ? hex : formatHex(clampChroma(colour, 'oklch'));
}

const WHITE = '#ffffff';
const BLACK = '#000000';
/** Lightness increment in the search for a legible colour. */
const STEP = 0.02;
/** Backgrounds keep some chroma of the dealer's dark band. */
const MAX_GROUND_CHROMA = 0.022;

/** Backgrounds and text by lightness, 0 black to 1 white; text has 6:1 or more (see the test). */
const LIGHTNESS = {
  page: 0.185,
  surface: 0.235,
  surfaceStrong: 0.14,
  line: 0.37,
  ink: 0.95,
  inkMuted: 0.78,
  onSurfaceStrong: 0.95,
} as const;

const toned = (colour: Oklch, l: number, most: number): string =>
  hexOf({ ...colour, l, c: Math.min(colour.c, most) });

/** The preferred text colour, or white or black, whichever is legible first; one of the latter always is. */
const textOn = (ground: string, wanted: string): string =>
  [wanted, WHITE].find((text) => contrastRatio(text, ground) >= MINIMUM_CONTRAST) ?? BLACK;

/** Lightens a colour until it is legible on page, surface and its own tint; white always is. */
function readable(colour: string, page: string, surface: string): string {
  const own = oklchOf(colour);
  for (let l = own.l; l < 1; l += STEP) {
    const tried = hexOf({ ...own, l });
    const grounds = [page, surface, tintOf({ brand: tried, surface })];
    if (grounds.every((ground) => contrastRatio(tried, ground) >= MINIMUM_CONTRAST)) return tried;
  }
  return WHITE;
}

/** CFG-15: derives dark mode colours, keeping hues; text has 4.5:1 or more. */
export function darkColours({
  colours: light,
  darkColours: own,
}: Pick<Theme, 'colours' | 'darkColours'>): ThemeColours {
  const ground = oklchOf(light.surfaceStrong);
  const at = (role: keyof typeof LIGHTNESS) => toned(ground, LIGHTNESS[role], MAX_GROUND_CHROMA);
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

type Tone = 'light' | 'dark';
/** Background of a logo in light and dark mode. */
type LogoGround = { day: Tone; night: Tone };

const LIGHT_MARK = '#ffffff';
const DARK_MARK = '#000000';
const toneOf = (ground: string): Tone =>
  contrastRatio(LIGHT_MARK, ground) >= contrastRatio(DARK_MARK, ground) ? 'dark' : 'light';

const GROUNDS = { light: 'surface', brand: 'brand', dark: 'surfaceStrong' } as const;

/**
 * CFG-15: background colours of header and footer. A header in the brand colour keeps its light mode colour, because
 * logos are drawn for it.
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
