import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readDatabaseLocation, readStorageVariables } from '#src/config/environment.ts';
import { codeFolder, readReleaseFile } from '#src/dealer-files/release/release-folders.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { sendSignal } from '#src/platform/database/signals.ts';
import { type HeldLease, withLease } from '#src/platform/database/with-lease.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { type ObjectStorage, StorageError } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { plainMessage } from '#src/platform/text/plain-reason.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Pruned } from '#src/publishing/release/dealer-release.ts';
import { FolderInUse, withFolderLock } from '#src/publishing/release/folder-lock.ts';
import {
  applyPointers,
  copyLive,
  fetchLiveCode,
  type LivePointers,
  livePointers,
} from './mirror-releases.ts';
import { isPast, pruneBucket } from './prune-bucket.ts';
import { removeUnfinishedPacks } from './release-packs.ts';
import {
  fetchPages,
  fetchSettings,
  type LiveReleases,
  liveNames,
  type ReleaseName,
  slugsInBucket,
  storeCodeInBucket,
  storedInBucket,
  storeInBucket,
  writeLive,
} from './release-store.ts';

/** Held while a machine changes what is live. */
const LEASE = 'releases';
/** Longer than a build of a fleet. */
const LONGEST_WAIT_MS = 30 * MINUTE_MS;
const CONCURRENT_PACKS = 4;

/** The releases of all machines, while none of the others changes them. */
export type SharedReleases = {
  /** Whether all of a live release is in the bucket, if not in the build folder. */
  isLive(slug: string, id: string): boolean;
  /** Copies releases into the build folder, as far as they are in the bucket. */
  fetch(releases: readonly ReleaseName[]): Promise<void>;
  /** Copies the settings of all stored releases of a dealer into the build folder. */
  fetchSettings(slug: string): Promise<void>;
  /** Stores releases of the build folder, with their code, before they go live. */
  store(releases: readonly ReleaseName[], code: string | undefined): Promise<void>;
  /** Removes old releases of a dealer, or of all, and old code from the bucket; see `pruneBucket`. */
  prune(slug?: string): Promise<Pruned>;
};

const sharedBy = (
  storage: ObjectStorage,
  dist: string,
  before: LiveReleases | undefined,
): SharedReleases => ({
  isLive: (slug, id) => before?.dealers[slug]?.release === id,
  fetch: (releases) =>
    forEachConcurrently(releases, CONCURRENT_PACKS, async (release) => {
      if (await fetchSettings(storage, dist, release)) await fetchPages(storage, dist, release);
    }),
  async fetchSettings(slug) {
    for (const { id } of await storedInBucket(storage, slug))
      await fetchSettings(storage, dist, { slug, id });
  },
  async store(releases, code) {
    const ofReleases = releases.flatMap(({ slug, id }) => {
      const release = readReleaseFile(dist, slug, id);
      return 'reason' in release || !existsSync(codeFolder(dist, release.code)) ? [] : release.code;
    });
    for (const id of new Set([...(code === undefined ? [] : [code]), ...ofReleases]))
      await storeCodeInBucket(storage, dist, id);
    await forEachConcurrently(releases, CONCURRENT_PACKS, async (release) => {
      await storeInBucket(storage, dist, release);
    });
  },
  async prune(slug) {
    if (!before) return { releases: {}, code: [] };
    const slugs = slug === undefined ? await slugsInBucket(storage) : [slug];
    return pruneBucket(storage, dist, { live: before, slugs });
  },
});

/** What was replaced within the last day, and when; without what is live again. */
function retire(before: LiveReleases | undefined, now: LivePointers): LiveReleases['retired'] {
  const at = new Date().toISOString();
  const recent = (retired: Readonly<Record<string, string>> = {}, live: string | undefined) =>
    Object.fromEntries(Object.entries(retired).filter(([id, since]) => id !== live && !isPast(since)));
  const replaced = (was: string | undefined, is: string | undefined) =>
    was === undefined || was === is ? {} : { [was]: at };
  const [was, is] = [before?.code?.code, now.code?.code];
  const slugs = [...Object.keys(before?.dealers ?? {}), ...Object.keys(before?.retired.dealers ?? {})];
  const dealers = [...new Set(slugs)].map((slug) => {
    const [wasLive, isLive] = [before?.dealers[slug]?.release, now.dealers[slug]?.release];
    return [
      slug,
      { ...recent(before?.retired.dealers[slug], isLive), ...replaced(wasLive, isLive) },
    ] as const;
  });
  return {
    code: { ...recent(before?.retired.code, is), ...replaced(was, is) },
    dealers: Object.fromEntries(dealers.filter(([, retired]) => Object.keys(retired).length > 0)),
  };
}

