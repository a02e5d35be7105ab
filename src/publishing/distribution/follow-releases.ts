import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Environment } from '#src/config/environment.ts';
import { liveSlugs } from '#src/dealer-files/release/current-release.ts';
import { codeFolder, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import type { Signals } from '#src/platform/database/signals.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { findLiveCode } from '#src/publishing/release/code-release.ts';
import { usedByServers } from '#src/publishing/release/running-servers.ts';
import {
  applyPointers,
  fetchLiveCode,
  fetchLiveSettings,
  fetchNeededCode,
  livePointers,
  neededCode,
} from './mirror-releases.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { removeFolder, removeUnfinishedPacks } from './release-packs.ts';
import {
  fetchPages,
  hasPages,
  type LiveReleases,
  liveNames,
  type ReleaseName,
  readLive,
} from './release-store.ts';

/** Announced changes are followed at once. */
const LOOK_EVERY_MS = 1000;
/** How long what the bucket has said is believed: less than until a CDN is purged again. */
const BELIEVED_MS = 2 * LOOK_EVERY_MS;
/** Requests may still be reading what was replaced. */
const REMOVED_AFTER_MS = MINUTE_MS;
const CONCURRENT_PACKS = 4;
const BYTES_PER_MB = 1_000_000;

type Followed = {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  signals: Signals;
  /** Called once the build folder has changed. */
  onChange: () => void;
};

/** What is live in the bucket, followed by a build folder. */
export type ReleaseFollower = {
  storage: ObjectStorage;
  start(followed: Followed): void;
  /** For a process that serves pages. */
  pages(log: Followed['log']): PageCache;
  /** Since when the bucket has not said what is live. */
  failingSince(): string | undefined;
  /** Whether what the bucket has said within two seconds is in the build folder. */
  isFollowing(): boolean;
  /** Whether a release is live, served from here or not; undefined if the bucket has not said so within two seconds. */
  isLive(release: ReleaseName): boolean | undefined;
  /** Fetches the pages of all sites from now on, so that shoppers need not wait for them. */
  fetchAll(): void;
  stop(): void;
};

async function copyStart(storage: ObjectStorage, dist: string) {
  const found = await readLive(storage);
  if (!found || found === 'unchanged')
    throw new Error(
      `No site is published in ${storage.name}. Build first: npm run build -- --all. What this machine has published is moved there by: npm run storage -- move`,
    );
  await Promise.all([fetchLiveSettings(storage, dist, found.live), fetchLiveCode(storage, dist, found.live)]);
  // Pages open in browsers need the files of their code.
  await fetchNeededCode(storage, dist, found.live);
  await applyPointers(dist, found.live);
  return found;
}

/**
 * Makes a build folder a copy of what is live in the bucket of STORAGE_URL, and follows it once started. If the bucket
 * cannot be reached, a folder that is a copy already is used as it is.
 * @returns undefined without STORAGE_URL
 * @throws Error if nothing is published, or StorageError
 */
export async function followReleases(env: Environment, dist: string): Promise<ReleaseFollower | undefined> {
  const storage = await openSharedStorage(env);
  if (!storage) return undefined;
  await removeUnfinishedPacks(dist);
  let startFailure: string | undefined;
  const start = await copyStart(storage, dist).catch((error: unknown) => {
    if (liveSlugs(dist).length === 0 || !findLiveCode(dist)) {
      storage.close();
      throw error;
    }
    startFailure = plainReason(error);
    return { live: { ...livePointers(dist), retired: { code: {}, dealers: {} } }, etag: undefined };
  });
  return createFollower({ env, dist, storage, ...start, startFailure });
}

function createFollower(options: {
  env: Environment;
  dist: string;
  storage: ObjectStorage;
  live: LiveReleases;
  etag: string | undefined;
  startFailure: string | undefined;
}): ReleaseFollower {
  const { env, dist, storage } = options;
  let { live, etag, startFailure: failure } = options;
  let failingSince = failure === undefined ? undefined : new Date().toISOString();
  let followed: Followed | undefined;
  let cache: PageCache | undefined;
  let looking: Promise<void> | undefined;
  let isAsked = false;
  /** As the bucket says, adopted or not. */
  let newest: Pick<LiveReleases, 'dealers'> = live;
  let ofEtag = newest;
  let saidAt = failure === undefined ? performance.now() : Number.NEGATIVE_INFINITY;
  const endings: (() => void)[] = [];

  /** What was live, apart from what is again or a server of this folder still uses. */
  async function removeReplaced(before: LiveReleases): Promise<void> {
    const used = usedByServers(dist);
    const isLive = ({ slug, id }: ReleaseName) =>
      live.dealers[slug]?.release === id || used.some(({ releases }) => releases[slug] === id);
    const formerCode = neededCode(dist, before);
    for (const release of liveNames(before))
      if (!isLive(release)) await removeFolder(dist, releaseFolder(dist, release.slug, release.id));
    const stay = [...neededCode(dist, live), ...used.map(({ code }) => code)];
    for (const code of formerCode) if (!stay.includes(code)) await removeFolder(dist, codeFolder(dist, code));
  }

  function removeLater(before: LiveReleases): void {
    const remove = () => void removeReplaced(before).catch(() => undefined);
    const timer = setTimeout(remove, REMOVED_AFTER_MS).unref();
    endings.push(() => clearTimeout(timer));
  }

  async function adopt(next: LiveReleases): Promise<void> {
    const switched = liveNames(next).filter(({ slug, id }) => live.dealers[slug]?.release !== id);
    await fetchLiveSettings(storage, dist, next);
    await fetchLiveCode(storage, dist, next);
    await fetchNeededCode(storage, dist, next);
    // Those that are served from here are served without a wait.
    const former = ({ slug }: ReleaseName) => ({ slug, id: live.dealers[slug]?.release ?? '' });
    const eager = cache
      ? switched.filter((release) => !live.dealers[release.slug] || hasPages(dist, former(release)))
      : [];
    await forEachConcurrently(eager, CONCURRENT_PACKS, async (release) => {
      await fetchPages(storage, dist, release);
    });
    await applyPointers(dist, next);
    const before = live;
    live = next;
    removeLater(before);
    followed?.onChange();
    cache?.fillInBackground(live);
  }

  async function once(): Promise<void> {
    try {
      const askedAt = performance.now();
      const found = await readLive(storage, etag);
      if (!found) throw new Error(`${storage.name} has no releases any more`);
      newest = found === 'unchanged' ? ofEtag : found.live;
      saidAt = askedAt;
      if (found !== 'unchanged') {
        if (!isDeepStrictEqual(found.live, live)) await adopt(found.live);
        etag = found.etag;
        ofEtag = found.live;
      }
      if (failure !== undefined) followed?.log.info('published releases are followed again');
      failure = undefined;
      failingSince = undefined;
    } catch (error) {
      const reason = plainReason(error);
      if (failure !== reason)
        followed?.log.warn({ reason }, 'published releases cannot be followed, sites are unchanged');
      failure = reason;
      failingSince ??= new Date().toISOString();
    }
  }

  function look(): void {
    isAsked = looking !== undefined;
    looking ??= once().finally(() => {
      looking = undefined;
      if (isAsked) look();
    });
  }

  const isBelieved = () => performance.now() - saidAt < BELIEVED_MS;

  return {
    storage,
    isFollowing: () => failure === undefined && isBelieved(),
    failingSince: () => failingSince,
    isLive({ slug, id }) {
      if (newest.dealers[slug]?.release !== id) return false;
      return isBelieved() || undefined;
    },
    start(by) {
      followed = by;
      if (failure !== undefined)
        by.log.warn({ reason: failure }, 'published releases cannot be followed, sites are unchanged');
      const timer = setInterval(look, LOOK_EVERY_MS).unref();
      endings.push(() => clearInterval(timer), by.signals.follow('release', look));
    },
    pages(log) {
      cache ??= createPageCache({ storage, dist, maxBytes: env.RELEASE_CACHE_MB * BYTES_PER_MB, log });
      return cache;
    },
    fetchAll: () => cache?.fillInBackground(live),
    stop() {
      for (const end of endings) end();
      cache?.stop();
      storage.close();
    },
  };
}
