import type { ThemeColours } from '#src/config/sections/theme.ts';
import { contrastRatio, MINIMUM_CONTRAST, tintOf } from './contrast.ts';

const PAPER = '#ffffff';
const PAPER_INK = '#16181d';
const GREY = '#4d525c';
const RULE = '#d5d8de';
/** A rule only has to be visible, without standing out. */
const RULE_CONTRAST = { least: 1.2, most: 2.5 };

/** Colours of a document on white paper: the dealer's, with black or grey for illegible ones. */
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
