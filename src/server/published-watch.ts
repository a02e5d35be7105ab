import type { Logger } from 'pino';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { isRemoved, snapshotStamps } from '#src/dealer-files/release/current-release.ts';
import { byPublication, type PublishedDealer, readSnapshot } from '#src/dealer-files/release/snapshot.ts';
import type { FailedRelease, HeldRelease } from './status/status-facts.ts';

/** Maximum delay before published settings take effect. */
const WATCH_EVERY_MS = 500;

type Watched = {
  /** Build folder. */
  dist: string;
  /** Stamps read before `published`. */
  seen: ReadonlyMap<string, string>;
  published: readonly PublishedDealer[];
  tenants: Tenants;
  log: Pick<Logger, 'info' | 'error'>;
  /**
   * Whether a release has to wait because this process renders pages with other code: until that code is current or, if
   * it was refused, as long as it is refused. Defaults to never.
   */
  waitsFor?: (code: string) => 'code to come' | 'refused code' | undefined;
};

export type PublishedWatch = {
  look(): void;
  /** Like `look`, but logs errors. */
  tryLook(): void;
  /** Live releases that are not served yet; the previous ones are. */
  held(): HeldRelease[];
  /** Live releases that could not be read. */
  failed(): FailedRelease[];
  stop(): void;
};

/**
 * Watches the build folder, reloads dealers whose release has changed and removes those taken down. A dealer stays
 * unchanged if its settings are unreadable, or if its release was built with code this process does not run: its static
 * pages would not match its dynamic ones.
 * @param onChange called with the slug of each dealer that has changed
 */
export function watchPublished(
  { dist, seen, published, tenants, log, waitsFor = () => undefined }: Watched,
  onChange: (slug: string) => void,
  everyMs: number = WATCH_EVERY_MS,
): PublishedWatch {
  const current = new Map(published.map((each) => [each.slug, each]));
  let lastStamps: ReadonlyMap<string, string> = new Map([...seen].filter(([slug]) => current.has(slug)));

  const atStart = { reason: 'its settings could not be read at the start', since: new Date().toISOString() };
  /** Stamps that could not be read, by slug: retried on each tick, logged once. */
  const failed = new Map(
    [...seen].filter(([slug]) => !current.has(slug)).map(([slug, stamp]) => [slug, { stamp, ...atStart }]),
  );
  const held = new Map<string, HeldRelease>();
  let isMissing = false;

  function defer({ slug, id, code }: PublishedDealer, isRefused: boolean): void {
    const previous = held.get(slug);
    if (previous?.release === id && previous.isRefused === isRefused) return;
    const since = previous?.release === id ? previous.since : new Date().toISOString();
    held.set(slug, { dealer: slug, release: id, code, since, isRefused });
    const facts = { dealer: slug, release: id, code };
    if (isRefused)
      log.error(facts, 'published release is not served, its code is refused: the one before stays');
    else log.info(facts, 'published release waits until its code is in force');
  }

  function reload(slug: string, stamp: string): boolean {
    const read = readSnapshot(dist, slug);
    if ('reason' in read) {
      const previous = failed.get(slug);
      if (previous?.stamp !== stamp) {
        log.error(
          { dealer: slug, reason: read.reason },
          'published settings cannot be read, the site is unchanged',
        );
      }
      const since = previous?.since ?? new Date().toISOString();
      failed.set(slug, { stamp, reason: read.reason, since });
      return false;
    }
    failed.delete(slug);
    const waits = waitsFor(read.code);
    if (waits) {
      defer(read, waits === 'refused code');
      return false;
    }
    held.delete(slug);
    current.set(slug, read);
    log.info({ dealer: slug }, 'published settings in force');
    return true;
  }

  /** An emptied or unmounted folder looks like every site was taken down, but then there are no removal markers. */
  function isFolderLost(stamps: ReadonlyMap<string, string>): boolean {
    const wasMissing = isMissing;
    const isLost = (slug: string) => !isRemoved(dist, slug);
    isMissing = lastStamps.size > 0 && stamps.size === 0 && [...lastStamps.keys()].some(isLost);
    if (isMissing && !wasMissing) {
      log.error({ folder: dist }, 'published settings are missing, all sites are unchanged; build again');
    }
    return isMissing;
  }

  function look(): void {
    const stamps = snapshotStamps(dist);
    if (isFolderLost(stamps)) return;
    const removed = [...new Set([...lastStamps.keys(), ...failed.keys(), ...held.keys()])].filter(
      (slug) => !stamps.has(slug),
    );
    const changed = [...stamps].filter(([slug, stamp]) => lastStamps.get(slug) !== stamp);
    const fresh = changed.flatMap(([slug, stamp]) => (reload(slug, stamp) ? slug : []));
    lastStamps = new Map(
      [...stamps].flatMap(([slug, stamp]) => {
        const read = failed.has(slug) || held.has(slug) ? lastStamps.get(slug) : stamp;
        return read === undefined ? [] : [[slug, read]];
      }),
    );
    if (removed.length + fresh.length === 0) return;
    for (const slug of removed) {
      current.delete(slug);
      failed.delete(slug);
      held.delete(slug);
      log.info({ dealer: slug }, 'site taken down');
    }
    const isReplaced = (slug: string) => current.has(slug) || removed.includes(slug);
    const all = [...current.values()].sort(byPublication).map(({ dealer }) => dealer);
    tenants.replace({
      dealers: [...all, ...tenants.all.filter(({ slug }) => !isReplaced(slug))],
      leftOut: tenants.leftOut.filter(({ slug }) => !isReplaced(slug)),
    });
    for (const slug of [...removed, ...fresh]) onChange(slug);
  }

  function tryLook(): void {
    try {
      look();
    } catch (error) {
      log.error({ reason: String(error) }, 'published settings could not be read');
    }
  }

  const timer = setInterval(tryLook, everyMs).unref();
  return {
    look,
    tryLook,
    held: () => [...held.values()],
    failed: () => [...failed].map(([dealer, { reason, since }]) => ({ dealer, reason, since })),
    stop: () => clearInterval(timer),
  };
}
