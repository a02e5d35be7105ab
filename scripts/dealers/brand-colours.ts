import type { Theme } from '#src/config/sections/site/theme-section.ts';
import { contrastRatio, MINIMUM_CONTRAST, tintOf } from '#src/platform/theme/theme-colours.ts';

const WHITE = '#ffffff';
const INK = '#1a1a1a';
/** Share by which a colour is darkened at a time. */
const STEP = 0.04;

const onColour = (background: string) =>
  contrastRatio(WHITE, background) >= MINIMUM_CONTRAST ? WHITE : '#000000';

function darker(hex: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `#${channels
    .map((each) =>
      Math.floor(each * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The colour itself, darkened as far as text on the page and on its own tint needs. */
function readable(brand: string, page: string): string {
  const reads = (colour: string) =>
    [page, tintOf({ brand: colour, surface: WHITE })].every(
      (ground) => contrastRatio(colour, ground) >= MINIMUM_CONTRAST,
    );
  let colour = brand;
  for (let share = STEP; !reads(colour); share += STEP) colour = darker(brand, Math.min(1, share));
  return colour;
}

/**
 * CFG-15: a complete set of colours from one. A colour too pale for text on the page becomes the accent, and links
 * and buttons take a darker shade of it.
 */
export function coloursFor(brand: string): Theme['colours'] {
  const page = '#f7f7f5';
  const dark = readable(brand, page);
  return {
    brand: dark,
    onBrand: onColour(dark),
    accent: brand,
    onAccent: onColour(brand),
    ink: INK,
    inkMuted: '#565656',
    page,
    surface: WHITE,
    surfaceStrong: '#1f2226',
    onSurfaceStrong: '#f5f5f5',
    line: '#d6d6d2',
  };
}
