import { DAY_MS } from '#src/domain/duration.ts';
import { inTurn } from './in-turn.ts';
import { AT_ONCE, publishedReleases, uploadedReleases } from './live-release.ts';
import { linkLive, manifestKey, releasePrefix } from './release-manifest.ts';
import type { Store, StoredFile } from './store.ts';

export type Expired = {
  release: string;
  files: number;
  /** An upload that was interrupted, with no manifest. */
  isUnfinished: boolean;
};

const newestOf = (files: readonly StoredFile[]): number =>
  Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));

/**
 * Removes the releases published more than `days` ago, and interrupted uploads without a newer file. The live release
 * and the one before it always stay. A release leaves the list before its files go, so that none is promoted half.
 * @param days at least 1: a shorter time could remove what is being uploaded
 */
export async function expireReleases(
  store: Store,
  site: string,
  { days, now = new Date(), dryRun = false }: { days: number; now?: Date; dryRun?: boolean },
): Promise<Expired[]> {
  if (!(days >= 1)) throw new RangeError('Releases expire after one day at the earliest.');
  const oldest = now.getTime() - days * DAY_MS;
  const releases = await publishedReleases(store, site);
  // The link of a switch that was killed may lead to what expires now.
  if (!dryRun) await linkLive(store, site);
  const complete = new Set(releases.map(({ release }) => release));
  const expired: Expired[] = [];
  const remove = async (release: string, files: readonly StoredFile[], isUnfinished: boolean) => {
    expired.push({ release, files: files.length, isUnfinished });
    if (dryRun) return;
    await store.delete(manifestKey(site, release));
    await inTurn(files, AT_ONCE, ({ key }) => store.delete(key));
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
