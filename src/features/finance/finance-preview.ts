import { previewText } from '#src/features/vehicle/text/display-text.ts';

/** FIN-10: shown before Show More. */
export const FINANCE_PREVIEW_CHARACTERS = 197;

/** The start of a disclaimer, as a dialog shows it at first. */
export const financePreview = (paragraphs: readonly string[]) =>
  previewText(paragraphs.join(' '), FINANCE_PREVIEW_CHARACTERS);
