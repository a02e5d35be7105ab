import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE } from '#src/features/stock/mapping/picture-cells.ts';
import { adoptPhotos, PHOTOS_KEPT_MS, photoFile } from '#src/features/stock/server/reading/unpack-feed.ts';
import { feedFiles } from '#src/features/stock/server/sources/feed-places.ts';
import { MAX_PICTURE_BYTES, type PictureSource } from '#src/platform/images/picture-source.ts';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import type { Services } from '#src/server/services.ts';

type Places = Pick<Services, 'env' | 'storage'>;

const MISSING = 'no such photo in the archive of the feed';
const PUT_CONCURRENCY = 8;

const keyOf = (dealer: string, name: string): string => join(feedFiles('', dealer).photos, name);

async function share(storage: ObjectStorage, dealer: string, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const before = Date.now() - PHOTOS_KEPT_MS;
  for (const { key, modifiedAt } of await storage.list(keyOf(dealer, '')))
    if (modifiedAt.getTime() < before) await storage.delete(key);
  const putAll = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop())
      await storage.putFile(keyOf(dealer, name), join(folder, name), PRIVATE_FILE);
  };
  await Promise.all(Array.from({ length: PUT_CONCURRENCY }, putAll));
}

/** Puts the photos of an imported archive to those that wait to be fetched, on this machine or another. */
export async function storeArchivedPhotos(
  { env, storage }: Places,
  dealer: string,
  unpacked: string,
): Promise<void> {
  if (!storage) return adoptPhotos(unpacked, feedFiles(env.DATA_DIR, dealer).photos);
  await share(storage, dealer, unpacked);
  await rm(unpacked, { recursive: true, force: true });
}

/** FEED-16: pictures that lay in the archive of a feed, and all others from their addresses. */
export function withArchivedPictures(
  { env, storage }: Places,
  dealer: string,
  others: PictureSource,
): PictureSource {
  const folder = feedFiles(env.DATA_DIR, dealer).photos;

  /** A later archive need not hold the photos of vehicles that have not changed. */
  const missing = (seen: unknown) =>
    seen ? ({ kind: 'unchanged' } as const) : ({ kind: 'failed', reason: MISSING } as const);

  return {
    async fetch(url, seen) {
      if (!url.startsWith(ARCHIVE)) return others.fetch(url, seen);
      const name = photoFile(url.slice(ARCHIVE.length));
      if (storage) {
        const found = await storage.getIfChanged(keyOf(dealer, name), seen?.etag ?? undefined);
        if (found === undefined) return missing(seen);
        if (found === 'unchanged') return { kind: 'unchanged' };
        return { kind: 'fetched', bytes: found.body, etag: found.etag, lastModified: null };
      }
      const file = join(folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (!stats?.isFile()) return missing(seen);
      if (stats.size > MAX_PICTURE_BYTES) return { kind: 'failed', reason: 'larger than 20 MB' };
      const etag = `${stats.size}-${stats.mtimeMs}`;
      if (seen?.etag === etag) return { kind: 'unchanged' };
      return { kind: 'fetched', bytes: await readFile(file), etag, lastModified: null };
    },
    close: () => others.close(),
  };
}
