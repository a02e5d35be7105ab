import { memoizeByObject } from '#src/config/memoize.ts';
import type { PictureWidths } from '#src/config/sections/site/images-section.ts';
import type { PublicConfig } from './public-config.ts';

export const RENDITIONS_FOLDER = '_pictures';
/** Widths of renditions, px, up to that of the original. */
const STANDARD_WIDTHS = [480, 640, 960, 1280, 1920, 2880] as const;
/** A screen of 1,440 px at double density. */
const MAX_WIDTH: StandardWidth = 2880;
/** Formats offered in all widths, and the fallback for older browsers and small pictures. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const;

type StandardWidth = (typeof STANDARD_WIDTHS)[number];
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Without widths, pictures are shown by their original address. */
type PicturedSite = { pictureWidths?: PictureWidths | undefined };

/** Width of `src` for browsers without AVIF, px: the largest WebP on any page. */
const FALLBACK_WIDTH = 1280;

const MAX_WIDTH_OF: Readonly<Record<RenditionFormat, StandardWidth>> = {
  avif: MAX_WIDTH,
  webp: FALLBACK_WIDTH,
};

/** Widths in which a picture is published; the largest is that of the original, within the limit of the format. */
export function renditionWidths(original: number, format: RenditionFormat): number[] {
  const largest = Math.min(original, MAX_WIDTH_OF[format]);
  return [...STANDARD_WIDTHS.filter((width) => width < largest), largest];
}

const OWN_RASTER = /^\/pictures\/(.+\.(?:avif|jpe?g|png|webp))$/i;

/** Decodes percent signs; undefined if malformed. */
function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}

/** Path relative to `public/pictures`; undefined for SVG, other folders and other sites. */
export const ownRaster = (url: string): string | undefined => {
  const path = OWN_RASTER.exec(decoded(url) ?? '')?.[1];
  return path?.split('/').includes('..') ? undefined : path;
};

/** Path of a rendition in the folder of a site: `yard.jpg` is at `_pictures/w640/yard.jpg.avif`. */
export const renditionFile = (path: string, width: number, format: RenditionFormat): string =>
  `${RENDITIONS_FOLDER}/w${width}/${path}.${format}`;

/** Inverse of `renditionFile`. */
export function parseRenditionFile(
  file: string,
): { path: string; width: number; format: RenditionFormat } | undefined {
  const [, width, path, extension] = /^_pictures\/w(\d+)\/(.+)\.(\w+)$/.exec(file) ?? [];
  const format = RENDITION_FORMATS.find((each) => each === extension);
  return path !== undefined && format ? { path, width: Number(width), format } : undefined;
}

/** URL, escaped for `srcset`. */
const renditionUrl = (...rendition: Parameters<typeof renditionFile>): string =>
  `/${renditionFile(...rendition)
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;

/** A picture of the site with the width of its original. */
function sized({ pictureWidths }: PicturedSite, url: string): { path: string; original: number } | undefined {
  const path = ownRaster(url);
  const original = path === undefined ? undefined : pictureWidths?.[path];
  return path === undefined || original === undefined ? undefined : { path, original };
}

/** A single size of a picture, limited to that of the original, for places that need no `srcset`. */
export function sitePictureAt(
  site: PicturedSite,
  url: string,
  width: Exclude<StandardWidth, 1920 | 2880>,
): string {
  const picture = sized(site, url);
  return picture ? renditionUrl(picture.path, Math.min(width, picture.original), 'webp') : url;
}

type PictureSources = { src: string; sources: { type: string; srcset: string }[] };

/** All sizes of a picture in the dealer file; SVG and external pictures only have their own. */
export function sitePicture(site: PicturedSite, url: string): PictureSources {
  const picture = sized(site, url);
  if (!picture) return { src: url, sources: [] };
  const { path, original } = picture;
  return {
    src: sitePictureAt(site, url, FALLBACK_WIDTH),
    sources: [
      {
        type: 'image/avif',
        srcset: renditionWidths(original, 'avif')
          .map((width) => `${renditionUrl(path, width, 'avif')} ${width}w`)
          .join(', '),
      },
    ],
  };
}

const PICTURE_KEY = /^(?:cdn|icon|image|logo|mark|photo|picture|poster|src)(?:s|Url)?$/i;
/** Also matches pictures in Markdown. */
const PICTURE_ADDRESS =
  /https:\/\/[^\s"'()<>]+\.(?:avif|gif|jpe?g|png|svg|webp)\b|(?<=!\[[^\]]*\]\()https:\/\/[^\s)]+/gi;

function originIn(address: string): string[] {
  // Placeholders of a CDN template follow its host.
  const url = URL.parse(address.replaceAll(/[{}]/g, ''));
  return url?.protocol === 'https:' ? [url.origin] : [];
}

function* hostsIn(value: unknown, key = '', hasAlt = false): Generator<string> {
  if (typeof value === 'string') {
    if (PICTURE_KEY.test(key) || (hasAlt && key === 'url')) yield* originIn(value);
    for (const [address] of value.matchAll(PICTURE_ADDRESS)) yield* originIn(address);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* hostsIn(item, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) yield* hostsIn(item, name, 'alt' in value);
  }
}

/** Origins of external pictures in a dealer's settings, including the image CDN. */
export const imageHosts = memoizeByObject((site: PublicConfig): string[] =>
  [...new Set(hostsIn(site))].sort(),
);
