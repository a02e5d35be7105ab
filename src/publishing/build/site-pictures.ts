import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  ownRaster,
  parseRenditionFile,
  RENDITION_FORMATS,
  type RenditionFormat,
  renditionFile,
  renditionWidths,
} from '#src/config/public/site-picture.ts';
import type { PictureWidths } from '#src/config/sections/site/images-section.ts';
import { replaceFile } from '#src/platform/storage/replace-file.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';

/**
 * Wider renditions use less effort. At 2,880 px, AVIF then takes a quarter of the time for 7 % more bytes, and WebP
 * half the time for none.
 */
const WIDEST_WITH_EFFORT_PX = 1280;
/** `AVIF_EFFORT=0` encodes as fast as possible, for builds whose pictures do not matter. */
const IS_LEAST_EFFORT = process.env.AVIF_EFFORT === '0';

const isEffortWorth = (width: number): boolean => !IS_LEAST_EFFORT && width <= WIDEST_WITH_EFFORT_PX;

/** At these qualities, a 640 px photo weighs about 45 KB and shows no artefacts. */
const ENCODERS: Record<RenditionFormat, (width: number) => object> = {
  avif: (width) => ({
    quality: 52,
    effort: isEffortWorth(width) ? 2 : 0,
    chromaSubsampling: '4:2:0',
  }),
  webp: (width) => ({
    quality: 72,
    effort: IS_LEAST_EFFORT ? 0 : 4,
    smartSubsample: isEffortWorth(width),
  }),
};
/** Part of cache file names: encoder settings that affect a rendition besides picture and width. */
const RECIPE = IS_LEAST_EFFORT
  ? 'decoded once; avif 52, webp 72, least effort'
  : 'decoded once; avif 52, effort 2 to 1280 px; webp 72, effort 4, smart to 1280 px';

export type PictureFolders = {
  /** Folder of originals. */
  pictures: string;
  /** Renditions by content, shared by builds that may run concurrently. */
  cache: string;
};

const FOLDERS: PictureFolders = {
  pictures: resolve('public/pictures'),
  cache: resolve('.astro/cache/site-pictures'),
};

/** Keeps disk errors; shortens messages of the decoder. */
const reasonOf = (cause: unknown): string => {
  const isOfDecoder = cause instanceof Error && !('code' in cause);
  return isOfDecoder ? 'it is no picture, or a damaged one' : plainReason(cause);
};

/** A file named by a dealer file that is not a picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
  /** Relative to `public/pictures`. */
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.path = path;
  }
}

/** Logos have no renditions. */
const SHOWN_AS_THEY_ARE = 'logo';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === SHOWN_AS_THEY_ARE ? [] : textsIn(inner)));
};

/** Paths below `public/pictures` of photos that a dealer's pages show as renditions. */
export const picturesOf = (dealer: DealerConfig): string[] => [
  ...new Set(textsIn(dealer).flatMap((text) => ownRaster(text) ?? [])),
];

async function place(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  // Hard links cannot cross disks.
  await link(from, to).catch(() => copyFile(from, to));
}

/** A cached file, and its name in a site. */
type Rendition = { made: string; name: string };

const blame = (path: string) => (cause: unknown) => {
  throw new UnreadablePicture(path, cause);
};

/**
 * Width after EXIF rotation.
 * @throws UnreadablePicture
 */
const widthOf = async (path: string, { pictures }: PictureFolders): Promise<number> =>
  (await sharp(join(pictures, path)).metadata().catch(blame(path))).autoOrient.width;

