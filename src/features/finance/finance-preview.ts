import { previewText } from '#src/features/vehicle/text/display-text.ts';

/** FIN-10. */
export const FINANCE_PREVIEW_CHARACTERS = 197;

export const financePreview = (paragraphs: readonly string[]) =>
  previewText(paragraphs.join(' '), FINANCE_PREVIEW_CHARACTERS);
