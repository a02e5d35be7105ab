import { from } from '#src/styles/breakpoints.ts';

/** Cards of locations in a row of large windows. */
export type PlaceLayout = 'single' | 'two' | 'few' | 'many';

/** At `xl` the page is 1280 px wide at most. */
const HALF = 'min(46vw, 640px)';
const IN_ROW: Readonly<Record<PlaceLayout, string>> = {
  single: HALF,
  two: HALF,
  few: 'min(31vw, 416px)',
  many: 'min(23vw, 310px)',
};

/**
 * How wide the picture on a location's card is shown, as the attribute `sizes`.
 * @param narrow in windows below md
 */
export const cardPictureSizes = (layout: PlaceLayout, narrow = '100vw'): string =>
  `${from('lg')} ${IN_ROW[layout]}, ${from('md')} 46vw, ${narrow}`;

/** Beside the words of its own page, below them in narrower windows. */
export const PLACE_PICTURE_SIZES = `${from('lg')} ${HALF}, 96vw`;

/** In the carousel (LOC-09): a single one fills half of it. */
export const placeRowSizes = (count: number): string => {
  if (count <= 3) return cardPictureSizes('two', 'min(82vw, 320px)');
  const most = count > 4 ? `${from('xl')} min(19vw, 244px), ` : '';
  return `${most}${cardPictureSizes('many', 'min(82vw, 320px)')}`;
};
