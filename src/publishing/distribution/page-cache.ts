import { stat, utimes } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pagesFolder, releaseFolder } from '#src/dealer-files/release/release-folders.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { lostPages, readContents } from '#src/publishing/release/dealer-release.ts';
import { PagesUnavailable } from '#src/server/http/static-files.ts';
import { removeFolder } from './release-packs.ts';
import { fetchPages, hasPages, type LiveReleases, liveNames, type ReleaseName } from './release-store.ts';

/** How long a shopper waits for pages that are not on this machine yet. */
const SHOPPER_WAITS_MS = 5000;
/** After a failure, the next shoppers need not wait. */
const AFTER_FAILURE_MS = 2000;
/** In the background. */
const NEXT_TRY_MS = 5000;
/** Pages asked for within this time are not removed: a response may be reading them. */
const IN_USE_MS = MINUTE_MS;
const MARK_EVERY_MS = IN_USE_MS / 4;
/** Two, so that one is unpacked while the next is on its way. */
const FETCHED_AT_ONCE = 2;

export type PageCache = {
  /**
   * Resolves once the pages of a release are on this machine; the requests of all shoppers share a fetch.
   * @throws PagesUnavailable
   */
  ready(release: ReleaseName): Promise<void>;
  /**
   * Fetches the pages of all live releases, one after another, as far as they fit. Resolves once that is done; never
   * rejects.
   */
  fillInBackground(live: Pick<LiveReleases, 'dealers'>): Promise<void>;
  stop(): void;
};

const keyOf = ({ slug, id }: ReleaseName) => `${slug}/${id}`;

/** The pages of releases on this machine, as far as `maxBytes` allow. The bucket has all. */
export function createPageCache({
  storage,
  dist,
  maxBytes,
  log,
}: {
  storage: ObjectStorage;
  dist: string;
  maxBytes: number;
  log: Pick<Logger, 'warn' | 'info'>;
}): PageCache {
  const fetching = new Map<string, Promise<boolean>>();
  /** Bytes of the pages that are here, by release. */
  const sizes = new Map<string, ReleaseName & { bytes: number }>();
  const markedAt = new Map<string, number>();
  const stopping = new AbortController();
  let failedAt = Number.NEGATIVE_INFINITY;
  let isReported = false;
  let filling: Promise<void> | undefined;
  let wanted: ReleaseName[] = [];

  const folderOf = ({ slug, id }: ReleaseName) => pagesFolder(dist, slug, id);
  const usedBytes = () => [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function note(release: ReleaseName): void {
    const files = readContents(dist, release.slug, release.id)?.files ?? {};
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    sizes.set(keyOf(release), { ...release, bytes });
  }

  /** On the disk, so that a restart and other processes know. */
  async function mark(release: ReleaseName): Promise<void> {
    const now = Date.now();
    if (now - (markedAt.get(keyOf(release)) ?? 0) < MARK_EVERY_MS) return;
    markedAt.set(keyOf(release), now);
    await utimes(folderOf(release), new Date(now), new Date(now)).catch(() => undefined);
  }

  async function makeRoom(): Promise<void> {
    if (usedBytes() <= maxBytes) return;
    const found = await Promise.all(
      [...sizes.values()].map(async (release) => ({
        ...release,
        askedAt: (await stat(folderOf(release)).catch(() => undefined))?.mtimeMs,
      })),
    );
    for (const { askedAt = 0, ...release } of found.sort((a, b) => (a.askedAt ?? 0) - (b.askedAt ?? 0))) {
      if (usedBytes() <= maxBytes || Date.now() - askedAt < IN_USE_MS) return;
      sizes.delete(keyOf(release));
      markedAt.delete(keyOf(release));
      await removeFolder(dist, folderOf(release));
    }
  }

  async function fetchOnce(release: ReleaseName): Promise<boolean> {
    try {
      const isThere = await fetchPages(storage, dist, release);
      if (!isThere) throw new Error(`${storage.name} has no pages of release ${release.id}`);
      note(release);
      await mark(release);
      await makeRoom();
      if (isReported) log.info('pages of releases are fetched again');
      isReported = false;
      return true;
    } catch (error) {
      failedAt = performance.now();
      if (!isReported)
        log.warn(
          { dealer: release.slug, reason: plainReason(error) },
          'pages of a release cannot be fetched',
        );
      isReported = true;
      return false;
    }
  }

  function fetch(release: ReleaseName): Promise<boolean> {
    const key = keyOf(release);
    const running =
      fetching.get(key) ??
      fetchOnce(release).finally(() => {
        fetching.delete(key);
      });
    fetching.set(key, running);
    return running;
  }

  /** A power failure may have cut files short. */
  async function verify(release: ReleaseName): Promise<void> {
    const [lost] = lostPages(releaseFolder(dist, release.slug, release.id));
    if (lost?.startsWith('pages/')) await removeFolder(dist, folderOf(release));
    else note(release);
  }

  async function fill(): Promise<void> {
    for (let next = wanted.shift(); next && !stopping.signal.aborted; next = wanted.shift()) {
      if (sizes.has(keyOf(next))) continue;
      if (hasPages(dist, next)) await verify(next);
      if (sizes.has(keyOf(next))) continue;
      if (usedBytes() >= maxBytes) return;
      if (await fetch(next)) continue;
      wanted.push(next);
      await wait(NEXT_TRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  async function fillAll(): Promise<void> {
    // All that is here counts, also what is beyond the limit.
    for (const release of wanted) {
      if (sizes.has(keyOf(release)) || !hasPages(dist, release)) continue;
      await verify(release);
      await nextTurn();
    }
    await makeRoom();
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fill));
  }

  // What was in use when there was no room may no longer be.
  const timer = setInterval(() => void makeRoom().catch(() => undefined), IN_USE_MS).unref();

  return {
    async ready(release) {
      if (hasPages(dist, release) && !sizes.has(keyOf(release))) await verify(release);
      if (hasPages(dist, release)) return mark(release);
      if (!fetching.has(keyOf(release)) && performance.now() - failedAt < AFTER_FAILURE_MS)
        throw new PagesUnavailable();
      const late = wait(SHOPPER_WAITS_MS, false, { ref: false });
      if (!(await Promise.race([fetch(release), late]))) throw new PagesUnavailable();
    },
    fillInBackground({ dealers }) {
      const live = liveNames({ dealers });
      const keys = new Set(live.map(keyOf));
      for (const key of sizes.keys()) if (!keys.has(key)) sizes.delete(key);
      wanted = live;
      filling ??= fillAll()
        .catch((error: unknown) => {
          log.warn({ reason: plainReason(error) }, 'pages of releases cannot be fetched in the background');
        })
        .finally(() => {
          filling = undefined;
        });
      return filling;
    },
    stop() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
