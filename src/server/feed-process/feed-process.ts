import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dueDeliveries } from '#src/features/feeds/server/deliveries/delivery-schedule.ts';
import { endPrices } from '#src/features/stock/server/importing/stock-overlays.ts';
import { isIndexWorkDue, reportUnwritable } from '#src/features/stock/server/indexing/index-sync.ts';
import { resumePictures } from '#src/features/stock/server/pictures/picture-queue.ts';
import type { FeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import {
  AFTER_FAILURE_MS,
  alarmIfDue,
  dueDealers,
  repeatJobs,
  TICK_MS,
} from '#src/features/stock/server/schedule/stock-jobs.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import type { FeedProcessMessage } from './feed-process-main.ts';

const MAIN = join(import.meta.dirname, 'feed-process-main.ts');

/** FEED-25: an import keeps below 300 MB of memory, but for the text of a large feed in JSON (feed-content.ts). */
export const FEED_PROCESS_OPTIONS: readonly string[] = [
  '--max-old-space-size=480',
  '--max-semi-space-size=8',
];
/** An import finishes its writes; a picture or source may never respond. */
const STOP_TIMEOUT_MS = 60_000;

type FeedProcessOptions = { dealersDir: string; tickMs?: number };

/**
 * Does the work of `startFeedWorker` in a child process with lower priority and its own heap, so that no feed can
 * affect the pages this process serves. The child starts when a feed is due to be read or delivered or vehicles are
 * queued for the search engine, and ends when idle.
 */
export function startFeedProcess(services: Services, options: FeedProcessOptions): FeedWorker {
  const { dealersDir, tickMs = TICK_MS } = options;
  const { env, clock, log, tenants } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let child: ChildProcess | undefined;
  /** Last dealers sent to the child process. */
  let sent: Services['tenants']['all'] | undefined;
  /** After a failure, no child is started before this time. */
  let retryAt = 0;

  function send(message: FeedProcessMessage): void {
    // A child that is exiting receives nothing; the next tick starts another.
    if (child?.connected) child.send(message, () => {});
  }

  function sendDealers(): void {
    if (sent === tenants.all) return;
    sent = tenants.all;
    send({ kind: 'dealers', dealers: [...tenants.all], leftOut: [...tenants.leftOut] });
  }

  function start(): void {
    const started = fork(MAIN, {
      execArgv: [...FEED_PROCESS_OPTIONS],
      serialization: 'advanced',
    });
    child = started;
    sent = undefined;
    const end = (reason: string | undefined) => {
      if (child !== started) return;
      child = undefined;
      if (reason === undefined || signal.aborted) return;
      retryAt = performance.now() + AFTER_FAILURE_MS;
      log.error({ job: 'feeds', reason }, 'the process that reads feeds has ended');
    };
    started.once('exit', (code, by) => end(code === 0 ? undefined : `ended with ${by ?? code}`));
    // Emitted if the child cannot be started or messaged.
    started.on('error', (error) => {
      started.kill('SIGKILL');
      end(error.message);
    });
    const at = clock === systemClock ? undefined : clock.now().toISOString();
    send({ kind: 'start', env, dealersDir, at, tickMs });
  }

  const isDue = async () =>
    (await isIndexWorkDue(services)) ||
    (await dueDealers(services)).length > 0 ||
    (await dueDeliveries(services)).length > 0;

  async function look(): Promise<void> {
    if (!child) {
      if (performance.now() < retryAt) return;
      if (!(await isDue()) || signal.aborted) return;
      start();
    }
    sendDealers();
  }

  reportUnwritable(services);
  services.arrivals.addEventListener('push', () => send({ kind: 'push' }), { signal });
  const looping = repeatJobs(
    services,
    signal,
    [
      ['prices', () => endPrices(services)],
      ['pictures', () => resumePictures(services)],
      ['feeds', look],
      ['alarms', () => alarmIfDue(services)],
    ],
    { tickMs, wakes: services.arrivals },
  );

  return {
    isIdle: () => child === undefined,
    async stop() {
      stopping.abort();
      await looping;
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = once(ending, 'exit');
      send({ kind: 'stop' });
      const late = wait(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => ending.kill('SIGKILL'));
      await Promise.race([ended, late]);
    },
  };
}
