import type { DealerConfig } from '#src/config/dealer-config.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import { feedStateRow } from '#src/features/stock/server/queries/feed-queries.ts';
import {
  type FeedAttempt,
  feedLease,
  importFeed,
  NOT_SEEN,
  tryImport,
} from '#src/features/stock/server/schedule/import-feed.ts';
import { scheduledFeed } from '#src/features/stock/server/schedule/scheduled-feed.ts';
import { readSource } from '#src/features/stock/server/sources/feed-source.ts';
import { withLastGood } from '#src/features/stock/server/sources/last-good-feed.ts';
import { sourceRemedy } from '#src/features/stock/server/sources/source-remedies.ts';
import { type HeldLease, withLease } from '#src/platform/database/with-lease.ts';
import type { Services } from '#src/server/services.ts';
import { type ImportOptions, type ImportSummary, importStock } from './import-stock.ts';

const NEVER = new AbortController().signal;

function summaryOf(
  dealer: string,
  { code, error, summary }: Pick<FeedAttempt, 'code' | 'error' | 'summary'>,
  report: ImportOptions['report'],
): ImportSummary {
  if (error) throw error;
  const remedy = sourceRemedy(code) ?? 'Check "stock.feed".';
  if (!summary) {
    throw new FeedError(
      `${dealer}: the feed could not be read from its source (${code}), and there is no earlier one. ${remedy}`,
    );
  }
  if (code !== null)
    report?.(
      `${dealer}: the feed could not be read from its source (${code}): the last good one is used. ${remedy}`,
    );
  return summary;
}

/** Compares the current or last valid feed with the stock, without changes. */
async function tryOut(services: Services, dealer: DealerConfig, options: ImportOptions) {
  const { feed } = dealer.stock;
  if (!feed || feed.file !== undefined) return importStock(services, dealer, options);
  const position = (await feedStateRow(services.db, dealer.slug))?.etag ?? null;
  const work = { ...options, signal: NEVER, isByHand: true, position };
  const source = await readSource(services, dealer, feed, NOT_SEEN, work);
  if (source.kind === 'fetched')
    return summaryOf(
      dealer.slug,
      { code: null, ...(await tryImport(services, dealer, source.file, work)) },
      undefined,
    );
  const code = source.kind === 'failed' ? source.code : 'no_new_file';
  const done = await withLastGood(services, dealer.slug, (file) => tryImport(services, dealer, file, work));
  return summaryOf(dealer.slug, { code, ...done }, options.report);
}

/**
 * An import started by a person. A scheduled feed is fetched and the attempt recorded; if that fails, the last valid
 * feed is imported.
 * @throws like `importStock`
 */
export async function importManually(
  services: Services,
  dealer: DealerConfig,
  options: ImportOptions,
): Promise<ImportSummary> {
  const now = services.clock.now();
  if (!scheduledFeed(dealer, undefined, now)) return importStock(services, dealer, options);
  const onWait = () => options.report?.(`The feed of ${dealer.slug} is being read; waiting for it.`);
  const work = async (lease: HeldLease) => {
    if (options.dryRun) return tryOut(services, dealer, options);
    const by = { ...options, signal: NEVER, isByHand: true, lease };
    let pictured: ImportSummary['pictured'] | undefined;
    for (;;) {
      const scheduled = scheduledFeed(dealer, await feedStateRow(services.db, dealer.slug), now);
      if (!scheduled) return importStock(services, dealer, options);
      const attempt = await importFeed(services, dealer, scheduled, by);
      const summary = summaryOf(dealer.slug, attempt, options.report);
      if (pictured === undefined) pictured = summary.pictured;
      else {
        for (const vehicle of summary.pictured) pictured.put(vehicle, { isNoted: true });
        summary.pictured.close();
      }
      if (!attempt.hasMore) return { ...summary, pictured };
      options.report?.(`${dealer.slug}: ${summary.rows} rows imported; the next file of changes follows.`);
    }
  };
  return withLease(services, feedLease(dealer.slug), work, onWait);
}
