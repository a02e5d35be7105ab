import type { Theme } from './sections/theme.ts';

/** WCAG 2.2 AA for text of normal size. */
export const MINIMUM_CONTRAST = 4.5;

const channel = (hex: string, at: number) => {
  const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type ColourRole = keyof Theme['colours'];

/** Text role on background role, as the stylesheets use them. */
export const TEXT_PAIRS: readonly (readonly [ColourRole, ColourRole])[] = [
  ['ink', 'page'],
  ['ink', 'surface'],
  ['inkMuted', 'page'],
  ['inkMuted', 'surface'],
  ['brand', 'page'],
  ['brand', 'surface'],
  ['onBrand', 'brand'],
  ['onAccent', 'accent'],
  ['onSurfaceStrong', 'surfaceStrong'],
];

/** @returns the pairs of a theme that fall short, with their ratio. */
export function weakPairs(colours: Theme['colours']) {
  return TEXT_PAIRS.map(([text, background]) => ({
    text,
    background,
    ratio: contrastRatio(colours[text], colours[background]),
  })).filter((pair) => pair.ratio < MINIMUM_CONTRAST);
}
