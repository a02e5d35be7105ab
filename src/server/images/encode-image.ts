import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { replaceFile } from '#src/disk/replace-file.ts';
import type { ImageQuality, ImageRequest } from '#src/domain/image/image-url.ts';
import { MAX_INPUT_PIXELS } from './picture-content.ts';

// No picture is made twice from one file, so a cache of it would be of no use; encodes take turns as they are.
sharp.cache(false);
sharp.concurrency(1);

/** Where AVIF comes as near to the original as WebP does at the address's quality, in a third fewer bytes. */
const AVIF_QUALITY: Readonly<Record<ImageQuality, number>> = { 75: 50, 100: 85 };
/** Of 0 to 9; more costs seconds and saves little. */
const AVIF_EFFORT = 3;

function inFormat(image: Sharp, { format, quality }: ImageRequest): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: AVIF_QUALITY[quality], effort: AVIF_EFFORT });
    case 'webp':
      return image.webp({ quality });
    case 'jpg':
      return image.jpeg({ quality, mozjpeg: true });
  }
}

/** The original turned upright, cut and shrunk; never enlarged. Whatever it is written to throws where it is damaged. */
export function resized(original: string, { width, crop }: Pick<ImageRequest, 'width' | 'crop'>): Sharp {
  const [across = 0, down = 0] = crop?.split('x').map(Number) ?? [];
  const size = crop ? { width, height: Math.round((width * down) / across) } : { width };
  return sharp(original, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ ...size, fit: 'cover', withoutEnlargement: true });
}

/** Writes the picture asked for; the file appears whole or not at all. */
export async function encodeImage(original: string, target: string, request: ImageRequest): Promise<void> {
  const bytes = await inFormat(resized(original, request), request).toBuffer();
  await mkdir(dirname(target), { recursive: true });
  await replaceFile(target, bytes);
}
