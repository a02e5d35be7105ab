import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Environment } from '#src/config/environment.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { currentSpan, outsideSpans } from '#src/platform/tracing/tracing.ts';

const ids = new AsyncLocalStorage<string>();

/** Runs the work of a request; its log lines include the request id. */
export const inRequest = <T>(id: string, work: () => T): T => ids.run(id, work);

/** For work that a request starts but does not belong to it. */
export const outsideRequests = <T>(work: () => T): T => ids.exit(() => outsideSpans(work));

const currentRequestId = (): string | undefined => ids.getStore();

const BUCKETS = HOUR_MS / MINUTE_MS;

/** Counts events of the last hour, to the minute, in constant memory. */
export type RecentCount = {
  add(at: number): void;
  /** @param at epoch ms */
  read(at: number): { lastHour: number; latest: string | undefined };
  /** Since the start. */
  total(): number;
};

/** @param onAdd called for each event too */
export function recentCount(onAdd?: () => void): RecentCount {
  const buckets = Array.from({ length: BUCKETS }, () => ({ minute: 0, count: 0 }));
  let latest: number | undefined;
  let total = 0;
  return {
    add(at) {
      const minute = Math.floor(at / MINUTE_MS);
      const bucket = buckets[minute % BUCKETS];
      if (!bucket) return;
      if (bucket.minute !== minute) Object.assign(bucket, { minute, count: 0 });
      bucket.count += 1;
      total += 1;
      latest = at;
      onAdd?.();
    },
    read(at) {
      const first = Math.floor(at / MINUTE_MS) - BUCKETS + 1;
      const recent = buckets.filter(({ minute }) => minute >= first);
      return {
        lastHour: recent.reduce((sum, { count }) => sum + count, 0),
        latest: latest === undefined ? undefined : new Date(latest).toISOString(),
      };
    },
    total: () => total,
  };
}

/** Calls at most once an hour, so that clients cannot fill the log. */
export function hourly<A extends unknown[]>(call: (...args: A) => void, now = () => performance.now()) {
  let last = Number.NEGATIVE_INFINITY;
  return (...args: A): void => {
    if (now() - last < HOUR_MS) return;
    last = now();
    call(...args);
  };
}

const ERROR = 50;

/** Log lines include the ids of request and trace, and errors are counted. */
export function createLog(
  { LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>,
  errors: RecentCount,
  destination?: DestinationStream,
): Logger {
  const mixin = (_: object, level: number) => {
    if (level >= ERROR) errors.add(Date.now());
    const requestId = currentRequestId();
    const traceId = currentSpan()?.traceId;
    return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
  };
  const options = { level: LOG_LEVEL, base: null, mixin };
  return destination ? pino(options, destination) : pino(options);
}
