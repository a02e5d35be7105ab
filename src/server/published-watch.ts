import type { Logger } from 'pino';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import { isRemoved, snapshotStamps } from '#src/dealer-files/release/current-release.ts';
import { inOrder, type PublishedDealer, readSnapshot } from '#src/dealer-files/release/snapshot.ts';
import type { FailedRelease, HeldRelease } from './status/status-facts.ts';

/** The longest time until published settings take effect. */
const WATCH_EVERY_MS = 500;

export type Watched = {
  /** Output folder of builds. */
  dist: string;
  /** Stamps from before `published` was read. */
  seen: ReadonlyMap<string, string>;
  published: readonly PublishedDealer[];
  tenants: Tenants;
  log: Pick<Logger, 'info' | 'error'>;
  /**
   * Whether a release built with this code has to wait, because this process renders pages with other code: until the
   * code is in force, or, once that is refused, as long as it is. By default none waits.
   */
  waitsFor?: (code: string) => 'code to come' | 'refused code' | undefined;
};

export type PublishedWatch = {
  look(): void;
  /** The same; what fails is logged. */
  tryLook(): void;
  /** Releases that are live and not served: the one before is. */
  held(): HeldRelease[];
  /** Releases that are live and could not be read. */
  failed(): FailedRelease[];
  stop(): void;
};

/**
 * Serves each dealer with new settings as soon as a build has published them, and no longer once its site is taken
 * down. Unreadable settings leave the dealer unchanged, and so does a release whose code is not in force: its pages that
 * are files would be beside pages on demand of other code.
 * @param onChange called with the slug of each dealer that has changed
 */
export function watchPublished(
  { dist, seen, published, tenants, log, waitsFor = () => undefined }: Watched,
  onChange: (slug: string) => void,
  everyMs: number = WATCH_EVERY_MS,
): PublishedWatch {
  const current = new Map(published.map((each) => [each.slug, each]));
  let known: ReadonlyMap<string, string> = new Map([...seen].filter(([slug]) => current.has(slug)));

  const atStart = { reason: 'its settings could not be read at the start', since: new Date().toISOString() };
  /** Stamps whose reading failed, by slug: tried again at each look, logged once. */
  const failed = new Map(
    [...seen].filter(([slug]) => !current.has(slug)).map(([slug, stamp]) => [slug, { stamp, ...atStart }]),
  );
  const held = new Map<string, HeldRelease>();
  let isMissing = false;

  function hold({ slug, id, code }: PublishedDealer, isRefused: boolean): void {
    const known = held.get(slug);
    if (known?.release === id && known.isRefused === isRefused) return;
    const since = known?.release === id ? known.since : new Date().toISOString();
    held.set(slug, { dealer: slug, release: id, code, since, isRefused });
    const facts = { dealer: slug, release: id, code };
    if (isRefused)
      log.error(facts, 'published release is not served, its code is refused: the one before stays');
    else log.info(facts, 'published release waits until its code is in force');
  }

  function readAgain(slug: string, stamp: string): boolean {
    const read = readSnapshot(dist, slug);
    if ('reason' in read) {
      const known = failed.get(slug);
      if (known?.stamp !== stamp) {
        log.error(
          { dealer: slug, reason: read.reason },
          'published settings cannot be read, the site is unchanged',
        );
      }
      const since = known?.since ?? new Date().toISOString();
      failed.set(slug, { stamp, reason: read.reason, since });
      return false;
    }
    failed.delete(slug);
    const waits = waitsFor(read.code);
    if (waits) {
      hold(read, waits === 'refused code');
      return false;
    }
    held.delete(slug);
    current.set(slug, read);
    log.info({ dealer: slug }, 'published settings in force');
    return true;
  }

  /** An emptied or unmounted folder looks like every site taken down, except for the marks that commands leave. */
  function isFolderLost(stamps: ReadonlyMap<string, string>): boolean {
    const wasMissing = isMissing;
    const isLost = (slug: string) => !isRemoved(dist, slug);
    isMissing = known.size > 0 && stamps.size === 0 && [...known.keys()].some(isLost);
    if (isMissing && !wasMissing) {
      log.error({ folder: dist }, 'published settings are missing, all sites are unchanged; build again');
    }
    return isMissing;
  }

  function look(): void {
    const stamps = snapshotStamps(dist);
    if (isFolderLost(stamps)) return;
    const gone = [...new Set([...known.keys(), ...failed.keys(), ...held.keys()])].filter(
      (slug) => !stamps.has(slug),
    );
    const changed = [...stamps].filter(([slug, stamp]) => known.get(slug) !== stamp);
    const fresh = changed.flatMap(([slug, stamp]) => (readAgain(slug, stamp) ? slug : []));
    known = new Map(
      [...stamps].flatMap(([slug, stamp]) => {
        const read = failed.has(slug) || held.has(slug) ? known.get(slug) : stamp;
        return read === undefined ? [] : [[slug, read]];
      }),
    );
    if (gone.length + fresh.length === 0) return;
    for (const slug of gone) {
      current.delete(slug);
      failed.delete(slug);
      held.delete(slug);
      log.info({ dealer: slug }, 'site taken down');
    }
    const isReplaced = (slug: string) => current.has(slug) || gone.includes(slug);
    const all = [...current.values()].sort(inOrder).map(({ dealer }) => dealer);
    tenants.replace({
      dealers: [...all, ...tenants.all.filter(({ slug }) => !isReplaced(slug))],
      leftOut: tenants.leftOut.filter(({ slug }) => !isReplaced(slug)),
    });
    for (const slug of [...gone, ...fresh]) onChange(slug);
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
