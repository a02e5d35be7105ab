import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '#src/platform/storage/replace-file.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/** Picture folders below DATA_DIR: originals and renditions. */
export const imageFolders = (dataDir: string) => ({
  originalsFolder: join(dataDir, 'images', 'originals'),
  cacheFolder: join(dataDir, 'images', 'cache'),
});

/** Always `.jpg`, whatever the content, so that a file is found by its id without listing the folder. */
export const originalFile = (id: string): string => `${id}.jpg`;

/** Fraction of the limit kept by a trim, so that not every new picture trims again. */
const TRIM_TO_FRACTION = 0.8;
/** Fraction of the limit each process may add between checks of the folder. */
const CHECK_FRACTION = 0.05;
/** Concurrency limit: checking all files at once would delay requests for pictures. */
const STAT_CONCURRENCY = 64;

type CachedFile = { path: string; bytes: number; usedAt: number };

async function filesOf(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: CachedFile[] = [];
  for (let from = 0; from < names.length; from += STAT_CONCURRENCY) {
    const some = names.slice(from, from + STAT_CONCURRENCY).map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? [{ path, bytes: found.size, usedAt: found.mtimeMs }] : [];
    });
    files.push(...(await Promise.all(some)).flat());
  }
  return files;
}

/**
 * Deletes the least recently used files (by modification time, which is updated on use) of a folder above `maxBytes`,
 * and unfinished files of dead processes. Returns the remaining bytes; concurrently deleted files are no error.
 */
export async function trimCache(folder: string, maxBytes: number, now = Date.now()): Promise<number> {
  const files = await filesOf(folder);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAbandoned = ({ path, usedAt }: CachedFile) => path.endsWith(UNFINISHED) && usedAt < now - HOUR_MS;
  const abandoned = files.filter(isAbandoned);
  const oldest = files.filter((file) => !isAbandoned(file)).sort((a, b) => a.usedAt - b.usedAt);
  const isOverfull = total > maxBytes;
  for (const file of [...abandoned, ...(isOverfull ? oldest : [])]) {
    if (!isAbandoned(file) && total <= maxBytes * TRIM_TO_FRACTION) break;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
  return total;
}

/**
 * Keeps a folder near `maxBytes`. Checks it when the first file is added, and after each twentieth of the limit;
 * processes that share a folder need no coordination.
 */
export function createCacheLimit(folder: string, maxBytes: number) {
  let addedSinceTrim = Number.POSITIVE_INFINITY;
  let trimming: Promise<unknown> | undefined;
  return {
    /** Does not wait for the check it may start. */
    added(bytes: number): void {
      addedSinceTrim += bytes;
      if (trimming || addedSinceTrim < maxBytes * CHECK_FRACTION) return;
      addedSinceTrim = 0;
      trimming = trimCache(folder, maxBytes)
        .catch(() => undefined)
        .finally(() => {
          trimming = undefined;
        });
    },
    /** Resolves once no check is running. */
    settled: async (): Promise<void> => void (await trimming),
  };
}

export type CacheLimit = ReturnType<typeof createCacheLimit>;

/** Id of the original of a rendition; ids contain no dots. */
export const originalOf = (name: string): string => name.split('.', 1)[0] ?? '';
