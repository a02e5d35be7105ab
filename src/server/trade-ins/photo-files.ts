import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Every photo is kept as WebP, under an id that no shopper chose. */
export const photoFile = (dataDir: string, id: string): string =>
  join(dataDir, 'trade-in-photos', `${id}.webp`);

/** Photos are personal: nobody but the server's own user reads them. */
const MODE = 0o600;

/** The file appears whole or not at all. */
export async function writePhoto(dataDir: string, id: string, bytes: Buffer): Promise<void> {
  const file = photoFile(dataDir, id);
  const unfinished = `${file}.${randomUUID()}.part`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(unfinished, bytes, { mode: MODE, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export const removePhoto = (dataDir: string, id: string): Promise<void> =>
  rm(photoFile(dataDir, id), { force: true });
