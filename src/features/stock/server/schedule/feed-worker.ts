import type { DealerConfig } from '#src/config/dealer-config.ts';
import { createDeliveryQueue } from '#src/features/feeds/server/deliveries/delivery-queue.ts';
import type { FeedLimits } from '#src/features/stock/parsing/feed-content.ts';
import { endPrices } from '#src/features/stock/server/importing/stock-overlays.ts';
import { tryWithLease } from '#src/features/stock/server/importing/with-lease.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { createPictureQueue } from '#src/features/stock/server/pictures/picture-queue.ts';
import { feedStateRow } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Services } from '#src/server/services.ts';
import { type FeedAttempt, feedLease, importFeed, scheduledFeed } from './import-feed.ts';
import { alarmIfDue, attemptJob, dueDealers, hasMarks, repeatJobs, TICK_MS } from './stock-jobs.ts';

/** A source may take minutes, so several are read concurrently. */
const CONCURRENCY = 4;

type FeedWorkerOptions = { dealersDir: string; limits?: FeedLimits; tickMs?: number };

export type FeedWorker = {
  /** Whether no feed or picture is being fetched, and nothing is being indexed or delivered. */
  isIdle(): boolean;
  /** Resolves once no feed or picture is being fetched and no feed delivered. */
  stop(): Promise<void>;
};

/**
 * Reads a dealer's feed if it is due and no other process is doing so, and indexes its changes. Pictures in the summary
 * are left to the caller.
 * @returns undefined if nothing was done
 */
export async function readIfDue(
  services: Services,
  dealer: DealerConfig,
  options: { dealersDir: string; signal: AbortSignal; limits?: FeedLimits | undefined },
): Promise<FeedAttempt | undefined> {
  const done = await tryWithLease(services, feedLease(dealer.slug), async () => {
    const known = await feedStateRow(services.db, dealer.slug);
    const now = services.clock.now();
    const scheduled = scheduledFeed(dealer, known, now);
    if (!scheduled || scheduled.state.next_due_at > now.toISOString()) return undefined;
    const attempt = await importFeed(services, dealer, scheduled, options);
    const facts = { dealer: dealer.slug, outcome: attempt.outcome };
    if (attempt.code === null) services.log.info(facts, 'feed read');
    else services.log.warn({ ...facts, code: attempt.code }, 'feed not read');
    return attempt;
  });
  const attempt = done?.result;
  if (attempt?.summary) await drainIndexChanges(services);
  return attempt;
}

/**
 * Until stopped, reads all dealers' feeds when due, fetches their pictures, ends expired prices, indexes queued
 * vehicles, delivers feeds to their receivers and raises alarms. Any number may run in any process. Blocks the thread for long periods: next to page
 * rendering, use `startFeedProcess`.
 */
export function startFeedWorker(services: Services, options: FeedWorkerOptions): FeedWorker {
  const { tickMs = TICK_MS, ...work } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const reading = new Map<string, Promise<boolean>>();
  const pictures = createPictureQueue(services, signal);
  const deliveries = createDeliveryQueue(services, signal);
  let isSending = false;

  async function read(dealer: DealerConfig): Promise<void> {
    const done = await readIfDue(services, dealer, { ...work, signal });
    if (done?.summary) pictures.add(dealer.slug, done.summary.pictured);
  }

  async function startDue(): Promise<void> {
    for (const dealer of await dueDealers(services)) {
      if (reading.size >= CONCURRENCY || signal.aborted) return;
      if (reading.has(dealer.slug)) continue;
      const running = attemptJob(services, signal, ['read', () => read(dealer)], { dealer: dealer.slug });
      reading.set(
        dealer.slug,
        running.finally(() => reading.delete(dealer.slug)),
      );
    }
  }

  /** Only contacts the engine if there is something to send. */
  async function sendMarked(): Promise<void> {
    if (!(await hasMarks(services))) return;
    isSending = true;
    await drainIndexChanges(services).finally(() => {
      isSending = false;
    });
  }

  const looping = repeatJobs(
    services,
    signal,
    [
      ['prices', () => endPrices(services)],
      ['index', sendMarked],
      ['schedule', startDue],
      ['deliveries', deliveries.startDue],
      ['alarms', () => alarmIfDue(services)],
    ],
    tickMs,
  );
  return {
    isIdle: () => reading.size === 0 && !isSending && pictures.isIdle() && deliveries.isIdle(),
    async stop() {
      stopping.abort();
      await looping;
      await Promise.all(reading.values());
      await pictures.settled();
      await deliveries.settled();
    },
  };
}
