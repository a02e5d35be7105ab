import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { ImageRequest } from '#src/domain/image/image-url.ts';

/** Twice what a good phone camera makes; a decompression bomb is refused. */
const MAX_INPUT_PIXELS = 100_000_000;

/** Writes the picture asked for; the file appears whole or not at all. Never enlarges an original. */
export async function encodeImage(original: string, target: string, request: ImageRequest): Promise<void> {
  const { width, quality, format, crop } = request;
  const [across = 0, down = 0] = crop?.split('x').map(Number) ?? [];
  const size = crop ? { width, height: Math.round((width * down) / across) } : { width };
  const image = sharp(original, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ ...size, fit: 'cover', withoutEnlargement: true });
  const encoded = format === 'webp' ? image.webp({ quality }) : image.jpeg({ quality, mozjpeg: true });
  const unfinished = `${target}.${randomUUID()}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await encoded.toFile(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
