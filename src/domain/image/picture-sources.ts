import type { ImagesConfig } from '#src/config/sections/images.ts';
import { from } from '#src/styles/breakpoints.ts';
import { type ImageCrop, type ImageOriginal, type ImageWidth, imageSrcSet, imageUrl } from './image-url.ts';

/** How one place on a page shows pictures. */
export type PicturePlace = {
  widths: readonly ImageWidth[];
  crop: ImageCrop;
  /** Of the WebP for browsers that do not know AVIF: one width, or a choice in its place. */
  fallbackWidth: ImageWidth;
  fallbackWidths?: readonly ImageWidth[];
};

/** A result card. */
export const CARD_PLACE: PicturePlace = {
  widths: [320, 480, 640, 960],
  crop: '4x3',
  // One width: addresses of all would be a sixth of the page of results.
  fallbackWidth: 640,
};

/** A small photo beside words, 96 px wide. */
export const PHOTO_TILE_PLACE: PicturePlace = { widths: [320], crop: '4x3', fallbackWidth: 320 };

/** The large photo of a vehicle page. */
export const GALLERY_PLACE: PicturePlace = {
  widths: [480, 640, 960, 1280],
  crop: '3x2',
  fallbackWidth: 960,
  fallbackWidths: [480, 640, 960, 1280],
};

/** Widths of cards by viewport, measured on the page: one column, two, then three or four; from `xl` beside the filters. */
export const CARD_SIZES = {
  three: `${from('xl')} min(33.4vw - 134px, 421px), ${from('lg')} 31vw, ${from('sm')} 46vw, 92vw`,
  four: `${from('xl')} min(25vw - 100px, 316px), ${from('lg')} 270px, ${from('sm')} 46vw, 92vw`,
  /** Three across the whole page, without filters. */
  featured: `${from('lg')} min(31vw, 430px), ${from('sm')} 46vw, 92vw`,
  /** Of one row that scrolls: 17rem each. */
  strip: '272px',
} as const;
export type CardSizes = keyof typeof CARD_SIZES;

export const GALLERY_SIZES = `${from('lg')} min(60vw, 800px), 93vw`;

/** `<source>` elements, best first, and the `src` of the `<img>` behind them. Every browser that runs the site knows WebP. */
export function pictureSources(images: ImagesConfig, original: ImageOriginal, place: PicturePlace) {
  const { widths, crop, fallbackWidth, fallbackWidths } = place;
  const source = (format: 'avif' | 'webp', offered: readonly ImageWidth[]) => ({
    type: `image/${format}`,
    srcSet: imageSrcSet(images, original, offered, { crop, format }),
  });
  return {
    sources: [source('avif', widths), ...(fallbackWidths ? [source('webp', fallbackWidths)] : [])],
    src: imageUrl(images, original, { width: fallbackWidth, crop, format: 'webp' }),
  };
}

/** The picture data stored in the list of saved cars. */
export const savedCarImageUrl = (images: ImagesConfig, original: ImageOriginal): string =>
  imageUrl(images, original, { width: 480, crop: '4x3' });
