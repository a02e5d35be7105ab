import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stageFile } from '#src/disk/replace-file.ts';

const folderOf = (dataDir: string): string => join(dataDir, 'trade-in-photos');
const EXTENSION = '.webp';

/** Every photo is stored as WebP, under an id shoppers cannot choose. */
export const photoFile = (dataDir: string, id: string): string =>
  join(folderOf(dataDir), `${id}${EXTENSION}`);

/** Photos are personal data: only the server's own user can read them. */
const MODE = 0o600;

/** A photo on disk that does not belong to a valuation yet. */
export type StagedPhoto = {
  id: string;
  bytes: number;
  /** Moves it to its final place, atomically. */
  keep(): Promise<void>;
  /** Removes it unless it was stored. */
  discard(): Promise<void>;
};

/** Writes a photo under a unique name, so that two uploads of the same photo do not conflict. */
export async function stagePhoto(dataDir: string, id: string, bytes: Buffer): Promise<StagedPhoto> {
  const file = photoFile(dataDir, id);
  await mkdir(dirname(file), { recursive: true });
  const { keep, discard } = await stageFile(file, (handle) => handle.writeFile(bytes), { mode: MODE });
  return { id, bytes: bytes.length, keep, discard };
}

export const removePhoto = (dataDir: string, id: string): Promise<void> =>
  rm(photoFile(dataDir, id), { force: true });

/** Files written before an instant, including unfinished ones, with their photo ids. */
export async function photoFilesBefore(
  dataDir: string,
  before: Date,
): Promise<{ file: string; photoId: string }[]> {
  const names = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: { file: string; photoId: string }[] = [];
  for (const name of names) {
    const file = join(folderOf(dataDir), name);
    // It may be removed at this moment.
    const written = await stat(file).catch(() => undefined);
    if (!written || written.mtimeMs >= before.getTime()) continue;
    found.push({ file, photoId: name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name });
  }
  return found;
}
