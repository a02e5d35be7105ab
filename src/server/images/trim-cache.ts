import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '#src/disk/replace-file.ts';
import { HOUR_MS } from '#src/domain/duration.ts';

/** After a trim the cache is this share of its limit, so that not every new picture trims again. */
const LEFT_AFTER_TRIM = 0.8;
/** How much of the limit may be added between two looks at the folder, by each process that adds. */
const LOOK_AFTER_SHARE = 0.05;
/** Looks at files at a time: all at once would keep readers of pictures waiting. */
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
 * Deletes the least recently used files (by modification time, which uses renew) of a folder that holds more
 * than `maxBytes`, and what a process that died left unfinished. Answers the bytes left; files that vanish
 * meanwhile are no error.
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
 * Keeps a folder near `maxBytes`. The folder is looked at when the first file is added, for what an earlier
 * process left, and then after each twentieth of the limit; processes that share a folder need not know one another.
 */
export function createCacheLimit(folder: string, maxBytes: number) {
  let addedSinceLook = Number.POSITIVE_INFINITY;
  let look: Promise<unknown> | undefined;
  return {
    /** Does not wait for the look it may cause. */
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
    /** Resolves once no look is under way. */
    settled: async (): Promise<void> => void (await look),
  };
}
