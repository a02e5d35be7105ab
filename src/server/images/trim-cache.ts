import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '#src/disk/replace-file.ts';
import { HOUR_MS } from '#src/domain/duration.ts';

/** The share of its limit after a trim, so that not every new picture trims again. */
const LEFT_AFTER_TRIM = 0.8;
/** The share of the limit each process may add between two checks of the folder. */
const LOOK_AFTER_SHARE = 0.05;
/** Files checked at a time: all at once would delay readers of pictures. */
const STATS_AT_ONCE = 64;

type CachedFile = { path: string; bytes: number; usedAt: number };

async function filesOf(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files: CachedFile[] = [];
  for (let from = 0; from < names.length; from += STATS_AT_ONCE) {
    const some = names.slice(from, from + STATS_AT_ONCE).map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? [{ path, bytes: found.size, usedAt: found.mtimeMs }] : [];
    });
    files.push(...(await Promise.all(some)).flat());
  }
  return files;
}

/**
 * Deletes the least recently used files (by modification time, which uses renew) of a folder above `maxBytes`, and
 * unfinished files of dead processes. Returns the bytes left; files deleted in the meantime are no error.
 */
export async function trimCache(folder: string, maxBytes: number, now = Date.now()): Promise<number> {
  const files = await filesOf(folder);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isAbandoned = ({ path, usedAt }: CachedFile) => path.endsWith(UNFINISHED) && usedAt < now - HOUR_MS;
  const abandoned = files.filter(isAbandoned);
  const oldest = files.filter((file) => !isAbandoned(file)).sort((a, b) => a.usedAt - b.usedAt);
  const isOverfull = total > maxBytes;
  for (const file of [...abandoned, ...(isOverfull ? oldest : [])]) {
    if (!isAbandoned(file) && total <= maxBytes * LEFT_AFTER_TRIM) break;
    await rm(file.path, { force: true });
    total -= file.bytes;
  }
  return total;
}

/**
 * Keeps a folder near `maxBytes`. The folder is checked when the first file is added, for files of
 * earlier processes, and then after each twentieth of the limit; processes that share a folder need no coordination.
 */
export function createCacheLimit(folder: string, maxBytes: number) {
  let addedSinceLook = Number.POSITIVE_INFINITY;
  let look: Promise<unknown> | undefined;
  return {
    /** Does not wait for the check it may start. */
    added(bytes: number): void {
      addedSinceLook += bytes;
      if (look || addedSinceLook < maxBytes * LOOK_AFTER_SHARE) return;
      addedSinceLook = 0;
      look = trimCache(folder, maxBytes)
        .catch(() => undefined)
        .finally(() => {
          look = undefined;
        });
    },
    /** Resolves once no check is running. */
    settled: async (): Promise<void> => void (await look),
  };
}
