/** Folder of the renditions of a site's own pictures. */
export const RENDITIONS_FOLDER = '_pictures';
/** Widths they are made in, px; a picture narrower than one of them keeps its own. */
export const RENDITION_WIDTHS = [480, 640, 960, 1280, 1920] as const;
/** Best first, as `<picture>` reads them. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const;

export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** What the `src` of a picture shows where `srcset` is unknown, px. */
const FALLBACK_WIDTH: RenditionWidth = 1280;

const OWN_RASTER = /^\/pictures\/(.+\.(?:avif|jpe?g|png|webp))$/i;

/** Path below `public/pictures`, or undefined for a drawing, another folder or another site. */
export const ownRaster = (url: string): string | undefined => {
  const path = OWN_RASTER.exec(url)?.[1];
  return path?.split('/').includes('..') ? undefined : path;
};

/** @param path below `public/pictures`: `yard.jpg` is served as `/_pictures/w640/yard.jpg.avif` */
export const renditionUrl = (path: string, width: RenditionWidth, format: RenditionFormat): string =>
  `/${RENDITIONS_FOLDER}/w${width}/${path}.${format}`;

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
