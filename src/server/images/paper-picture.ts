import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageOriginal, imageUrl, parseImagePath } from '#src/domain/image/image-url.ts';
import type { Services } from '../services.ts';
import { resized } from './encode-image.ts';
import { imageFolders, originalFile } from './image-folders.ts';

/**
 * Without the encoder of the image route, which saves some 10 KB and takes twice as long: the shopper waits for it.
 */
const JPEG_QUALITY = 80;

/**
 * A JPEG of a stored picture for a document; nothing is fetched from elsewhere.
 * @returns undefined if the picture is not stored here, or is damaged, which is logged
 */
export async function paperPicture(
  { env, log }: Pick<Services, 'env' | 'log'>,
  picture: ImageOriginal,
): Promise<Buffer | undefined> {
  // Only ids that an address could name are looked up on disk.
  const request = parseImagePath(imageUrl({}, picture, { width: 960, crop: '3x2', format: 'jpg' }));
  if (!request) return undefined;
  const file = join(imageFolders(env.DATA_DIR).originalsFolder, originalFile(request.id));
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  try {
    return await resized(file, request).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  } catch (error) {
    log.warn(
      { picture: request.id, err: error instanceof Error ? error.message : String(error) },
      'no picture in a document',
    );
    return undefined;
  }
}
