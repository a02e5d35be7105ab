import { readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Environment } from '#src/config/environment.ts';
import { liveSlugs } from '#src/dealer-files/release/current-release.ts';
import {
  codeFolder,
  isReleaseId,
  releaseFolder,
  releaseFolders,
} from '#src/dealer-files/release/release-folders.ts';
import type { Signals } from '#src/platform/database/signals.ts';
import { forEachConcurrently } from '#src/platform/queue/batches.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { MINUTE_MS, SECOND_MS } from '#src/platform/time/duration.ts';
import { findLiveCode, storedCode } from '#src/publishing/release/code-release.ts';
import { withFolderLock } from '#src/publishing/release/folder-lock.ts';
import { slugsWithReleases } from '#src/publishing/release/release-lifecycle.ts';
import { usedByServers } from '#src/publishing/release/running-servers.ts';
import {
  applyPointers,
  fetchLiveCode,
  fetchLiveSettings,
  fetchNeededCode,
  livePointers,
  neededCode,
  withoutLost,
} from './mirror-releases.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { CONCURRENT_PACKS, removeFolder, removeUnfinishedPacks } from './release-packs.ts';
import {
  fetchPages,
  hasPages,
  type LiveReleases,
  liveNames,
  type ReleaseName,
  readLive,
  unlessCorrupt,
} from './release-store.ts';

/** Announced changes are followed at once. */
const LOOK_EVERY_MS = 1000;
/** How long what the bucket has said is believed: less than until a CDN is purged again. */
const BELIEVED_MS = 2 * LOOK_EVERY_MS;
/** Requests may still be reading what was replaced. */
const REMOVED_AFTER_MS = MINUTE_MS;
/** Unless something else is published before. */
const LOST_AGAIN_AFTER_MS = 10 * SECOND_MS;
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
  /** Dealers whose live release the bucket has lost, and since when that is known. */
  lost(): { slug: string; since: string }[];
  /** Ids of code whose hashed files browsers may need. */
  neededCode(): string[];
  /**
   * Fetches the pages of all sites from now on, so that shoppers need not wait for them. Resolves once this machine has
   * those that fit.
   */
  fetchAll(): Promise<void>;
  stop(): void;
};

async function copyStart(storage: ObjectStorage, dist: string) {
  const found = await readLive(storage);
  if (!found || found === 'unchanged')
    throw new Error(
      `No site is published in ${storage.name}. Build first: npm run build -- --all. What this machine has published is moved there by: npm run storage -- move`,
    );
  const [lost] = await Promise.all([
    fetchLiveSettings(storage, dist, found.live),
    fetchLiveCode(storage, dist, found.live),
  ]);
  // Pages open in browsers need the files of their code.
  await fetchNeededCode(storage, dist, found.live);
  const live = withoutLost(dist, found.live, lost);
  await applyPointers(dist, live);
  return { live, newest: found.live, etag: found.etag, lost };
}

/** Removes what a server that has ended left behind. @param wanted what is served and what will be */
async function removeUnused(dist: string, wanted: () => LiveReleases[]): Promise<void> {
  const found: ReleaseName[] = [];
  for (const slug of await slugsWithReleases(dist))
    for (const id of await readdir(releaseFolders(dist, slug))) if (isReleaseId(id)) found.push({ slug, id });
  const codes = await storedCode(dist);
  const used = usedByServers(dist);
  const isUsed = ({ slug, id }: ReleaseName) =>
    wanted().some(({ dealers }) => dealers[slug]?.release === id) ||
    used.some(({ releases }) => releases[slug] === id);
  for (const release of found)
    if (!isUsed(release)) await removeFolder(dist, releaseFolder(dist, release.slug, release.id));
  for (const code of codes) {
    const stay = [...wanted().flatMap((live) => neededCode(dist, live)), ...used.map((each) => each.code)];
    if (!stay.includes(code)) await removeFolder(dist, codeFolder(dist, code));
  }
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
    const live = { ...livePointers(dist), retired: { code: {}, dealers: {} } };
    return { live, newest: live, etag: undefined, lost: new Set<string>() };
  });
  return createFollower({ env, dist, storage, ...start, startFailure });
}

