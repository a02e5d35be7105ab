import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { DEFAULT_AVIF_EFFORT } from '#src/config/environment.ts';
import { replaceFile } from '#src/disk/replace-file.ts';
import type { ImageQuality, ImageRequest } from '#src/domain/image/image-url.ts';
import { MAX_INPUT_PIXELS } from './picture-content.ts';

// Each file is encoded only once, so sharp's cache is useless; encodes already take turns.
sharp.cache(false);
sharp.concurrency(1);

/** The quality at which AVIF matches WebP at the address's quality, with a third fewer bytes. */
const AVIF_QUALITY: Readonly<Record<ImageQuality, number>> = { 75: 50, 100: 85 };

function inFormat(image: Sharp, { format, quality }: ImageRequest, avifEffort: number): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: AVIF_QUALITY[quality], effort: avifEffort });
    case 'webp':
      return image.webp({ quality });
    case 'jpg':
      return image.jpeg({ quality, mozjpeg: true });
  }
}

/** The original rotated, cropped and shrunk; never enlarged. Writing it throws if it is damaged. */
export function resized(
  original: string,
  { width, crop }: Pick<ImageRequest, 'crop'> & { width: number },
): Sharp {
  const [across = 0, down = 0] = crop?.split('x').map(Number) ?? [];
  const size = crop ? { width, height: Math.round((width * down) / across) } : { width };
  return sharp(original, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ ...size, fit: 'cover', withoutEnlargement: true });
}

/**
 * Writes the requested picture atomically.
 * @param avifEffort 0 to 9
 */
export async function encodeImage(
  original: string,
  target: string,
  request: ImageRequest,
  avifEffort = DEFAULT_AVIF_EFFORT,
): Promise<void> {
  const bytes = await inFormat(resized(original, request), request, avifEffort).toBuffer();
  await mkdir(dirname(target), { recursive: true });
  await replaceFile(target, bytes);
}
