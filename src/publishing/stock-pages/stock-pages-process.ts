import { enableCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import type { Environment } from '#src/config/environment.ts';
import { fixedClock, systemClock } from '#src/platform/time/clock.ts';

/** Message to the process that renders stock pages. */
export type StockPagesTask = {
  env: Environment;
  dist: string;
  /** Id of the code release that renders them. */
  code: string;
  /** Ids of the releases, by slug. */
  releases: Readonly<Record<string, string>>;
  /** ISO 8601, set if the clock is not the system clock. */
  at?: string | undefined;
};

/** Its response: the dealers whose pages could not be rendered, with reasons. */
export type StockPagesResult = { failed: Readonly<Record<string, string>> };

const PUBLIC_UMASK = 0o022;

// Shoppers have priority.
setPriority(constants.priority.PRIORITY_LOW);
enableCompileCache('.astro/cache/code');

async function renderAll({ env, dist, code, releases, at }: StockPagesTask): Promise<StockPagesResult> {
  const { codeEntry } = await import('#src/dealer-files/release/release-folders.ts');
  const { readReleaseFile } = await import('#src/dealer-files/release/release-folders.ts');
  const { dealerOfRelease } = await import('#src/dealer-files/release/snapshot.ts');
  const { openServices } = await import('#src/server/services.ts');
  const { serverSource, serverSourceOf } = await import('#src/publishing/release/code-release.ts');
  const { loadPages } = await import('#src/publishing/page-bundle.ts');
  const { renderStockPages } = await import('./render-stock-pages.ts');
  const failed: Record<string, string> = {};
  const dealers = Object.entries(releases).flatMap(([slug, id]) => {
    const release = readReleaseFile(dist, slug, id);
    const dealer = 'reason' in release ? release.reason : dealerOfRelease(release);
    if (typeof dealer !== 'string') return dealer;
    failed[slug] = dealer;
    return [];
  });
  const needed = await serverSourceOf(dist, code);
  if (needed !== undefined && needed !== serverSource())
    throw new Error(`code ${code} needs other modules than those in ${process.cwd()}`);
  const clock = at === undefined ? systemClock : fixedClock(at);
  const services = await openServices({ env, dealers, clock });
  // A web server of another user may send these files.
  process.umask(PUBLIC_UMASK);
  const renderPage = await loadPages(codeEntry(dist, code));
  for (const dealer of dealers) {
    try {
      await renderStockPages(dist, { dealer, code, renderPage, services });
    } catch (error) {
      failed[dealer.slug] = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  }
  await services.close();
  return { failed };
}

process.once('disconnect', () => process.exit());
process.once('message', async (task: StockPagesTask) => {
  const result = await renderAll(task).catch(
    (error: unknown): StockPagesResult => ({
      failed: Object.fromEntries(Object.keys(task.releases).map((slug) => [slug, String(error)])),
    }),
  );
  process.send?.(result, () => process.exit());
});
