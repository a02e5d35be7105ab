import { availableParallelism } from 'node:os';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { batches } from '#src/domain/batches.ts';
import { gateAt } from '#src/routing/gates.ts';
import { isOffInPreview } from '#src/routing/preview-address.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import type { PageThreads } from './page-threads.ts';
import type { WrittenPages } from './page-writer.ts';
import { previewed } from './preview-dealer.ts';
import type { PageTask, PreviewThreadData } from './preview-thread.ts';

/** A thread loads the pages first, which takes as long as it takes to render so many. */
const PAGES_WORTH_A_THREAD = 100;
/** Each takes 300 MB, measured with 500 vehicles. */
const MOST_THREADS = 4;
const PAGES_AT_A_TIME = 10;

/** Pages that follow from the configuration and are open to everyone. */
const openPaths = (dealer: DealerConfig, shown: DealerConfig): string[] =>
  siteRoutes(shown)
    .map(({ path }) => path)
    .filter((path) => gateAt(dealer, path) === undefined && !isOffInPreview(path));

const plannedPaths = (dealer: DealerConfig, vehicles: readonly string[]): string[] => {
  const shown = previewed(dealer);
  const fixed = [...openPaths(dealer, shown), shown.search.defaultPath, '/cars', '/search'];
  return [...new Set([...fixed, ...vehicles.map((slug) => `/cars/${slug}`)])];
};

/**
 * Renders the pages of a preview and writes them, on all cores: those that follow from the configuration, one for each
 * vehicle, and the searches and forms that these link to.
 * @param vehicles slugs of those that have a page
 * @throws Error that names the page, where one cannot be rendered
 */
export async function writePreviewPages(
  threads: PageThreads,
  site: Omit<PreviewThreadData, 'planned'>,
  vehicles: readonly string[],
): Promise<Omit<WrittenPages, 'linked'>> {
  const planned = plannedPaths(site.dealer, vehicles);
  const worth = Math.ceil(planned.length / PAGES_WORTH_A_THREAD);
  threads.open({ ...site, planned }, Math.min(worth, availableParallelism(), MOST_THREADS));
  const known = new Set(planned);
  const written: Omit<WrittenPages, 'linked'> = { pages: new Map(), pictures: new Set() };
  let tasks: PageTask[] = ['others', ...batches(planned, PAGES_AT_A_TIME)];
  while (tasks.length > 0) {
    const linked = new Set<string>();
    for (const part of await threads.writeAll(tasks)) {
      for (const [name, page] of part.pages) written.pages.set(name, page);
      for (const picture of part.pictures) written.pictures.add(picture);
      for (const path of part.linked) if (!known.has(path)) linked.add(path);
    }
    for (const path of linked) known.add(path);
    tasks = batches([...linked], PAGES_AT_A_TIME);
  }
  return written;
}
