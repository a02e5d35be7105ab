import { existsSync, mkdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readDatabaseLocation, readStorageVariables } from '#src/config/environment.ts';
import {
  isRemoved,
  liveSlugs,
  readCodePointer,
  readPointer,
  removedSlugs,
  removePointer,
  writeCodePointer,
  writePendingPointers,
  writePointer,
} from '#src/dealer-files/release/current-release.ts';
import { isReleaseId, readReleaseFile, releaseFile } from '#src/dealer-files/release/release-folders.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import { type ObjectStorage, StorageError } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { CONCURRENT_PACKS } from './release-packs.ts';
import {
  DamagedLive,
  fetchCode,
  fetchSettings,
  type LiveReleases,
  liveNames,
  readLive,
  storedInBucket,
  unlessCorrupt,
} from './release-store.ts';

export type LivePointers = Pick<LiveReleases, 'code' | 'dealers' | 'removed'>;

/** What is live in a build folder. */
export function livePointers(dist: string): LivePointers {
  writePendingPointers(dist);
  const dealers: LivePointers['dealers'] = {};
  for (const slug of liveSlugs(dist)) {
    const pointer = readPointer(dist, slug);
    if (!pointer || 'reason' in pointer) continue;
    const { release, at, earlier } = pointer;
    dealers[slug] = { release, at, earlier: [...earlier] };
  }
  const code = readCodePointer(dist);
  return { ...(code && { code }), dealers, removed: removedSlugs(dist) };
}

/** Makes live in a build folder what is live elsewhere. The settings of the releases have to be there. */
export async function applyPointers(dist: string, { code, dealers, removed }: LivePointers): Promise<void> {
  if (code && !isDeepStrictEqual(code, readCodePointer(dist))) await writeCodePointer(dist, code);
  for (const [slug, pointer] of Object.entries(dealers)) {
    const found = readPointer(dist, slug);
    const isSame =
      found && 'release' in found && found.release === pointer.release && found.at === pointer.at;
    if (!isSame) writePointer(dist, { slug, ...pointer }, { flush: false });
  }
  const isTakenDown = (slug: string) => !Object.hasOwn(dealers, slug) && !isRemoved(dist, slug);
  for (const slug of [...liveSlugs(dist), ...removed].filter(isTakenDown)) removePointer(dist, slug);
}

const CONCURRENT_READS = 32;

/**
 * Copies the settings of all live releases into the build folder, apart from those that are there.
 * @returns slugs of dealers whose settings the bucket has lost
 */
export async function fetchLiveSettings(
  storage: ObjectStorage,
  dist: string,
  live: Pick<LiveReleases, 'dealers'>,
): Promise<Set<string>> {
  const lost = new Set<string>();
  await forEachConcurrently(liveNames(live), CONCURRENT_READS, async (release) => {
    if (!(await fetchSettings(storage, dist, release))) lost.add(release.slug);
  });
  return lost;
}

/** Copies the live code into the build folder. @throws StorageError if the bucket has lost it */
export async function fetchLiveCode(
  storage: ObjectStorage,
  dist: string,
  { code }: Pick<LiveReleases, 'code'>,
): Promise<void> {
  if (code && !(await unlessCorrupt(fetchCode(storage, dist, code.code))))
    throw new StorageError(
      `${storage.name} has lost code ${code.code}, which is live, or it is damaged. Build again: npm run build -- --all`,
    );
}

/** What can be served: dealers whose live release is lost stay on the former one, if this folder has it. */
export function withoutLost(dist: string, live: LiveReleases, lost: ReadonlySet<string>): LiveReleases {
  const former = lost.size > 0 ? livePointers(dist).dealers : {};
  const served = Object.entries(live.dealers).map(([slug, pointer]) => {
    const before = lost.has(slug) ? former[slug] : undefined;
    return [slug, before && existsSync(releaseFile(dist, slug, before.release)) ? before : pointer] as const;
  });
  return { ...live, dealers: Object.fromEntries(served) };
}

/** Code whose hashed files open pages may need: of live releases, and of what was live within the last day. */
export function neededCode(dist: string, { code, dealers, retired }: LiveReleases): string[] {
  const ofReleases = liveNames({ dealers }).flatMap(({ slug, id }) => {
    const release = readReleaseFile(dist, slug, id);
    return 'reason' in release ? [] : release.code;
  });
  const all = new Set([...(code ? [code.code] : []), ...ofReleases, ...Object.keys(retired.code)]);
  return [...all].filter(isReleaseId);
}

/** Copies `neededCode` into the build folder, as far as the bucket has it. */
export const fetchNeededCode = (storage: ObjectStorage, dist: string, live: LiveReleases): Promise<void> =>
  forEachConcurrently(neededCode(dist, live), CONCURRENT_PACKS, async (code) => {
    await unlessCorrupt(fetchCode(storage, dist, code));
  });

/**
 * Makes a build folder a copy of what is live in the bucket, as far as settings go. A dealer whose settings are lost is
 * live and unreadable.
 * @returns undefined if nothing was ever published there
 * @throws DamagedLive
 */
export async function copyLive(
  storage: ObjectStorage,
  dist: string,
): Promise<{ live: LiveReleases; etag: string } | undefined> {
  const found = await readLive(storage);
  if (!found || found === 'unchanged') return undefined;
  mkdirSync(dist, { recursive: true });
  await fetchLiveSettings(storage, dist, found.live);
  await applyPointers(dist, found.live);
  return found;
}

/**
 * Build folder for commands that read what is published. With STORAGE_URL it is brought up to date first.
 * @param options.dealer whose earlier releases are read too
 * @param options.isRepair uses the folder as it is if what is live cannot be read
 * @throws StorageError if the bucket cannot be read
 */
export async function publishedDist(
  fromOption: string | undefined,
  { dealer, isRepair = false }: { dealer?: string | undefined; isRepair?: boolean } = {},
): Promise<string> {
  const dist = distFolder(fromOption);
  const variables = { ...readStorageVariables(process.env), ...readDatabaseLocation(process.env) };
  const storage = await openSharedStorage(variables);
  if (!storage) return dist;
  try {
    await copyLive(storage, dist).catch((error: unknown) => {
      if (!(isRepair && error instanceof DamagedLive)) throw error;
    });
    if (dealer !== undefined)
      for (const { id } of await storedInBucket(storage, dealer))
        await fetchSettings(storage, dist, { slug: dealer, id });
    return dist;
  } finally {
    storage.close();
  }
}
