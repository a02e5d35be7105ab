import { enableCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Environment } from '#src/config/environment.ts';
import type { LeftOut } from '#src/dealer-files/fleet/tenants.ts';
import { fixedClock, systemClock } from '#src/platform/time/clock.ts';

/** Messages to the feed process: how to start, then the dealers, again after each change. */
export type FeedProcessMessage =
  | {
      kind: 'start';
      env: Environment;
      dealersDir: string;
      /** ISO 8601, set if the clock is not the system clock. */
      at: string | undefined;
      tickMs: number;
    }
  | { kind: 'dealers'; dealers: DealerConfig[]; leftOut: LeftOut[] }
  /** The parent has received a feed. */
  | { kind: 'push' }
  | { kind: 'stop' };

type Start = Extract<FeedProcessMessage, { kind: 'start' }>;
type Fleet = Omit<Extract<FeedProcessMessage, { kind: 'dealers' }>, 'kind'>;

/** Starting the process takes a second of CPU time, and the next job is often near. */
const IDLE_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Pages have priority. A lower priority could starve the process while it holds the database's write lock. */
const NICENESS = 5;

setPriority(NICENESS);
enableCompileCache('.astro/cache/code');

const stopping = new AbortController();
const stop = () => stopping.abort();
// A signal to the server process group reaches this process too.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
process.once('disconnect', stop);

const start = Promise.withResolvers<Start>();
const first = Promise.withResolvers<Fleet>();
let replace: (fleet: Fleet) => void = first.resolve;
let onPush = () => {};
process.on('message', (message: FeedProcessMessage) => {
  if (message.kind === 'stop') stop();
  else if (message.kind === 'push') onPush();
  else if (message.kind === 'start') start.resolve(message);
  else replace(message);
});

async function work({ env, dealersDir, at, tickMs }: Start, fleet: Fleet): Promise<void> {
  const { openServices } = await import('#src/server/services.ts');
  const { startFeedWorker } = await import('#src/features/stock/server/schedule/feed-worker.ts');
  const clock = at === undefined ? systemClock : fixedClock(at);
  const services = await openServices({ env, ...fleet, clock });
  replace = services.tenants.replace;
  onPush = () => void services.arrivals.dispatchEvent(new Event('push'));
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
