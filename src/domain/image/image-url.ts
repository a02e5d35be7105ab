import type { ImagesConfig } from '#src/config/sections/images.ts';

/**
 * CFG-22. The only widths, qualities, formats and crops an address may request. 2560 is for full screen and
 * panoramas.
 */
export const IMAGE_WIDTHS = [320, 480, 640, 960, 1280, 2560] as const;
export const IMAGE_QUALITIES = [75, 100] as const;
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;
/** Wider ones would take a processor many seconds each. */
const WIDEST_AVIF = 1280;
export const IMAGE_CROPS = ['3x2', '4x3', '1x1'] as const;

export const DEFAULT_IMAGE_WIDTH = 640;
export const DEFAULT_IMAGE_QUALITY = 75;
/** A card that fills the screen shows its picture at this quality. */
export const FULL_CARD_QUALITY = 100;

export const IMAGES_PATH = '/images/';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** Width to height; none keeps the original's shape. */
export type ImageCrop = (typeof IMAGE_CROPS)[number];

/** A stored original. Its version increases when its content changes: responses are cached for a year. */
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
 * The address of a picture: `/images/demo-suv-red-1/v1/w640-q75.webp`, `…/w640-q75-1x1.webp` with a crop, or
 * what the dealer's CDN template says. Every address of a picture is made here.
 * @param images the dealer's own settings, so that no place forgets the CDN
 */
export function imageUrl(images: ImagesConfig, original: ImageOriginal, options: ImageOptions = {}): string {
  const request = requestOf(original, options);
  return images.cdn === undefined ? ownPath(request) : fillTemplate(images.cdn, request);
}

/** Of our own also where there is a CDN: WebGL takes no pictures of other origins. */
export const ownImageUrl = (original: ImageOriginal, options: ImageOptions = {}): string =>
  ownPath(requestOf(original, options));

const requestOf = (
  { id, version }: ImageOriginal,
  { width = DEFAULT_IMAGE_WIDTH, quality = DEFAULT_IMAGE_QUALITY, format = 'webp', crop }: ImageOptions,
): ImageRequest => ({ id, version: version ?? 1, width, quality, format, crop: crop ?? null });

const ownPath = ({ id, version, width, quality, crop, format }: ImageRequest): string =>
  `${IMAGES_PATH}${id}/v${version}/w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;

const fillTemplate = (template: string, { crop, ...rest }: ImageRequest): string => {
  const values: Record<string, string | number> = { ...rest, crop: crop ?? 'none' };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
};

/** Value of `srcset` with width descriptors: `/images/…/w320-q75.webp 320w, …`; of one width, its address alone. */
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

/** The rendition a path requests; undefined for any path `imageUrl` does not make. */
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

/** VDP-04: address of the coarse frames of a vehicle's spin in one picture; `key` changes with its frames. */
export const sheetPath = (vehicleId: string, key: string): string =>
  `${IMAGES_PATH}spin/${vehicleId}/${key}.webp`;

const SHEET_ADDRESS = /^\/images\/spin\/([\w-]{1,100})\/([\w-]{1,40})\.webp$/;

export function parseSheetPath(path: string): { vehicleId: string; key: string } | undefined {
  const [, vehicleId, key] = SHEET_ADDRESS.exec(path) ?? [];
  return vehicleId && key ? { vehicleId, key } : undefined;
}
