import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import {
  ownRaster,
  RENDITION_FORMATS,
  RENDITION_WIDTHS,
  type RenditionFormat,
  type RenditionWidth,
  renditionUrl,
} from '#src/config/public/site-picture.ts';

/** A photo of 640 px weighs some 45 KB at these, and shows no blocks. */
const QUALITY: Record<RenditionFormat, object> = {
  // More effort takes seconds a picture for a few per cent.
  avif: { quality: 52, effort: 3 },
  webp: { quality: 72, effort: 4, smartSubsample: true },
};
/** Part of each name in the cache: what else than the picture decides how a rendition looks. */
const RECIPE = JSON.stringify(QUALITY);

export type PictureFolders = {
  /** Originals, by their path below it. */
  pictures: string;
  /** Renditions by content, kept between builds. */
  cache: string;
};

const FOLDERS: PictureFolders = {
  pictures: resolve('public/pictures'),
  cache: resolve('.astro/cache/site-pictures'),
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Paths below `public/pictures` of the photos a dealer's configuration names. */
export const picturesOf = (dealer: DealerConfig): string[] => [
  ...new Set(textsIn(dealer).flatMap((text) => ownRaster(text) ?? [])),
];

async function make(original: Buffer, width: RenditionWidth, format: RenditionFormat, to: string) {
  await sharp(original)
    .rotate()
    .resize({ width, withoutEnlargement: true })
    [format](QUALITY[format])
    .toFile(`${to}.part`);
  await rename(`${to}.part`, to);
}

/** @returns the file of a rendition in the cache, made unless it is there. */
async function cached(original: Buffer, width: RenditionWidth, format: RenditionFormat, cache: string) {
  const key = createHash('sha256').update(RECIPE).update(original).digest('hex').slice(0, 32);
  const file = join(cache, `${key}-${width}.${format}`);
  if (!existsSync(file)) await make(original, width, format, file);
  return file;
}

async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // Another disk.
  await link(from, to).catch(() => copyFile(from, to));
}

/**
 * Puts every rendition of the photos a dealer file names where the site's pages ask for it (CFG-21). A name without
 * a file is left out: the check of dealer files tells of it.
 * @param site folder of the site's files
 */
export async function addSitePictures(dealer: DealerConfig, site: string, folders = FOLDERS): Promise<void> {
  await mkdir(folders.cache, { recursive: true });
  for (const path of picturesOf(dealer)) {
    const file = join(folders.pictures, path);
    if (!existsSync(file)) continue;
    const original = await readFile(file);
    for (const format of RENDITION_FORMATS) {
      for (const width of RENDITION_WIDTHS) {
        const made = await cached(original, width, format, folders.cache);
        await place(made, join(site, renditionUrl(path, width, format)));
      }
    }
  }
}
