import type { PublicConfig } from '#src/config/public/public-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { MAKE_COLOURS } from '#src/config/sections/theme.ts';
import { contrastRatio } from './contrast.ts';

export type BrandColour = { colour: string; onColour: string };

const LIGHT = '#ffffff';
/** Of white and black one always reaches 4.5:1. */
const DARK = '#000000';

/** CFG-15: a make's colour and a legible text colour on it; the dealer's own choice first. */
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
