import type { DealerConfig } from '#src/config/dealer-config.ts';
import { createDeliveryQueue } from '#src/features/feeds/server/deliveries/deliver-feed.ts';
import type { FeedLimits } from '#src/features/stock/parsing/feed-content.ts';
import type { ImportSummary } from '#src/features/stock/server/importing/import-stock.ts';
import { endPrices } from '#src/features/stock/server/importing/stock-overlays.ts';
import { drainIndexChanges, isIndexWorkDue } from '#src/features/stock/server/indexing/index-sync.ts';
import { createPictureQueue, resumePictures } from '#src/features/stock/server/pictures/picture-queue.ts';
import { feedStateRow } from '#src/features/stock/server/queries/feed-queries.ts';
import { lastPushes } from '#src/features/stock/server/sources/pushed-feeds.ts';
import { tryWithLease } from '#src/platform/database/with-lease.ts';
import { inTrace } from '#src/platform/tracing/tracing.ts';
import type { Services } from '#src/server/services.ts';
import { type FeedAttempt, feedLease, importFeed } from './import-feed.ts';
import { isFeedDue, scheduledFeed } from './scheduled-feed.ts';
import { alarmIfDue, attemptJob, dueDealers, repeatJobs, TICK_MS } from './stock-jobs.ts';

/** A source may take minutes, so several are read concurrently. */
const CONCURRENCY = 4;

type FeedWorkerOptions = { dealersDir: string; limits?: FeedLimits; tickMs?: number };

export type FeedWorker = {
  /** Whether no feed or picture is being fetched, and nothing is being indexed or delivered. */
  isIdle(): boolean;
  /** Resolves once no feed or picture is being fetched and no feed delivered. */
  stop(): Promise<void>;
};

/** While files of changes are read one after the other, what they have changed is found after this time. */
const INDEX_EVERY_MS = 2000;

export type ReadOptions = {
  dealersDir: string;
  signal: AbortSignal;
  limits?: FeedLimits | undefined;
  /** Called when stock has changed; by default indexes it, and waits for that. */
  index?: (() => Promise<unknown>) | undefined;
  /** Called for each import; its pictures are left to the caller. */
  onImport?: (summary: ImportSummary) => void;
};

/**
 * Reads a dealer's feed if it is due and no other process is doing so, and indexes its changes. Of a feed of changes all
 * files that wait are read in order.
 * @returns the last attempt; undefined if nothing was done
 */
export async function readIfDue(
  services: Services,
  dealer: DealerConfig,
  options: ReadOptions,
): Promise<FeedAttempt | undefined> {
  const { index = () => drainIndexChanges(services) } = options;
  let last: FeedAttempt | undefined;
  let hasChanges = false;
  let indexedAt = performance.now();
  for (;;) {
    const attempt = await readNext(services, dealer, options);
    last = attempt ?? last;
    if (attempt?.summary) {
      hasChanges = true;
      options.onImport?.(attempt.summary);
    }
    const isLast = !attempt?.hasMore || options.signal.aborted;
    if (hasChanges && (isLast || performance.now() - indexedAt > INDEX_EVERY_MS)) {
      await index();
      hasChanges = false;
      indexedAt = performance.now();
    }
    if (isLast) return last;
  }
}

async function readNext(
  services: Services,
  dealer: DealerConfig,
  options: ReadOptions,
): Promise<FeedAttempt | undefined> {
  const done = await tryWithLease(services, feedLease(dealer.slug), async (lease) => {
    const known = await feedStateRow(services.db, dealer.slug);
    const scheduled = scheduledFeed(dealer, known, services.clock.now());
    if (!scheduled) return undefined;
    const pushedAt = (await lastPushes(services, scheduled.feed.push ? [dealer.slug] : [])).get(dealer.slug);
    if (!isFeedDue(services, scheduled, pushedAt)) return undefined;
    const attempt = await inTrace(
      { name: 'feed', facts: { 'forecourt.dealer': dealer.slug } },
      async (span) => {
        const read = await importFeed(services, dealer, scheduled, { ...options, lease });
        span?.add({ 'forecourt.outcome': read.outcome });
        return read;
      },
    );
    const facts = { dealer: dealer.slug, outcome: attempt.outcome };
    if (attempt.code === null) services.log.info(facts, 'feed read');
    else {
      services.log.warn({ ...facts, code: attempt.code }, 'feed not read');
      if (attempt.code !== 'stopped') services.counts.add(dealer, 'import_failures');
    }
    return attempt;
  });
  return done?.result;
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
  /** Due, in order, and not begun. */
  let due: DealerConfig[] = [];
  /** The index takes as long for many vehicles as for few, so no feed waits for it. */
  const imported = new EventTarget();
  let isSending = false;

  async function read(dealer: DealerConfig): Promise<void> {
    const onImport = ({ pictured }: ImportSummary) => pictures.add(dealer.slug, pictured);
    const index = async () => imported.dispatchEvent(new Event('push'));
    await readIfDue(services, dealer, { ...work, signal, onImport, index });
  }

  function startNext(): void {
    while (reading.size < CONCURRENCY && !signal.aborted) {
      const dealer = due.shift();
      if (!dealer) return;
      if (reading.has(dealer.slug)) continue;
      const running = attemptJob(services, signal, ['read', () => read(dealer)], { dealer: dealer.slug });
      reading.set(
        dealer.slug,
        running.finally(() => {
          reading.delete(dealer.slug);
          startNext();
        }),
      );
    }
  }

  async function startDue(): Promise<void> {
    due = await dueDealers(services);
    startNext();
  }

  /** Only contacts the engine if there is something to send. */
  async function sendMarked(): Promise<void> {
    if (!(await isIndexWorkDue(services))) return;
    isSending = true;
    await drainIndexChanges(services).finally(() => {
      isSending = false;
    });
  }

  const indexing = repeatJobs(services, signal, [['index', sendMarked]], { tickMs, wakes: imported });
  const looping = repeatJobs(
    services,
    signal,
    [
      ['prices', () => endPrices(services)],
      ['pictures', () => resumePictures(services)],
      ['schedule', startDue],
      ['deliveries', deliveries.startDue],
      ['alarms', () => alarmIfDue(services)],
    ],
    { tickMs, wakes: services.arrivals },
  );
  return {
    isIdle: () => reading.size === 0 && !isSending && pictures.isIdle() && deliveries.isIdle(),
    async stop() {
      stopping.abort();
      await Promise.all([looping, indexing]);
      await Promise.all(reading.values());
      await pictures.settled();
      await deliveries.settled();
    },
  };
}
