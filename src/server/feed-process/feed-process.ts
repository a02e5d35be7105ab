import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endPrices } from '#src/features/stock/server/importing/stock-overlays.ts';
import type { FeedWorker } from '#src/features/stock/server/schedule/feed-worker.ts';
import {
  AFTER_FAILURE_MS,
  alarmIfDue,
  dueDealers,
  hasMarks,
  repeatJobs,
  TICK_MS,
} from '#src/features/stock/server/schedule/stock-jobs.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import type { Services } from '#src/server/services.ts';
import type { FeedProcessMessage } from './feed-process-main.ts';

const MAIN = join(import.meta.dirname, 'feed-process-main.ts');

/** The largest feed that is read (feed-limits.ts) needs less. */
const MEMORY_MB = 640;
const YOUNG_MEMORY_MB = 16;
/** An import finishes what it writes; a picture or a source may not respond at all. */
const LONGEST_STOP_MS = 60_000;

export type FeedProcessOptions = { dealersDir: string; tickMs?: number };

/**
 * Does the work of `startFeedWorker` for a process that has other work to do, such as serving pages: everything that
 * takes a supplier's feed is done by a process of lower priority and with a memory of its own, whatever the feed is. It
 * is started when a feed is due or vehicles are marked for the search engine, and ends when nothing is left to do.
 */
export function startFeedProcess(services: Services, options: FeedProcessOptions): FeedWorker {
  const { dealersDir, tickMs = TICK_MS } = options;
  const { env, clock, log, tenants } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let child: ChildProcess | undefined;
  /** The dealers that the process works for. */
  let sent: Services['tenants']['all'] | undefined;
  /** Of this process; after one that failed. */
  let waitsUntil = 0;

  function send(message: FeedProcessMessage): void {
    // One that is ending takes none: the next is started.
    if (child?.connected) child.send(message, () => {});
  }

  function sendDealers(): void {
    if (sent === tenants.all) return;
    sent = tenants.all;
    send({ kind: 'dealers', dealers: [...tenants.all], leftOut: [...tenants.leftOut] });
  }

  function start(): void {
    const started = fork(MAIN, {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`, `--max-semi-space-size=${YOUNG_MEMORY_MB}`],
      serialization: 'advanced',
    });
    child = started;
    sent = undefined;
    const end = (reason: string | undefined) => {
      if (child !== started) return;
      child = undefined;
      if (reason === undefined || signal.aborted) return;
      waitsUntil = performance.now() + AFTER_FAILURE_MS;
      log.error({ job: 'feeds', reason }, 'the process that reads feeds has ended');
    };
    started.once('exit', (code, by) => end(code === 0 ? undefined : `ended with ${by ?? code}`));
    // Node reports one that cannot be started, or be sent a message.
    started.on('error', (error) => {
      started.kill('SIGKILL');
      end(error.message);
    });
    const at = clock === systemClock ? undefined : clock.now().toISOString();
    send({ kind: 'start', env, dealersDir, at, tickMs });
  }

  async function look(): Promise<void> {
    if (!child) {
      if (performance.now() < waitsUntil) return;
      const isDue = (await hasMarks(services)) || (await dueDealers(services)).length > 0;
      if (!isDue || signal.aborted) return;
      start();
    }
    sendDealers();
  }

  const looping = repeatJobs(
    services,
    signal,
    [
      ['prices', () => endPrices(services)],
      ['feeds', look],
      ['alarms', () => alarmIfDue(services)],
    ],
    tickMs,
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
      const late = wait(LONGEST_STOP_MS, undefined, { ref: false }).then(() => ending.kill('SIGKILL'));
      await Promise.race([ended, late]);
    },
  };
}
