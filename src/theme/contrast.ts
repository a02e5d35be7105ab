import type { Theme } from '#src/config/sections/theme.ts';

/** WCAG 2.2 AA for text of normal size. */
export const MINIMUM_CONTRAST = 4.5;

const CHANNELS_AT = [1, 3, 5] as const;
const channelAt = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);

const linear = (hex: string, at: number) => {
  const c = channelAt(hex, at) / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string) =>
  0.2126 * linear(hex, 1) + 0.7152 * linear(hex, 3) + 0.0722 * linear(hex, 5);

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type Colours = Theme['colours'];
type ColourRole = keyof Colours;

/** Share of the brand's colour in a tint, the rest is surface. */
const TINT_SHARE = 0.08;

/** Background of page heads, icons and quiet buttons: the surface with a little of the brand colour, `#rrggbb`. */
export function tintOf({ brand, surface }: Pick<Colours, 'brand' | 'surface'>): string {
  const channels = CHANNELS_AT.map((at) =>
    Math.round(channelAt(brand, at) * TINT_SHARE + channelAt(surface, at) * (1 - TINT_SHARE)),
  );
  return `#${channels.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

/** Text role on background role, as the stylesheets use them. */
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

/** @returns every pair that carries text, the background also as `#rrggbb`, with its ratio, 1 to 21. */
export function textPairs(colours: Colours) {
  const grounds = { ...colours, tint: tintOf(colours) };
  return TEXT_PAIRS.map(([text, background]) => ({
    text,
    background,
    ground: grounds[background],
    ratio: contrastRatio(colours[text], grounds[background]),
  }));
}

/** @returns the pairs of a theme with too little contrast, with their ratio. */
export const weakPairs = (colours: Colours) =>
  textPairs(colours).filter((pair) => pair.ratio < MINIMUM_CONTRAST);
