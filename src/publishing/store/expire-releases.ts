import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import type { ObjectStorage, StoredFile } from '#src/platform/storage/object-storage.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import {
  CONCURRENCY,
  linkLive,
  manifestKey,
  publishedReleases,
  readManifest,
  readPointer,
  releasePrefix,
  uploadedReleases,
  writeManifest,
} from './published-releases.ts';

type Expired = {
  release: string;
  files: number;
  /** An interrupted upload without a manifest. */
  isUnfinished: boolean;
};

const newestOf = (files: readonly StoredFile[]): number =>
  Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));

async function isLiveOrBefore(store: ObjectStorage, site: string, release: string): Promise<boolean> {
  const pointer = await readPointer(store, site);
  return pointer?.release === release || pointer?.before === release;
}

/**
 * Makes a release unavailable for promotion by removing its manifest. If it goes live concurrently, the manifest is
 * restored: either this sees the pointer of `promoteRelease`, or that sees that the manifest is missing.
 * @returns whether its files may be removed
 */
async function unlist(store: ObjectStorage, site: string, release: string): Promise<boolean> {
  const manifest = await readManifest(store, site, release);
  await store.delete(manifestKey(site, release));
  if (!(await isLiveOrBefore(store, site, release))) return true;
  if (manifest) await writeManifest(store, manifest);
  return false;
}

/**
 * Removes releases published more than `days` ago, and interrupted uploads without a newer file. The live release and
 * the one before it are kept. A release is unlisted before its files are removed, so that an incomplete one cannot be
 * promoted.
 * @param days at least 1: a shorter time could remove a running upload
 */
export async function expireReleases(
  store: ObjectStorage,
  site: string,
  { days, now = new Date(), dryRun = false }: { days: number; now?: Date; dryRun?: boolean },
): Promise<Expired[]> {
  if (!(days >= 1)) throw new RangeError('Releases expire after one day at the earliest.');
  const oldest = now.getTime() - days * DAY_MS;
  const releases = await publishedReleases(store, site);
  // The link of an interrupted switch may point to a release that expires now.
  if (!dryRun) await linkLive(store, site);
  const complete = new Set(releases.map(({ release }) => release));
  const expired: Expired[] = [];
  const remove = async (release: string, files: readonly StoredFile[], isUnfinished: boolean) => {
    // Removal takes minutes, during which others publish and promote.
    if (await isLiveOrBefore(store, site, release)) return;
    if (isUnfinished && (await readManifest(store, site, release))) return;
    if (!dryRun && !(await unlist(store, site, release))) return;
    expired.push({ release, files: files.length, isUnfinished });
    if (dryRun) return;
    await forEachConcurrently(files, CONCURRENCY, ({ key }) => store.delete(key));
  };
  for (const { release, publishedAt, state } of releases) {
    if (state !== '' || Date.parse(publishedAt) >= oldest) continue;
    await remove(release, await store.list(releasePrefix(site, release)), false);
  }
  for (const release of await uploadedReleases(store, site)) {
    if (complete.has(release)) continue;
    const files = await store.list(releasePrefix(site, release));
    if (newestOf(files) < oldest) await remove(release, files, true);
  }
  return expired;
}
