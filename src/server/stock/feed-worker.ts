import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { MINUTE_MS } from '#src/domain/duration.ts';
import { feedStateRow, feedStateRows } from '#src/providers/database/feed-states.ts';
import { someMarks } from '#src/providers/database/index-changes.ts';
import { acquireLease } from '#src/providers/database/leases.ts';
import type { FeedLimits } from '#src/providers/feeds/feed-source.ts';
import type { Services } from '../services.ts';
import { checkFeedAlarms } from './feed-alarms.ts';
import { type FeedAttempt, feedLease, importFeed, scheduledFeed } from './import-feed.ts';
import { drainIndexChanges } from './index-changes.ts';
import { endPrices } from './overlays.ts';
import { createPictureQueue } from './picture-queue.ts';
import { tryWithLease } from './with-lease.ts';

const TICK_MS = 2000;
/** A database or engine that is unavailable is not asked, and logged, every time. */
const AFTER_FAILURE_MS = 15_000;
/** A source may take minutes: others are read meanwhile. */
const FEEDS_AT_ONCE = 4;
const ALARMS_LEASE = 'feed-alarms';

export type FeedWorkerOptions = { dealersDir: string; limits?: FeedLimits; tickMs?: number };

export type FeedWorker = {
  /** Resolves when no feed is being read and no picture fetched. */
  stop(): Promise<void>;
};

/**
 * Reads a dealer's feed if it is due and no other process is doing so, and sends its changes to the search index. The
 * pictures that the summary names are still to be fetched.
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
 * Reads the feeds of all dealers as they become due, fetches their pictures meanwhile, ends prices whose last day is
 * over, sends what is marked for the search index, and raises alarms, until stopped. Any number may run in parallel, in
 * any process.
 */
export function startFeedWorker(services: Services, options: FeedWorkerOptions): FeedWorker {
  const { tickMs = TICK_MS, ...work } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const reading = new Map<string, Promise<boolean>>();
  const pictures = createPictureQueue(services, signal);

  /** One failure must not stop the rest. @returns whether it succeeded */
  async function attempt(job: string, run: () => Promise<unknown>, about: object = {}): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      if (!signal.aborted) services.log.error({ job, reason, ...about }, 'feed job failed');
      return false;
    }
  }

  async function read(dealer: DealerConfig): Promise<void> {
    const done = await readIfDue(services, dealer, { ...work, signal });
    if (done?.summary) pictures.add(dealer.slug, done.summary.pictured);
  }

  async function startDue(): Promise<void> {
    const now = services.clock.now();
    const known = new Map((await feedStateRows(services.db)).map((row) => [row.dealer, row]));
    for (const dealer of services.tenants.all) {
      if (reading.size >= FEEDS_AT_ONCE || signal.aborted) return;
      const scheduled = scheduledFeed(dealer, known.get(dealer.slug), now);
      const isDue = scheduled && scheduled.state.next_due_at <= now.toISOString();
      if (!isDue || reading.has(dealer.slug)) continue;
      const running = attempt('read', () => read(dealer), { dealer: dealer.slug });
      reading.set(
        dealer.slug,
        running.finally(() => reading.delete(dealer.slug)),
      );
    }
  }

  /** Asks the engine only if there is something to send. */
  async function sendMarked(): Promise<void> {
    const dealers = services.tenants.all.map(({ slug }) => slug);
    if (dealers.length > 0 && (await someMarks(services.db, dealers, 1)).length > 0)
      await drainIndexChanges(services);
  }

  async function alarmIfDue(): Promise<void> {
    const now = services.clock.now();
    const until = new Date(now.getTime() + MINUTE_MS);
    if (await acquireLease(services.db, ALARMS_LEASE, { now, until })) await checkFeedAlarms(services);
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const done = [
        await attempt('prices', () => endPrices(services)),
        await attempt('index', sendMarked),
        await attempt('schedule', startDue),
        await attempt('alarms', alarmIfDue),
      ];
      const pauseMs = done.every(Boolean) ? tickMs : Math.max(tickMs, AFTER_FAILURE_MS);
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
      await Promise.all(reading.values());
      await pictures.settled();
    },
  };
}
