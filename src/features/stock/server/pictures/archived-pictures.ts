import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE } from '#src/features/stock/mapping/picture-cells.ts';
import { photoFile } from '#src/features/stock/server/reading/unpack-feed.ts';
import { MAX_PICTURE_BYTES, type PictureSource } from '#src/platform/images/picture-source.ts';

/**
 * FEED-16: pictures that lay in the archive of a feed, and all others from their addresses.
 * @param folder of the photos of the last archive
 */
export function withArchivedPictures(folder: string, others: PictureSource): PictureSource {
  return {
    async fetch(url, seen) {
      if (!url.startsWith(ARCHIVE)) return others.fetch(url, seen);
      const file = join(folder, photoFile(url.slice(ARCHIVE.length)));
      const stats = await stat(file).catch(() => undefined);
      // A later archive need not hold the photos of vehicles that have not changed.
      if (!stats?.isFile())
        return seen
          ? { kind: 'unchanged' }
          : { kind: 'failed', reason: 'no such photo in the archive of the feed' };
      if (stats.size > MAX_PICTURE_BYTES) return { kind: 'failed', reason: 'larger than 20 MB' };
      const etag = `${stats.size}-${stats.mtimeMs}`;
      if (seen?.etag === etag) return { kind: 'unchanged' };
      return { kind: 'fetched', bytes: await readFile(file), etag, lastModified: null };
    },
    close: () => others.close(),
  };
}
