import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  ownRaster,
  RENDITION_FORMATS,
  type RenditionFormat,
  renditionFile,
  renditionWidths,
} from '#src/config/public/site-picture.ts';
import type { PictureWidths } from '#src/config/sections/images.ts';
import { replaceFile } from '#src/disk/replace-file.ts';

/**
 * Wider renditions are made with less effort. At 2,880 px AVIF takes a quarter of the time for 7 % more bytes, and
 * WebP half, for none.
 */
const WIDEST_WITH_EFFORT_PX = 1280;

/** A photo of 640 px weighs some 45 KB at these, and shows no blocks. */
const ENCODERS: Record<RenditionFormat, (width: number) => object> = {
  avif: (width) => ({
    quality: 52,
    effort: width > WIDEST_WITH_EFFORT_PX ? 0 : 2,
    chromaSubsampling: '4:2:0',
  }),
  webp: (width) => ({ quality: 72, effort: 4, smartSubsample: width <= WIDEST_WITH_EFFORT_PX }),
};
/** Part of each name in the cache: what else than picture and width decides how a rendition looks. */
const RECIPE = 'avif 52, effort 2 to 1280 px; webp 72, effort 4, smart to 1280 px';

export type PictureFolders = {
  /** Originals, by their path below it. */
  pictures: string;
  /** Renditions by content, kept between builds; several may fill it at once. */
  cache: string;
};

const FOLDERS: PictureFolders = {
  pictures: resolve('public/pictures'),
  cache: resolve('.astro/cache/site-pictures'),
};

/** A photo a dealer file names that is no picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
  /** Below `public/pictures`. */
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.path = path;
  }
}

/** Shown by their own address wherever they stand. */
const SHOWN_AS_THEY_ARE = 'logo';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === SHOWN_AS_THEY_ARE ? [] : textsIn(inner)));
};

/** Paths below `public/pictures` of the photos a dealer's pages show in sizes of their own. */
export const picturesOf = (dealer: DealerConfig): string[] => [
  ...new Set(textsIn(dealer).flatMap((text) => ownRaster(text) ?? [])),
];

async function place(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  // Another disk.
  await link(from, to).catch(() => copyFile(from, to));
}

/** A file in the cache, and where a site has it. */
type Rendition = { made: string; name: string };

const blame = (path: string) => (cause: unknown) => {
  throw new UnreadablePicture(path, cause);
};

/**
 * How wide a photo is, upright.
 * @throws UnreadablePicture
 */
const widthOf = async (path: string, { pictures }: PictureFolders): Promise<number> =>
  (await sharp(join(pictures, path)).metadata().catch(blame(path))).autoOrient.width;

/**
 * The renditions of one photo in the widths its pages name, made unless they are in the cache.
 * @param width of the original, as its pages were rendered with it
 * @throws UnreadablePicture
 */
async function renditionsOf(path: string, width: number, folders: PictureFolders): Promise<Rendition[]> {
  const original = await readFile(join(folders.pictures, path)).catch(blame(path));
  const { autoOrient } = await sharp(original).metadata().catch(blame(path));
  if (autoOrient.width !== width) blame(path)('it was replaced during the build; build again');
  const content = createHash('sha256').update(RECIPE).update(original).digest('hex').slice(0, 32);
  const renditions: Rendition[] = [];
  for (const format of RENDITION_FORMATS) {
    for (const wide of renditionWidths(width)) {
      const made = join(folders.cache, `${content}-${wide}.${format}`);
      if (!existsSync(made)) {
        const picture = sharp(original).autoOrient().resize({ width: wide })[format](ENCODERS[format](wide));
        await replaceFile(made, await picture.toBuffer().catch(blame(path)));
      }
      renditions.push({ made, name: renditionFile(path, wide, format) });
    }
  }
  return renditions;
}

export type SitePictures = {
  /** How wide the photos are that a dealer file names; one without a file, or whose file is no photo, has no width. */
  widths(dealer: DealerConfig): Promise<PictureWidths>;
  /**
   * Puts every rendition of the photos a dealer file names where the site's pages ask for it (CFG-21). A name without
   * a file is left out: the check of dealer files tells of it.
   * @param dealer with the widths its pages were rendered with
   * @param site folder of the site's files
   * @throws UnreadablePicture
   */
  add(dealer: DealerConfig, site: string): Promise<void>;
};

/** The photos of one build: each is read once, however many dealers show it. */
export function createSitePictures(folders = FOLDERS): SitePictures {
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
    async widths(dealer) {
      const widths: Record<string, number> = {};
      for (const path of present(dealer)) {
        // The dealer's pictures are refused by name when they are added.
        const width = await measure(path).catch(() => undefined);
        if (width !== undefined) widths[path] = width;
      }
      return widths;
    },
    async add(dealer, site) {
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
