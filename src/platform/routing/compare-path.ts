export const COMPARE_PATH = '/compare';

/** Parameter with comma-separated slugs. */
export const COMPARED_CARS = 'cars';

export const comparePath = (slugs: readonly string[]): string =>
  `${COMPARE_PATH}?${COMPARED_CARS}=${slugs.map(encodeURIComponent).join(',')}`;
