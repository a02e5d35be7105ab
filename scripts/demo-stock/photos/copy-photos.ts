import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { originalFile } from '#src/platform/images/image-store.ts';
import { writeIfChanged } from '../feed-file.ts';
import type { PhotoLibrary } from './photo-library.ts';

/**
 * Puts the photos of these ids where an import expects originals; an equal file stays untouched.
 * @returns the number written
 */
export const copyPhotos = (photos: PhotoLibrary, ids: readonly string[], folder: string): number =>
  ids.filter((id) => writeIfChanged(join(folder, originalFile(id)), readFileSync(photos.fileOf(id)))).length;
