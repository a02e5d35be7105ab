/** FAV-01: vehicles side by side. */
export const COMPARE_PATH = '/compare';

/** The address of a comparison, to share. */
export const comparePath = (slugs: readonly string[]): string =>
  `${COMPARE_PATH}?cars=${slugs.map(encodeURIComponent).join(',')}`;
