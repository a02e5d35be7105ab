import { readEnvironment } from '#src/config/environment.ts';
import { publishedFleet } from '#src/dealer-files/fleet/published-fleet.ts';
import { snapshotStamps } from '#src/dealer-files/release/current-release.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { followReleases, type ReleaseFollower } from '#src/publishing/distribution/follow-releases.ts';
import { requireData, requireSameData } from '#src/server/data-installation.ts';
import type { Behind } from '#src/server/heartbeat.ts';
import { type PublishedWatch, watchPublished } from '#src/server/published-watch.ts';
import { openServices, type Services } from '#src/server/services.ts';
import type { RefusedCode } from '#src/server/status/status-facts.ts';

export type FollowedPublications = Pick<PublishedWatch, 'held' | 'failed'> & {
  /** Checks for new releases now. */
  look(): void;
  /** Where all machines have their releases; undefined for one machine. */
  shared: ReleaseFollower | undefined;
  /** From now on, releases wait for their code, because this process renders pages. */
  renderBy(code: RenderingCode): void;
};

/** Ids of code releases. */
type RenderingCode = {
  inForce(): string;
  /** Undefined if it cannot be read. */
  live(): string | undefined;
  /** The live code, if it was refused. */
  refused(): string | undefined;
};

/** Releases of other code wait for the live code: to load, or for a restart. If it was refused, later code may still follow. */
function waitsFor(code: string, by: RenderingCode | undefined) {
  const [inForce, live] = [by?.inForce(), by?.live()];
  if (code === inForce || live === undefined || live === inForce) return undefined;
  return by?.refused() === live ? 'refused code' : 'code to come';
}

const releases = (count: number) => `${count} ${count === 1 ? 'release' : 'releases'}`;

/** What is live that a process does not serve. @param refused live code that it does not use */
export function behindOf(
  refused: RefusedCode | undefined,
  { held, failed, shared }: Pick<FollowedPublications, 'held' | 'failed' | 'shared'>,
): Behind[] {
  const of = (found: readonly { since: string }[], what: string): Behind[] => {
    const [since] = found.map((each) => each.since).sort();
    return since === undefined ? [] : [{ what: `${releases(found.length)} ${what}`, since }];
  };
  const { code = '', needsRestart, since = '' } = refused ?? {};
  const what = needsRestart ? `restart: code ${code} needs another server` : `code ${code} is refused`;
  const failingSince = shared?.failingSince();
  return [
    ...(refused ? [{ what, since }] : []),
    ...of(held(), 'not served'),
    ...of(failed(), 'not read'),
    ...of(shared?.lost() ?? [], 'lost in the bucket'),
    ...(failingSince === undefined ? [] : [{ what: 'releases not followed', since: failingSince }]),
  ];
}

/**
 * Opens what every process for published dealers needs: the environment, the published settings with a watcher, and the
 * database. Logs differences from the dealer files.
 * @throws Error if nothing is published, a variable is missing or invalid, or the database is not the one these sites
 * used
 */
export async function openPublished({
  dist,
  dealersDir,
  isNewData,
}: {
  dist: string;
  /** Folder of dealer files, with which published settings are compared. */
  dealersDir: string;
  /** Whether to accept a different or emptied database. */
  isNewData: boolean;
}): Promise<{ services: Services; publications: FollowedPublications }> {
  const env = readEnvironment(process.env);
  const shared = await followReleases(env, dist);
  const seen = snapshotStamps(dist);
  const { dealers, leftOut, published, notices } = publishedFleet({ dist, dealersDir });
  for (const notice of notices) console.error(notice);
  if (dealers.length === 0) {
    throw new Error(`No site is published in ${dist}. Build first: npm run build -- --all`);
  }
  requireData(dist, env, isNewData);
  const services = await openServices({ env, dealers, leftOut });
  await requireSameData(services, dist, isNewData, shared?.storage).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  let rendering: RenderingCode | undefined;
  const waits = (code: string) => waitsFor(code, rendering);
  const watch = watchPublished({ ...services, dist, seen, published, waitsFor: waits }, (slug) => {
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(slug));
    services.vocabulary.forget(slug);
  });
  shared?.start({ ...services, onChange: watch.tryLook });
  const close = async () => {
    watch.stop();
    shared?.stop();
    await services.close();
  };
  const publications = {
    held: watch.held,
    failed: watch.failed,
    look: watch.tryLook,
    shared,
    renderBy(code: RenderingCode) {
      rendering = code;
    },
  };
  return { services: { ...services, close }, publications };
}
