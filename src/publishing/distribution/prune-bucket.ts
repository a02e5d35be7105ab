import { readReleaseFile } from '#src/dealer-files/release/release-folders.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import type { Pruned } from '#src/publishing/release/dealer-release.ts';
import { FORMER_RELEASES } from '#src/publishing/release/dealer-release.ts';
import {
  codeInBucket,
  deleteCodeFromBucket,
  deleteFromBucket,
  type LiveReleases,
  liveNames,
  packsWithoutSettings,
  storedInBucket,
} from './release-store.ts';

/** For so long a server may still fetch what was live, and browsers files of its code. */
const FETCHED_FOR_MS = DAY_MS;

export const isPast = (instant: string | Date): boolean =>
  Date.now() - new Date(instant).getTime() > FETCHED_FOR_MS;

async function pruneDealer(storage: ObjectStorage, slug: string, live: LiveReleases): Promise<string[]> {
  const stored = await storedInBucket(storage, slug);
  const pointer = live.dealers[slug];
  const stay = new Set([
    ...stored.slice(0, FORMER_RELEASES).map(({ id }) => id),
    pointer?.release,
    pointer?.earlier.find((id) => stored.some((each) => each.id === id)),
  ]);
  const retired = live.retired.dealers[slug];
  const going = stored.filter(({ id, storedAt }) => !stay.has(id) && isPast(retired?.[id] ?? storedAt));
  for (const { id } of going) await deleteFromBucket(storage, { slug, id });
  for (const { key, id, storedAt } of await packsWithoutSettings(storage, slug))
    if (id !== pointer?.release && isPast(storedAt)) await storage.delete(key);
  return going.map(({ id }) => id);
}

async function pruneCode(storage: ObjectStorage, dist: string, live: LiveReleases): Promise<string[]> {
  const ofReleases = liveNames(live).map(({ slug, id }) => readReleaseFile(dist, slug, id));
  // Which code it needs is unknown.
  if (ofReleases.some((release) => 'reason' in release)) return [];
  const stay = new Set([
    live.code?.code,
    ...ofReleases.map((release) => ('reason' in release ? undefined : release.code)),
  ]);
  const going = (await codeInBucket(storage)).filter(
    ({ id, storedAt }) => !stay.has(id) && isPast(live.retired.code[id] ?? storedAt),
  );
  for (const { id } of going) await deleteCodeFromBucket(storage, id);
  return going.map(({ id }) => id);
}

const CONCURRENT_DEALERS = 8;

/**
 * Removes from the bucket what has not been live for a day, apart from the release before the live one and the newest
 * (FORMER_RELEASES) of each dealer.
 * @param dist has the settings of what is live
 * @returns removed ids
 */
export async function pruneBucket(
  storage: ObjectStorage,
  dist: string,
  { live, slugs }: { live: LiveReleases; slugs: readonly string[] },
): Promise<Pruned> {
  const releases: Record<string, string[]> = {};
  await forEachConcurrently(slugs, CONCURRENT_DEALERS, async (slug) => {
    releases[slug] = await pruneDealer(storage, slug, live);
  });
  return { releases, code: await pruneCode(storage, dist, live) };
}
