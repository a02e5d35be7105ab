import type { PictureWidths } from '../sections/images.ts';

/** Folder of the renditions of a site's own pictures. */
export const RENDITIONS_FOLDER = '_pictures';
/** Widths they are made in, px, as far as the original has them. */
const STANDARD_WIDTHS = [480, 640, 960, 1280, 1920, 2880] as const;
/** A screen of 1,440 px at double density. */
const LARGEST_WIDTH: StandardWidth = 2880;
/** Best first, as `<picture>` reads them. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const;

type StandardWidth = (typeof STANDARD_WIDTHS)[number];
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** A site, as far as its pictures need it; without widths each picture is shown by its own address. */
type PicturedSite = { pictureWidths?: PictureWidths | undefined };

/** Width of the `src` for browsers without `srcset`, px. */
const FALLBACK_WIDTH: StandardWidth = 1280;

/** The widths a picture is published in; the largest is the original's own, up to 2,880 px. */
export function renditionWidths(original: number): number[] {
  const largest = Math.min(original, LARGEST_WIDTH);
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
export function sitePictureAt(site: PicturedSite, url: string, width: StandardWidth): string {
  const picture = sized(site, url);
  return picture ? renditionUrl(picture.path, Math.min(width, picture.original), 'webp') : url;
}

export type PictureSources = { src: string; sources: { type: string; srcset: string }[] };

/** Every size and format of a picture the dealer file names; a drawing or an external picture has only its own. */
export function sitePicture(site: PicturedSite, url: string): PictureSources {
  const picture = sized(site, url);
  if (!picture) return { src: url, sources: [] };
  const { path, original } = picture;
  return {
    src: sitePictureAt(site, url, FALLBACK_WIDTH),
    sources: RENDITION_FORMATS.map((format) => ({
      type: `image/${format}`,
      srcset: renditionWidths(original)
        .map((width) => `${renditionUrl(path, width, format)} ${width}w`)
        .join(', '),
    })),
  };
}
