import type { Logger } from 'pino';
import { isRemoved, snapshotStamps } from '#src/dealer-files/live-pointer.ts';
import { inOrder, type PublishedDealer, readSnapshot } from '#src/dealer-files/snapshot.ts';
import type { Tenants } from './tenants.ts';

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
};

/**
 * Serves each dealer with new settings as soon as a build has published them, and no longer once its site is taken
 * down. Unreadable settings leave the dealer unchanged.
 * @param onChange called with the slug of each dealer that has changed
 */
export function watchPublished(
  { dist, seen, published, tenants, log }: Watched,
  onChange: (slug: string) => void,
  everyMs: number = WATCH_EVERY_MS,
): { look(): void; stop(): void } {
  const current = new Map(published.map((each) => [each.slug, each]));
  let known: ReadonlyMap<string, string> = new Map([...seen].filter(([slug]) => current.has(slug)));

  /** Stamps whose reading failed, by slug: tried again at each look, logged once. */
  const failed = new Map([...seen].filter(([slug]) => !current.has(slug)));
  let isMissing = false;

  function readAgain(slug: string, stamp: string): boolean {
    const read = readSnapshot(dist, slug);
    if ('reason' in read) {
      if (failed.get(slug) !== stamp) {
        log.error(
          { dealer: slug, reason: read.reason },
          'published settings cannot be read, the site is unchanged',
        );
      }
      failed.set(slug, stamp);
      return false;
    }
    failed.delete(slug);
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
    const gone = [...new Set([...known.keys(), ...failed.keys()])].filter((slug) => !stamps.has(slug));
    const changed = [...stamps].filter(([slug, stamp]) => known.get(slug) !== stamp);
    const fresh = changed.flatMap(([slug, stamp]) => (readAgain(slug, stamp) ? slug : []));
    known = new Map(
      [...stamps].flatMap(([slug, stamp]) => {
        const read = failed.has(slug) ? known.get(slug) : stamp;
        return read === undefined ? [] : [[slug, read]];
      }),
    );
    if (gone.length + fresh.length === 0) return;
    for (const slug of gone) {
      current.delete(slug);
      failed.delete(slug);
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

  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      log.error({ reason: String(error) }, 'published settings could not be read');
    }
  }, everyMs).unref();
  return { look, stop: () => clearInterval(timer) };
}
