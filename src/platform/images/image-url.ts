import type { ImagesConfig } from '#src/config/sections/site/images-section.ts';
import { from } from '#src/platform/ui/styles/breakpoints.ts';

/** CFG-22: the only values an image address may contain. 2560 is for full screen and panoramas. */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 2560] as const;
export const IMAGE_QUALITIES = [75, 100] as const;
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;
/** Encoding wider ones takes many seconds of CPU time. */
const WIDEST_AVIF = 1280;
export const IMAGE_CROPS = ['3x2', '4x3', '1x1'] as const;

const DEFAULT_IMAGE_WIDTH = 640;
export const DEFAULT_IMAGE_QUALITY = 75;
/** Quality of pictures on full-screen cards. */
export const FULL_CARD_QUALITY = 100;

export const IMAGES_PATH = '/images/';

type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** Aspect ratio; undefined keeps that of the original. */
type ImageCrop = (typeof IMAGE_CROPS)[number];

/** A stored original. Its version increases when its content changes, because responses are cached for a year. */
export type ImageOriginal = { id: string; version?: number | null | undefined };

export type ImageOptions = {
  width?: ImageWidth;
  quality?: ImageQuality;
  format?: ImageFormat;
  crop?: ImageCrop;
};

export type ImageRequest = {
  id: string;
  version: number;
  width: ImageWidth;
  quality: ImageQuality;
  format: ImageFormat;
  crop: ImageCrop | null;
};

const ADDRESS =
  /^\/images\/([a-z0-9-]{1,100})\/v([1-9]\d{0,5})\/w([1-9]\d{2,3})-q([1-9]\d{1,2})(?:-(\dx\d))?\.([a-z]{3,4})$/;

/**
 * Address of a picture: `/images/demo-suv-red-1/v1/w640-q75.webp`, `…/w640-q75-1x1.webp` with a crop, or from the
 * dealer's CDN template. All picture addresses are built here.
 * @param images the dealer's settings, required so that no caller forgets the CDN
 */
export function imageUrl(images: ImagesConfig, original: ImageOriginal, options: ImageOptions = {}): string {
  const request = requestOf(original, options);
  return images.cdn === undefined ? ownPath(request) : fillTemplate(images.cdn, request);
}

/** Bypasses the CDN, because WebGL cannot use cross-origin pictures. */
export const ownImageUrl = (original: ImageOriginal, options: ImageOptions = {}): string =>
  ownPath(requestOf(original, options));

const requestOf = (
  { id, version }: ImageOriginal,
  { width = DEFAULT_IMAGE_WIDTH, quality = DEFAULT_IMAGE_QUALITY, format = 'webp', crop }: ImageOptions,
): ImageRequest => ({ id, version: version ?? 1, width, quality, format, crop: crop ?? null });

