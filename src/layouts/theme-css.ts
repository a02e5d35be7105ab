import type { Theme } from '#src/config/sections/theme.ts';

/** Stated before any stylesheet: pages import the features' styles ahead of the layout's. */
const LAYER_ORDER = '@layer tokens,base,layout,ui,features;';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The order of the layers, then the dealer's theme as custom properties: `--brand`, `--on-brand`, … for every colour role, then type and shape. */
export function themeCss(theme: Theme): string {
  const colours = Object.entries(theme.colours).map(([role, value]) => `--${kebab(role)}:${value}`);
  return `${LAYER_ORDER}:root{${[
    ...colours,
    `--font-display:${theme.fontDisplay}`,
    `--font-text:${theme.fontText}`,
    `--display-weight:${theme.displayWeight}`,
    `--display-case:${theme.displayCase}`,
    `--radius:${theme.radius}px`,
  ].join(';')}}`;
}