export type Change = { storage: ObjectStorage; db: Database; dist: string; lease: HeldLease };

/** Makes live on all machines what is live in the build folder. */
export async function publish(
  { storage, db, dist, lease }: Change,
  before: LiveReleases | undefined,
): Promise<void> {
  const now = livePointers(dist);
  const { retired: _, ...was } = before ?? { retired: undefined };
  if (isDeepStrictEqual(now, was)) return;
  const switched = liveNames(now).filter(({ slug, id }) => before?.dealers[slug]?.release !== id);
  await sharedBy(storage, dist, before).store(switched, now.code?.code);
  const live = { ...now, retired: retire(before, now) };
  await lease.confirm(db);
  await writeLive(storage, live);
  // Without it they look within a second.
  await sendSignal(db, 'release', ['live']).catch(() => undefined);
  // What is not pruned now is pruned by the next change.
  await pruneBucket(storage, dist, { live, slugs: switched.map(({ slug }) => slug) }).catch(() => undefined);
}

const stillLive = (error: unknown) =>
  new StorageError(
    `Nothing was published: ${plainMessage(error)} What was live is live still. Run this again once that is remedied.`,
    { cause: error },
  );

async function changeShared<T>(
  { storage, db, dist, lease }: Change,
  work: (shared: SharedReleases) => Promise<T>,
): Promise<T> {
  await removeUnfinishedPacks(dist);
  const before = await copyLive(storage, dist).catch((error: unknown) => {
    throw stillLive(error);
  });
  if (before) await fetchLiveCode(storage, dist, before);
  try {
    const result = await work(sharedBy(storage, dist, before));
    await publish({ storage, db, dist, lease }, before);
    return result;
  } catch (error) {
    if (before) await applyPointers(dist, before);
    throw error instanceof StorageError ? stillLive(error) : error;
  }
}

/** Runs `work` while no other machine changes anything; undefined without STORAGE_URL. */
export async function alone<T>(
  dist: string,
  onWait: () => void,
  work: (change: Change) => Promise<T>,
): Promise<{ result: T } | undefined> {
  const shared = await openShared();
  if (!shared) return undefined;
  const { storage, db } = shared;
  const late = AbortSignal.timeout(LONGEST_WAIT_MS);
  const change = (lease: HeldLease) => work({ storage, db, dist, lease });
  try {
    return { result: await withLease({ db, clock: systemClock }, LEASE, change, onWait, late) };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError' && late.aborted)
      throw new FolderInUse(`Another machine is publishing to ${storage.name}. Wait until it ends.`);
    throw error;
  } finally {
    storage.close();
    await db.destroy();
  }
}

async function openShared() {
  const place = readDatabaseLocation(process.env);
  const storage = await openSharedStorage({ ...readStorageVariables(process.env), ...place });
  if (!storage) return undefined;
  const umask = process.umask();
  const db = await openDatabase(place);
  // Opening a database restricts the umask, but published files must be readable by everyone.
  process.umask(umask);
  return { storage, db };
}

/**
 * Changes what is published while no other process does so, in this folder or, with STORAGE_URL, on any machine. Then the
 * folder is first made a copy of what is live on all machines, and `work` gets access to their releases; what is live
 * in the folder afterwards goes live on all of them at once.
 * @param onWait is called once if another machine is changing something
 * @throws FolderInUse; StorageError if the bucket cannot be used: nothing has changed then
 */
export const changeReleases = <T>(
  dist: string,
  work: (shared?: SharedReleases) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> =>
  withFolderLock(dist, async () => {
    const done = await alone(dist, onWait, (change) => changeShared(change, work));
    return done ? done.result : work();
  });
