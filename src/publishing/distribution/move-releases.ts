import { existsSync } from 'node:fs';
import { pagesFolder } from '#src/dealer-files/release/release-folders.ts';
import { forEachConcurrently, type OnProgress } from '#src/platform/queue/batches.ts';
import { StorageError } from '#src/platform/storage/object-storage.ts';
import { storedCode } from '#src/publishing/release/code-release.ts';
import { readContents, storedReleases } from '#src/publishing/release/dealer-release.ts';
import { withFolderLock } from '#src/publishing/release/folder-lock.ts';
import { slugsWithReleases } from '#src/publishing/release/release-lifecycle.ts';
import { alone, publish } from './change-releases.ts';
import { type ReleaseName, readLive, storeCodeInBucket, storeInBucket } from './release-store.ts';

const CONCURRENT_PACKS = 4;

export type MovedReleases = {
  /** Number of releases of dealers that are in the bucket now. */
  releases: number;
  /** Number of code releases that are in the bucket now. */
  code: number;
  /** Of both, those that were not there before. */
  stored: number;
  /** Releases whose files this folder has lost: `harbour-cars/0df428f658f1`. */
  lost: string[];
  /** Whether something was live in the bucket already, which then stays live. */
  wasLive: boolean;
};

const isComplete = (dist: string, { slug, id }: ReleaseName) =>
  existsSync(pagesFolder(dist, slug, id)) && readContents(dist, slug, id) !== undefined;

/**
 * Copies all releases and code releases of a build folder to the bucket of STORAGE_URL, and makes live there what is live
 * here. May be repeated: what is there already is not copied again.
 * @throws StorageError without STORAGE_URL, or if the bucket cannot be used; FolderInUse
 */
export const moveReleases = (dist: string, onProgress?: OnProgress): Promise<MovedReleases> =>
  withFolderLock(dist, async () => {
    const onWait = () => onProgress?.('Waiting for another machine, which publishes');
    const moved = await alone(dist, onWait, async (change) => {
      const { storage } = change;
      const names: ReleaseName[] = [];
      for (const slug of await slugsWithReleases(dist))
        for (const { id } of await storedReleases(dist, slug)) names.push({ slug, id });
      const whole = names.filter((name) => isComplete(dist, name));
      const lost = names.filter((name) => !isComplete(dist, name)).map(({ slug, id }) => `${slug}/${id}`);
      const codes = await storedCode(dist);
      let done = 0;
      let stored = 0;
      const count = (isNew: boolean) => {
        done += 1;
        if (isNew) stored += 1;
        onProgress?.('Copying releases', done, whole.length + codes.length);
      };
      for (const code of codes) count(await storeCodeInBucket(storage, dist, code));
      await forEachConcurrently(whole, CONCURRENT_PACKS, async (name) => {
        count(await storeInBucket(storage, dist, name));
      });
      const wasLive = (await readLive(storage)) !== undefined;
      if (!wasLive) await publish(change, undefined);
      return { releases: whole.length, code: codes.length, stored, lost, wasLive };
    });
    if (!moved) throw new StorageError('Where to? STORAGE_URL names the bucket, "s3://bucket/path".');
    return moved.result;
  });