/** Decodes and rotates a photo once: decoding it for each rendition took a quarter of the time. */
async function decodedPhoto(original: Buffer, width: number): Promise<Sharp> {
  const upright = sharp(original).autoOrient().resize({ width });
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

/** @throws UnreadablePicture */
async function openPhoto(path: string, folders: PictureFolders) {
  const original = await readFile(join(folders.pictures, path)).catch(blame(path));
  const { width } = (await sharp(original).metadata().catch(blame(path))).autoOrient;
  const content = createHash('sha256').update(RECIPE).update(original).digest('hex').slice(0, 32);
  let decoded: Promise<Sharp> | undefined;
  return {
    width,
    /** @returns path of the cached file @throws UnreadablePicture */
    async rendition(wide: number, format: RenditionFormat): Promise<string> {
      const made = join(folders.cache, `${content}-${wide}.${format}`);
      if (existsSync(made)) return made;
      decoded ??= decodedPhoto(original, Math.max(...renditionWidths(width, 'avif')));
      const photo = await decoded.catch(blame(path));
      const picture = photo.clone().resize({ width: wide })[format](ENCODERS[format](wide));
      await replaceFile(made, await picture.toBuffer().catch(blame(path)));
      return made;
    },
  };
}

/**
 * Renditions of a photo in the widths its pages use.
 * @param width of the original when the pages were rendered
 * @throws UnreadablePicture
 */
async function renditionsOf(path: string, width: number, folders: PictureFolders): Promise<Rendition[]> {
  const photo = await openPhoto(path, folders);
  if (photo.width !== width) blame(path)('it was replaced during the build; build again');
  const renditions: Rendition[] = [];
  for (const format of RENDITION_FORMATS) {
    for (const wide of renditionWidths(width, format))
      renditions.push({ made: await photo.rendition(wide, format), name: renditionFile(path, wide, format) });
  }
  return renditions;
}

/** Photos are decoded sequentially to limit memory. */
let making: Promise<unknown> = Promise.resolve();

/**
 * Creates a rendition on its first request, so that demos build without a minute of encoding.
 * @param file relative to a site's folder
 * @returns path of the cached file; undefined if the dealer's pages reference no such picture
 */
export async function renditionOnRequest(
  { pictureWidths = {} }: Pick<DealerConfig, 'pictureWidths'>,
  file: string,
  folders = FOLDERS,
): Promise<string | undefined> {
  const { path = '', width = 0, format } = parseRenditionFile(file) ?? {};
  const original = pictureWidths[path];
  if (!format || original === undefined || !renditionWidths(original, format).includes(width))
    return undefined;
  const made = making.then(async () => {
    await mkdir(folders.cache, { recursive: true });
    return (await openPhoto(path, folders)).rendition(width, format);
  });
  making = made.catch(() => undefined);
  return made;
}

/** Whether renditions are created by the build or on request. */
export type Photos = 'made' | 'on request';

export type SitePictures = {
  readonly photos: Photos;
  /** Widths of the photos a dealer file names; missing and unreadable files are left out. */
  widths(dealer: DealerConfig): Promise<PictureWidths>;
  /**
   * Adds the renditions of the photos a dealer file names to a site (CFG-21). Missing files are left out: the check of
   * dealer files reports them.
   * @param dealer with the picture widths used for rendering
   * @param site folder of the site
   * @throws UnreadablePicture
   */
  add(dealer: DealerConfig, site: string): Promise<void>;
};

/** The photos of one build; each is read once for all dealers. */
export function createSitePictures(folders = FOLDERS, photos: Photos = 'made'): SitePictures {
  const measured = new Map<string, Promise<number>>();
  const known = new Map<string, Promise<Rendition[]>>();
  const present = (dealer: DealerConfig) =>
    picturesOf(dealer).filter((path) => existsSync(join(folders.pictures, path)));

  function measure(path: string): Promise<number> {
    const width = measured.get(path) ?? widthOf(path, folders);
    measured.set(path, width);
    return width;
  }

  return {
    photos,
    async widths(dealer) {
      const widths: Record<string, number> = {};
      for (const path of present(dealer)) {
        // Unreadable pictures are reported by name in `add`.
        const width = await measure(path).catch(() => undefined);
        if (width !== undefined) widths[path] = width;
      }
      return widths;
    },
    async add(dealer, site) {
      if (photos === 'on request') return;
      await mkdir(folders.cache, { recursive: true });
      for (const path of present(dealer)) {
        const renditions =
          known.get(path) ?? measure(path).then((width) => renditionsOf(path, width, folders));
        known.set(path, renditions);
        for (const { made, name } of await renditions) await place(made, join(site, name));
      }
    },
  };
}
