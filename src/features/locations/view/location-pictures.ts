import type { Location } from '#src/config/sections/business/locations-section.ts';
import { from } from '#src/platform/ui/styles/breakpoints.ts';

/** Cards of locations in a row of large windows. */
export type PlaceLayout = 'single' | 'two' | 'few' | 'many';

/** Beside words a picture is as high as they are, and wider than its place before it is cropped. */
const BESIDE_WORDS = '820px';
/** A row of the salon template is 1360 px wide at most, others 1280 px. */
const IN_ROW: Readonly<Record<PlaceLayout, string>> = {
  single: BESIDE_WORDS,
  two: 'min(47vw, 672px)',
  few: 'min(31vw, 443px)',
  many: 'min(23vw, 328px)',
};

/**
 * How wide the picture on a location's card is shown, as the attribute `sizes`.
 * @param medium in windows from md to lg
 * @param narrow in windows below md
 */
export const cardPictureSizes = (layout: PlaceLayout, medium = '46vw', narrow = '100vw'): string =>
  `${from('lg')} ${IN_ROW[layout]}, ${from('md')} ${medium}, ${narrow}`;

/** Beside the words of its own page, below them in narrower windows. */
export const PLACE_PICTURE_SIZES = `${from('lg')} min(48vw, 648px), 96vw`;

/** In the carousel (LOC-09): a single one fills half of it. */
export const placeRowSizes = (count: number): string => {
  const narrow = 'min(82vw, 320px)';
  if (count <= 3) return cardPictureSizes('two', '47vw', narrow);
  const most = count > 4 ? `${from('xl')} min(19vw, 244px), ` : '';
  return `${most}${cardPictureSizes('many', '47vw', narrow)}`;
};

/** The picture on a location's card: its small one, else that of its page, else the first of its photos. */
export const cardPicture = ({ image, photos }: Pick<Location, 'image' | 'photos'>) =>
  image?.thumb ?? image?.image ?? photos[0];
