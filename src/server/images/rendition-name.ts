import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { ImageRequest } from '#src/domain/image/image-url.ts';

const STATE_LENGTH = 12;

/** Id of the original a rendition was made of; an id holds no dot. */
export const originalOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** Changes with the content of any of the files. */
export const stateOf = (files: readonly Pick<Stats, 'size' | 'mtimeMs'>[]): string =>
  createHash('sha256')
    .update(files.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join())
    .digest('hex')
    .slice(0, STATE_LENGTH);

/**
 * File name of what is made of an original as it is now. The version of an address stays out: counting it up
 * must not make work or fill the disk.
 */
export function renditionName(
  { id, width, quality, crop, format }: ImageRequest,
  original: Pick<Stats, 'size' | 'mtimeMs'>,
): string {
  return `${id}.${stateOf([original])}.w${width}-q${quality}${crop ? `-${crop}` : ''}.${format}`;
}
