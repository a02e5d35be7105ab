import { setTimeout as wait } from 'node:timers/promises';
import { checkDeliveryAlarms } from '#src/features/feeds/server/deliveries/delivery-alarms.ts';
import { alertWhileHeld } from '#src/features/leads/server/operations/monitor-delivery.ts';
import { feedStateRows } from '#src/features/stock/server/queries/feed-queries.ts';
import { lastPushes } from '#src/features/stock/server/sources/pushed-feeds.ts';
import { runIfDue } from '#src/platform/database/with-lease.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Services } from '#src/server/services.ts';
import { checkFeedAlarms } from './feed-alarms.ts';
import { isFeedDue, scheduledFeed } from './scheduled-feed.ts';

export const TICK_MS = 2000;
/** Limits retries and log lines while a database or engine is unavailable. */
export const AFTER_FAILURE_MS = 15_000;

/** Run sequentially. */
type StockJobs = readonly (readonly [name: string, run: () => Promise<unknown>])[];

/** A failing job must not stop others. @returns whether it succeeded */
export async function attemptJob(
  { log }: Pick<Services, 'log'>,
  signal: AbortSignal,
  [job, run]: StockJobs[number],
  about: object = {},
): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    if (!signal.aborted) log.error({ job, reason, ...about }, 'feed job failed');
    return false;
  }
}

type Repeating = { tickMs?: number; wakes: EventTarget };

/** Runs the jobs in order, repeatedly until aborted; at once after a "push" of `wakes`. */
export async function repeatJobs(
  services: Pick<Services, 'log'>,
  signal: AbortSignal,
  jobs: StockJobs,
  { tickMs = TICK_MS, wakes }: Repeating,
): Promise<void> {
  let pause = new AbortController();
  const wake = () => pause.abort();
  wakes.addEventListener('push', wake);
  signal.addEventListener('abort', wake);
  while (!signal.aborted) {
    pause = new AbortController();
    let isGood = true;
    for (const job of jobs) isGood = (await attemptJob(services, signal, job)) && isGood;
    if (signal.aborted) break;
    const pauseMs = isGood ? tickMs : Math.max(tickMs, AFTER_FAILURE_MS);
    await wait(pauseMs, undefined, { signal: pause.signal }).catch(() => {});
  }
  wakes.removeEventListener('push', wake);
  signal.removeEventListener('abort', wake);
}

export const FEED_ALARMS_JOB = 'feed-alarms';

/** Raises alarms once a minute, in one of all processes. */
export const alarmIfDue = (services: Services): Promise<void> =>
  runIfDue(services, { name: FEED_ALARMS_JOB, everyMs: MINUTE_MS }, async (lease) => {
    const alert = alertWhileHeld(lease);
    await checkFeedAlarms(services, alert);
    await checkDeliveryAlarms(services, alert);
  });

/** Dealers whose feeds are due. */
export async function dueDealers(services: Pick<Services, 'db' | 'env' | 'storage' | 'clock' | 'tenants'>) {
  const { db, clock, tenants } = services;
  const now = clock.now();
  const known = new Map((await feedStateRows(db)).map((row) => [row.dealer, row]));
  const posted = tenants.all.filter(({ stock }) => stock.feed?.push !== undefined);
  const pushes = await lastPushes(
    services,
    posted.map(({ slug }) => slug),
  );
  return tenants.all.filter((dealer) => {
    const scheduled = scheduledFeed(dealer, known.get(dealer.slug), now);
    return scheduled !== undefined && isFeedDue(services, scheduled, pushes.get(dealer.slug));
  });
}