function createFollower(options: {
  env: Environment;
  dist: string;
  storage: ObjectStorage;
  /** What is served. */
  live: LiveReleases;
  /** What the bucket says. */
  newest: LiveReleases;
  etag: string | undefined;
  /** Slugs of dealers. */
  lost: ReadonlySet<string>;
  startFailure: string | undefined;
}): ReleaseFollower {
  const { env, dist, storage } = options;
  let { live, newest, etag, startFailure: failure } = options;
  const lost = new Map<string, string>();
  let lookedForLostAt = 0;
  let failingSince = failure === undefined ? undefined : new Date().toISOString();
  let followed: Followed | undefined;
  let cache: PageCache | undefined;
  let looking: Promise<void> | undefined;
  let isAsked = false;
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

  function noteLost(slugs: ReadonlySet<string>): void {
    lookedForLostAt = performance.now();
    for (const slug of lost.keys()) if (!slugs.has(slug)) lost.delete(slug);
    for (const slug of slugs) {
      if (lost.has(slug)) continue;
      lost.set(slug, new Date().toISOString());
      followed?.log.error(
        { dealer: slug, release: newest.dealers[slug]?.release },
        `the bucket has lost the live release of this dealer, the one before stays. Build it again: npm run build -- ${slug}`,
      );
    }
  }

  async function adopt(): Promise<void> {
    const next = newest;
    const switched = liveNames(next).filter(({ slug, id }) => live.dealers[slug]?.release !== id);
    const absent = await fetchLiveSettings(storage, dist, next);
    await fetchLiveCode(storage, dist, next);
    await fetchNeededCode(storage, dist, next);
    // Those that are served from here are served without a wait.
    const former = ({ slug }: ReleaseName) => ({ slug, id: live.dealers[slug]?.release ?? '' });
    const eager = cache
      ? switched.filter(
          (release) =>
            !absent.has(release.slug) &&
            (!live.dealers[release.slug] || hasPages(dist, former(release)) || lost.has(release.slug)),
        )
      : [];
    await forEachConcurrently(eager, CONCURRENT_PACKS, async (release) => {
      if (!(await unlessCorrupt(fetchPages(storage, dist, release)))) absent.add(release.slug);
    });
    noteLost(absent);
    const served = withoutLost(dist, next, absent);
    if (isDeepStrictEqual(served, live)) return;
    await applyPointers(dist, served);
    const before = live;
    live = served;
    removeLater(before);
    followed?.onChange();
    void cache?.fillInBackground(live);
  }

  async function once(): Promise<void> {
    try {
      const askedAt = performance.now();
      const found = await readLive(storage, etag);
      if (!found) throw new Error(`${storage.name} has no releases any more`);
      newest = found === 'unchanged' ? ofEtag : found.live;
      saidAt = askedAt;
      if (found !== 'unchanged') {
        await adopt();
        etag = found.etag;
        ofEtag = found.live;
      } else if (lost.size > 0 && performance.now() - lookedForLostAt > LOST_AGAIN_AFTER_MS) {
        await adopt();
        // What was repaired has the same name.
        followed?.onChange();
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
    failingSince: () => failingSince,
    isFollowing: () => failure === undefined && isBelieved(),
    isLive({ slug, id }) {
      if (newest.dealers[slug]?.release !== id) return false;
      return isBelieved() || undefined;
    },
    start(by) {
      followed = by;
      if (failure !== undefined)
        by.log.warn({ reason: failure }, 'published releases cannot be followed, sites are unchanged');
      noteLost(options.lost);
      if (failure === undefined)
        // A build in this folder has releases that are not live yet; the next start is soon enough.
        void withFolderLock(dist, () => removeUnused(dist, () => [live, newest])).catch(() => undefined);
      const timer = setInterval(look, LOOK_EVERY_MS).unref();
      endings.push(() => clearInterval(timer), by.signals.follow('release', look));
    },
    pages(log) {
      cache ??= createPageCache({ storage, dist, maxBytes: env.RELEASE_CACHE_MB * BYTES_PER_MB, log });
      return cache;
    },
    lost: () => [...lost].map(([slug, since]) => ({ slug, since })),
    neededCode: () => neededCode(dist, live),
    fetchAll: async () => cache?.fillInBackground(live),
    stop() {
      for (const end of endings) end();
      cache?.stop();
      storage.close();
    },
  };
}
