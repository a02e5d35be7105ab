import type { Location } from '#src/config/sections/business/locations-section.ts';
import { from } from '#src/platform/ui/styles/breakpoints.ts';

/** Layout of location cards in wide viewports. */
export type PlaceLayout = 'single' | 'two' | 'few' | 'many';

/** Next to text a picture is as high as the text, and cropped from a larger width. */
const BESIDE_WORDS = '820px';
/** The salon template has a page width of 1360 px, others 1280 px. */
const IN_ROW: Readonly<Record<PlaceLayout, string>> = {
  single: BESIDE_WORDS,
  two: 'min(47vw, 672px)',
  few: 'min(31vw, 443px)',
  many: 'min(23vw, 328px)',
};

/**
 * `sizes` attribute of the picture on a location card.
 * @param medium in viewports from md to lg
 * @param narrow in viewports below md
 */
export const cardPictureSizes = (layout: PlaceLayout, medium = '46vw', narrow = '100vw'): string =>
  `${from('lg')} ${IN_ROW[layout]}, ${from('md')} ${medium}, ${narrow}`;

/** Next to the text of its page, or below it in narrower viewports. */
export const PLACE_PICTURE_SIZES = `${from('lg')} min(48vw, 648px), 96vw`;

/** In the carousel (LOC-09); a single one fills half of it. */
export const placeRowSizes = (count: number): string => {
  const narrow = 'min(82vw, 320px)';
  if (count <= 3) return cardPictureSizes('two', '47vw', narrow);
  const most = count > 4 ? `${from('xl')} min(19vw, 244px), ` : '';
  return `${most}${cardPictureSizes('many', '47vw', narrow)}`;
};

/** Picture of a location card: its thumbnail, or that of its page, or the first photo. */
export const cardPicture = ({ image, photos }: Pick<Location, 'image' | 'photos'>) =>
  image?.thumb ?? image?.image ?? photos[0];
