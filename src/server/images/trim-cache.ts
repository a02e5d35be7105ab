import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** After a trim the cache is this share of its limit, so that not every new picture trims again. */
const LEFT_AFTER_TRIM = 0.8;

/**
 * Deletes the least recently used files (by modification time, which each use renews) of a folder
 * that holds more than `maxBytes`. Answers the bytes left; files that vanish meanwhile are no error.
 */
export async function trimCache(folder: string, maxBytes: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const files = (
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        return found?.isFile() ? { path, bytes: found.size, usedAt: found.mtimeMs } : undefined;
      }),
    )
  ).filter((file) => file !== undefined);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return total;
  for (const { path, bytes } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes * LEFT_AFTER_TRIM) break;
    await rm(path, { force: true });
    total -= bytes;
  }
  return total;
}
