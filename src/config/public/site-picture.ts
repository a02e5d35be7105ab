import { memoizeByObject } from '#src/config/memoize.ts';
import type { PictureWidths } from '#src/config/sections/site/images-section.ts';
import type { PublicConfig } from './public-config.ts';

/** Folder of the renditions of a site's own pictures. */
export const RENDITIONS_FOLDER = '_pictures';
/** Widths they are made in, px, as far as the original has them. */
const STANDARD_WIDTHS = [480, 640, 960, 1280, 1920, 2880] as const;
/** A screen of 1,440 px at double density. */
const LARGEST_WIDTH: StandardWidth = 2880;
/** What pages offer in all widths, and what is behind it for older browsers and for small places. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const;

type StandardWidth = (typeof STANDARD_WIDTHS)[number];
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** A site, as far as its pictures need it; without widths each picture is shown by its own address. */
type PicturedSite = { pictureWidths?: PictureWidths | undefined };

/** Width of the `src` for browsers without AVIF, px: no page asks for a larger one in WebP. */
const FALLBACK_WIDTH = 1280;

const LARGEST_IN: Readonly<Record<RenditionFormat, StandardWidth>> = {
  avif: LARGEST_WIDTH,
  webp: FALLBACK_WIDTH,
};

/** The widths a picture is published in; the largest is the original's own, as far as its format goes. */
export function renditionWidths(original: number, format: RenditionFormat): number[] {
  const largest = Math.min(original, LARGEST_IN[format]);
  return [...STANDARD_WIDTHS.filter((width) => width < largest), largest];
}

const OWN_RASTER = /^\/pictures\/(.+\.(?:avif|jpe?g|png|webp))$/i;

/** The path a server reads from an address, or undefined where its percent signs are none. */
function decoded(url: string): string | undefined {
  try {
    return decodeURIComponent(url);
  } catch {
    return undefined;
  }
}

/** Path of the file below `public/pictures`, or undefined for a drawing, another folder or another site. */
export const ownRaster = (url: string): string | undefined => {
  const path = OWN_RASTER.exec(decoded(url) ?? '')?.[1];
  return path?.split('/').includes('..') ? undefined : path;
};

/** Where a rendition lies in the folder of a site: `yard.jpg` is at `_pictures/w640/yard.jpg.avif`. */
export const renditionFile = (path: string, width: number, format: RenditionFormat): string =>
  `${RENDITIONS_FOLDER}/w${width}/${path}.${format}`;

/** What a file of that name shows. */
export function parseRenditionFile(
  file: string,
): { path: string; width: number; format: RenditionFormat } | undefined {
  const [, width, path, extension] = /^_pictures\/w(\d+)\/(.+)\.(\w+)$/.exec(file) ?? [];
  const format = RENDITION_FORMATS.find((each) => each === extension);
  return path !== undefined && format ? { path, width: Number(width), format } : undefined;
}

/** Its address, safe within `srcset`. */
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

/** One size of a picture, or its own size if smaller, for places that need no choice of sizes. */
export function sitePictureAt(
  site: PicturedSite,
  url: string,
  width: Exclude<StandardWidth, 1920 | 2880>,
): string {
  const picture = sized(site, url);
  return picture ? renditionUrl(picture.path, Math.min(width, picture.original), 'webp') : url;
}

export type PictureSources = { src: string; sources: { type: string; srcset: string }[] };

/** Every size of a picture the dealer file names; a drawing or an external picture has only its own. */
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
/** Pictures inside longer texts too: those of Markdown. */
const PICTURE_ADDRESS =
  /https:\/\/[^\s"'()<>]+\.(?:avif|gif|jpe?g|png|svg|webp)\b|(?<=!\[[^\]]*\]\()https:\/\/[^\s)]+/gi;

function originIn(address: string): string[] {
  // Placeholders of a CDN's template are behind its host.
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

/** Origins of the pictures that a dealer's settings name: those of other websites, and of the image CDN. */
export const imageHosts = memoizeByObject((site: PublicConfig): string[] =>
  [...new Set(hostsIn(site))].sort(),
);