const ownPath = ({ id, version, width, quality, crop, format }: ImageRequest): string =>
  `${IMAGES_PATH}${id}/v${version}/w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;

/** Keys of the renditions in a bucket are their addresses without the first slash; those of a picture start with this. */
export const renditionPrefix = (id: string): string => `${IMAGES_PATH.slice(1)}${id}/`;

const fillTemplate = (template: string, { crop, ...rest }: ImageRequest): string => {
  const values: Record<string, string | number> = { ...rest, crop: crop ?? 'none' };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
};

/** Value of `srcset` with width descriptors: `/images/…/w320-q75.webp 320w, …`; a single width needs none. */
export const imageSrcSet = (
  images: ImagesConfig,
  original: ImageOriginal,
  widths: readonly ImageWidth[] = IMAGE_WIDTHS,
  options: Omit<ImageOptions, 'width'> = {},
): string => {
  const described = (width: ImageWidth) => (widths.length > 1 ? ` ${width}w` : '');
  return widths
    .map((width) => imageUrl(images, original, { ...options, width }) + described(width))
    .join(', ');
};

const oneOf = <T extends string | number>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((item) => item === value);

/** The rendition of an image path; undefined for paths that `imageUrl` does not create. */
export function parseImagePath(path: string): ImageRequest | undefined {
  const [, id, version, w, q, c, f] = ADDRESS.exec(path) ?? [];
  const width = oneOf(IMAGE_WIDTHS, Number(w));
  const quality = oneOf(IMAGE_QUALITIES, Number(q));
  const format = oneOf(IMAGE_FORMATS, f);
  const crop = c === undefined ? null : oneOf(IMAGE_CROPS, c);
  if (!id || !width || !quality || !format || crop === undefined) return undefined;
  if (format === 'avif' && width > WIDEST_AVIF) return undefined;
  return { id, version: Number(version), width, quality, format, crop };
}

/** VDP-04: address of the sprite of a vehicle's spin; `key` changes with its frames. */
export const sheetPath = (vehicleId: string, key: string): string =>
  `${IMAGES_PATH}spin/${vehicleId}/${key}.webp`;

const SHEET_ADDRESS = /^\/images\/spin\/([\w-]{1,100})\/([\w-]{1,40})\.webp$/;

export function parseSheetPath(path: string): { vehicleId: string; key: string } | undefined {
  const [, vehicleId, key] = SHEET_ADDRESS.exec(path) ?? [];
  return vehicleId && key ? { vehicleId, key } : undefined;
}

/** How a place on a page shows pictures. */
type PicturePlace = {
  widths: readonly ImageWidth[];
  crop: ImageCrop;
  /** Widths of the WebP fallback for browsers without AVIF. */
  fallbackWidth: ImageWidth;
  fallbackWidths?: readonly ImageWidth[];
};

export const CARD_PLACE: PicturePlace = {
  widths: [320, 480, 640, 960],
  crop: '4x3',
  // A single width: all of them would make up a sixth of a results page.
  fallbackWidth: 640,
};

/** A thumbnail next to text, 96 px wide. */
export const PHOTO_TILE_PLACE: PicturePlace = { widths: [320], crop: '4x3', fallbackWidth: 320 };

export const GALLERY_PLACE: PicturePlace = {
  widths: [480, 640, 960, 1280],
  crop: '3x2',
  fallbackWidth: 960,
  fallbackWidths: [480, 640, 960, 1280],
};

/** Card widths by viewport: one column, two, then three or four; from `xl` next to the filters. */
export const CARD_SIZES = {
  three: `${from('xl')} min(33.4vw - 134px, 421px), ${from('lg')} 31vw, ${from('sm')} 46vw, 92vw`,
  four: `${from('xl')} min(25vw - 100px, 316px), ${from('lg')} 270px, ${from('sm')} 46vw, 92vw`,
  /** Three columns without filters. */
  featured: `${from('lg')} min(31vw, 430px), ${from('sm')} 46vw, 92vw`,
  /** A single scrolling row with cards of 17rem. */
  strip: '272px',
} as const;
export type CardSizes = keyof typeof CARD_SIZES;

export const GALLERY_SIZES = `${from('lg')} min(60vw, 800px), 93vw`;

/** `<source>` elements in order of preference, and the `src` of the `<img>`. All supported browsers decode WebP. */
export function pictureSources(
  images: ImagesConfig,
  original: ImageOriginal,
  place: Omit<PicturePlace, 'crop'> & Partial<PicturePlace>,
) {
  const { widths, fallbackWidth, fallbackWidths } = place;
  const crop = place.crop && { crop: place.crop };
  const source = (format: 'avif' | 'webp', offered: readonly ImageWidth[]) => ({
    type: `image/${format}`,
    srcSet: imageSrcSet(images, original, offered, { ...crop, format }),
  });
  return {
    sources: [source('avif', widths), ...(fallbackWidths ? [source('webp', fallbackWidths)] : [])],
    src: imageUrl(images, original, { width: fallbackWidth, ...crop, format: 'webp' }),
  };
}

/** Stored in the list of saved cars. */
export const savedCarImageUrl = (images: ImagesConfig, original: ImageOriginal): string =>
  imageUrl(images, original, { width: 480, crop: '4x3' });

/** The preferred source of the first visible picture (LCP). */
export type LeadPicture = { type: string; srcset: string; sizes: string };
