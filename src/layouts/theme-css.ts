import type { BrandColour } from '#src/config/public/brand-colour.ts';
import type { Theme } from '#src/config/sections/theme.ts';

/** Capitals need air, large lower case less of it. */
const TRACKING = { none: '-0.02em', uppercase: '0.01em' };

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The order of the layers, said first of all styles on a page: a bundle may hold a feature's CSS before
 * the base, and the first mention of a layer decides its rank.
 */
const LAYERS = '@layer tokens,base,layout,ui,features;';

/**
 * The dealer's theme as custom properties: `--brand`, `--on-brand`, … for every colour role, then type and shape.
 * @param make colour of the make the page is about, as `--make` and `--on-make` (CFG-15)
 */
export function themeCss(theme: Theme, make?: BrandColour): string {
  const colours = Object.entries(theme.colours).map(([role, value]) => `--${kebab(role)}:${value}`);
  return `${LAYERS}:root{${[
    ...colours,
    `--font-display:${theme.fontDisplay}`,
    `--font-text:${theme.fontText}`,
    `--display-weight:${theme.displayWeight}`,
    `--display-case:${theme.displayCase}`,
    `--display-tracking:${TRACKING[theme.displayCase]}`,
    `--radius:${theme.radius}px`,
    ...(make ? [`--make:${make.colour}`, `--on-make:${make.onColour}`] : []),
  ].join(';')}}`;
}
