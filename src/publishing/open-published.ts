import { readEnvironment } from '#src/config/environment.ts';
import { snapshotStamps } from '#src/dealer-files/snapshot.ts';
import { requireData, requireSameData } from '#src/server/installation.ts';
import { publishedFleet } from '#src/server/published-fleet.ts';
import { watchPublished } from '#src/server/published-watch.ts';
import { stockTag } from '#src/server/responses/whole-response.ts';
import { openServices, type Services } from '#src/server/services.ts';

/**
 * What works with all published dealers: the environment, their settings as published, now and by later builds, and
 * the database. How the dealer files differ is reported.
 * @throws Error where nothing is published, where a variable is missing or wrong, or where the database is not the one
 * these sites had
 */
export async function openPublished({
  dist,
  dealersDir,
  isNewData,
}: {
  dist: string;
  /** Folder of the dealer files, to which the published settings are compared. */
  dealersDir: string;
  /** Whether another or an emptied database is accepted. */
  isNewData: boolean;
}): Promise<Services> {
  const env = readEnvironment(process.env);
  const seen = snapshotStamps(dist);
  const { dealers, leftOut, published, notices } = publishedFleet({ dist, dealersDir });
  for (const notice of notices) console.error(notice);
  if (dealers.length === 0) {
    throw new Error(`No site is published in ${dist}. Build first: npm run build -- --all`);
  }
  requireData(dist, env, isNewData);
  const services = await openServices({ env, dealers, leftOut });
  await requireSameData(services, dist, isNewData).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  const watch = watchPublished({ ...services, dist, seen, published }, (slug) => {
    for (const cache of Object.values(services.answers)) cache.purge(stockTag(slug));
    services.vocabulary.forget(slug);
  });
  const close = async () => {
    watch.stop();
    await services.close();
  };
  return { ...services, close };
}
