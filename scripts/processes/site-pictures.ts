import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  ownRaster,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  type RenditionFormat,
  renditionFile,
} from '#src/config/public/site-picture.ts';

/** A photo of 640 px weighs some 45 KB at these, and shows no blocks. */
const QUALITY: Record<RenditionFormat, object> = {
  // More effort takes seconds a picture for a few per cent.
  avif: { quality: 52, effort: 2, chromaSubsampling: '4:2:0' },
  webp: { quality: 72, effort: 4, smartSubsample: true },
};
/** Part of each name in the cache: what else than the picture decides how a rendition looks. */
const RECIPE = JSON.stringify(QUALITY);

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

/** Writes a file whole or not at all; another process may write the same. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const part = `${file}.${process.pid}-${randomUUID()}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function place(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  // Another disk.
  await link(from, to).catch(() => copyFile(from, to));
}

/** A file in the cache, and where a site has it. */
type Rendition = { made: string; name: string };

/**
 * The renditions of one photo, made unless they are in the cache: one for each width it has, and for wider ones its own.
 * @throws UnreadablePicture
 */
async function renditionsOf(path: string, { pictures, cache }: PictureFolders): Promise<Rendition[]> {
  const blame = (cause: unknown) => {
    throw new UnreadablePicture(path, cause);
  };
  const original = await readFile(join(pictures, path)).catch(blame);
  const { autoOrient } = await sharp(original).metadata().catch(blame);
  const content = createHash('sha256').update(RECIPE).update(original).digest('hex').slice(0, 32);
  const renditions: Rendition[] = [];
  for (const format of RENDITION_FORMATS) {
    for (const named of RENDITION_WIDTHS) {
      const width = Math.min(named, autoOrient.width);
      const made = join(cache, `${content}-${width}.${format}`);
      if (!existsSync(made)) {
        const picture = sharp(original).autoOrient().resize({ width })[format](QUALITY[format]);
        await writeWhole(made, await picture.toBuffer().catch(blame));
      }
      renditions.push({ made, name: renditionFile(path, named, format) });
    }
  }
  return renditions;
}

export type SitePictures = {
  /**
   * Puts every rendition of the photos a dealer file names where the site's pages ask for it (CFG-21). A name without
   * a file is left out: the check of dealer files tells of it.
   * @param site folder of the site's files
   * @throws UnreadablePicture
   */
  add(dealer: DealerConfig, site: string): Promise<void>;
};

/** The photos of one build: each is read once, however many dealers show it. */
export function createSitePictures(folders = FOLDERS): SitePictures {
  const known = new Map<string, Promise<Rendition[]>>();
  return {
    async add(dealer, site) {
      await mkdir(folders.cache, { recursive: true });
      for (const path of picturesOf(dealer)) {
        if (!existsSync(join(folders.pictures, path))) continue;
        const renditions = known.get(path) ?? renditionsOf(path, folders);
        known.set(path, renditions);
        for (const { made, name } of await renditions) await place(made, join(site, name));
      }
    },
  };
}
