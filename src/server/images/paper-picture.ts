import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type ImageOriginal, imageUrl, parseImagePath } from '#src/domain/image/image-url.ts';
import type { Services } from '../services.ts';
import { resized } from './encode-image.ts';
import { imageFolders, originalFile } from './image-folders.ts';

/**
 * The shopper waits for it: without the encoder of the image route, which saves some 10 KB and takes twice as long, and
 * without tables of its own, which save 3 KB and take 3 ms.
 */
const JPEG = { quality: 80, optimiseCoding: false };

/** 170 dots an inch where the document shows it; a wider one takes a fifth longer and prints the same. */
const SIZE = { width: 800, crop: '3x2' } as const;

/**
 * A JPEG of a stored picture for a document; nothing is fetched from elsewhere.
 * @returns undefined if the picture is not stored here; a promise of undefined if it is damaged, which is logged
 */
export function paperPicture(
  { env, log }: Pick<Services, 'env' | 'log'>,
  picture: ImageOriginal,
): Promise<Buffer | undefined> | undefined {
  // Only ids that an address could name are looked up on disk.
  const request = parseImagePath(imageUrl({}, picture, { width: 960 }));
  if (!request) return undefined;
  const file = join(imageFolders(env.DATA_DIR).originalsFolder, originalFile(request.id));
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return resized(file, SIZE)
    .jpeg(JPEG)
    .toBuffer()
    .catch((error: unknown) => {
      const err = error instanceof Error ? error.message : String(error);
      log.warn({ picture: request.id, err }, 'no picture in a document');
      return undefined;
    });
}
