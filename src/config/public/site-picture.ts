/** Folder of the renditions of a site's own pictures. */
export const RENDITIONS_FOLDER = '_pictures';
/**
 * Widths they are made in, px. A narrower picture keeps its own under each of them, so that pages need not know it:
 * what `srcset` promises is the most it can be.
 */
export const RENDITION_WIDTHS = [480, 640, 960, 1280, 1920] as const;
/** Best first, as `<picture>` reads them. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const;

export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** What the `src` of a picture shows where `srcset` is unknown, px. */
const FALLBACK_WIDTH: RenditionWidth = 1280;

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
export const renditionFile = (path: string, width: RenditionWidth, format: RenditionFormat): string =>
  `${RENDITIONS_FOLDER}/w${width}/${path}.${format}`;

/** Its address, safe within `srcset`. */
const renditionUrl = (...rendition: Parameters<typeof renditionFile>): string =>
  `/${renditionFile(...rendition)
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;

/** One size of a picture, where a whole choice of them is more than the place needs. */
export const sitePictureAt = (url: string, width: RenditionWidth): string => {
  const path = ownRaster(url);
  return path === undefined ? url : renditionUrl(path, width, 'webp');
};

export type PictureSources = { src: string; sources: { type: string; srcset: string }[] };

/** Every size and format of a picture the dealer file names; a drawing, or a picture elsewhere, is itself alone. */
export function sitePicture(url: string): PictureSources {
  const path = ownRaster(url);
  if (path === undefined) return { src: url, sources: [] };
  return {
    src: renditionUrl(path, FALLBACK_WIDTH, 'webp'),
    sources: RENDITION_FORMATS.map((format) => ({
      type: `image/${format}`,
      srcset: RENDITION_WIDTHS.map((width) => `${renditionUrl(path, width, format)} ${width}w`).join(', '),
    })),
  };
}
