import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import { fixedClock, systemClock } from '#src/platform/time/clock.ts';

/** What the process that reads feeds is sent: how to start, then the dealers, again after each change. */
export type FeedProcessMessage =
  | {
      kind: 'start';
      env: Environment;
      dealersDir: string;
      /** ISO instant, where the clock is not that of the machine. */
      at: string | undefined;
      tickMs: number;
    }
  | { kind: 'dealers'; dealers: DealerConfig[]; leftOut: LeftOut[] }
  | { kind: 'stop' };

type Start = Extract<FeedProcessMessage, { kind: 'start' }>;
type Fleet = Omit<Extract<FeedProcessMessage, { kind: 'dealers' }>, 'kind'>;

/** The next feed, reservation or picture is often near, and a start takes a second of the processor. */
const IDLE_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Pages are served first. Lower still, a busy machine would leave it no time while it holds the database's write lock. */
const NICENESS = 5;

setPriority(NICENESS);
enableCompileCache('.astro/cache/code');

const stopping = new AbortController();
const stop = () => stopping.abort();
// What stops the process that serves may stop this one too, by the same signal.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
process.once('disconnect', stop);

const start = Promise.withResolvers<Start>();
const first = Promise.withResolvers<Fleet>();
let replace: (fleet: Fleet) => void = first.resolve;
process.on('message', (message: FeedProcessMessage) => {
  if (message.kind === 'stop') stop();
  else if (message.kind === 'start') start.resolve(message);
  else replace(message);
});

async function work({ env, dealersDir, at, tickMs }: Start, fleet: Fleet): Promise<void> {
  const { openServices } = await import('#src/server/services.ts');
  const { startFeedWorker } = await import('#src/features/stock/server/schedule/feed-worker.ts');
  const clock = at === undefined ? systemClock : fixedClock(at);
  // The process that started this one has checked the database, and may be older than its tables.
  const services = await openServices({ env, ...fleet, clock, besideOlderCode: true });
  replace = services.tenants.replace;
  const worker = startFeedWorker(services, { dealersDir, tickMs });
  let busyAt = performance.now();
  while (!stopping.signal.aborted && performance.now() - busyAt < IDLE_MS) {
    await wait(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    if (!worker.isIdle()) busyAt = performance.now();
  }
  await worker.stop();
  await services.close();
}

const stopped = new Promise<void>((resolve) => {
  stopping.signal.addEventListener('abort', () => resolve(), { once: true });
});
const opened = await Promise.race([Promise.all([start.promise, first.promise]), stopped]);
if (opened) await work(...opened);
process.exit();
