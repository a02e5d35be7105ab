/** FAV-01: vehicles side by side. */
export const COMPARE_PATH = '/compare';

/** Its parameter: the slugs, with commas between. */
export const COMPARED_CARS = 'cars';

/** The address of a comparison, to share. */
export const comparePath = (slugs: readonly string[]): string =>
  `${COMPARE_PATH}?${COMPARED_CARS}=${slugs.map(encodeURIComponent).join(',')}`;
