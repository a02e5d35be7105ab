import { contrastRatio, TEXT_PAIRS } from '../contrast.ts';
import type { Theme } from '../sections/theme.ts';

/** Text on background as the stylesheets use them, with the contrast each pair of a theme reaches, 1 to 21. */
export const themeContrast = (colours: Theme['colours']) =>
  TEXT_PAIRS.map(([text, background]) => ({
    text,
    background,
    ratio: contrastRatio(colours[text], colours[background]),
  }));
