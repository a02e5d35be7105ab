import { readEnvironment } from '#src/config/environment.ts';
import { publishedFleet } from '#src/dealer-files/fleet/published-fleet.ts';
import { snapshotStamps } from '#src/dealer-files/release/current-release.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { requireData, requireSameData } from '#src/server/data-installation.ts';
import { type PublishedWatch, watchPublished } from '#src/server/published-watch.ts';
import { openServices, type Services } from '#src/server/services.ts';

/** The publications that a process follows. */
export type FollowedPublications = Pick<PublishedWatch, 'held' | 'failed'> & {
  /** Looks for new ones now. */
  look(): void;
  /** Releases wait for their code from now on: this process renders pages. */
  renderBy(code: RenderingCode): void;
};

/** Ids of code releases. */
export type RenderingCode = {
  inForce(): string;
  /** Undefined where it cannot be read. */
  live(): string | undefined;
  /** The live one, if it is refused. */
  refused(): string | undefined;
};

/** Other code than that in force is waited for while the live code is on its way; a refused one may come later. */
function waitsFor(code: string, by: RenderingCode | undefined) {
  const [inForce, live] = [by?.inForce(), by?.live()];
  if (code === inForce || live === undefined || live === inForce) return undefined;
  return by?.refused() === live ? 'refused code' : 'code to come';
}

/**
 * The parts every process for published dealers needs: the environment, the published settings, now and after later
 * builds, and the database. Differences from the dealer files are reported.
 * @throws Error if nothing is published, a variable is missing or wrong, or the database is not the one these sites
 * used
 */
export async function openPublished({
  dist,
  dealersDir,
  isNewData,
  isSuccessor = false,
}: {
  dist: string;
  /** Folder of the dealer files, to which the published settings are compared. */
  dealersDir: string;
  /** Whether a different or emptied database is accepted. */
  isNewData: boolean;
  /** Whether a process of older code still runs, which this one takes over from. */
  isSuccessor?: boolean;
}): Promise<{ services: Services; publications: FollowedPublications }> {
  const env = readEnvironment(process.env);
  const seen = snapshotStamps(dist);
  const { dealers, leftOut, published, notices } = publishedFleet({ dist, dealersDir });
  for (const notice of notices) console.error(notice);
  if (dealers.length === 0) {
    throw new Error(`No site is published in ${dist}. Build first: npm run build -- --all`);
  }
  requireData(dist, env, isNewData);
  const services = await openServices({ env, dealers, leftOut, besideOlderCode: isSuccessor });
  await requireSameData(services, dist, isNewData).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  let rendering: RenderingCode | undefined;
  const waits = (code: string) => waitsFor(code, rendering);
  const watch = watchPublished({ ...services, dist, seen, published, waitsFor: waits }, (slug) => {
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(slug));
    services.vocabulary.forget(slug);
  });
  const close = async () => {
    watch.stop();
    await services.close();
  };
  const publications = {
    held: watch.held,
    failed: watch.failed,
    look: watch.tryLook,
    renderBy(code: RenderingCode) {
      rendering = code;
    },
  };
  return { services: { ...services, close }, publications };
}
