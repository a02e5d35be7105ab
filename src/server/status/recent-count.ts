import { HOUR_MS, MINUTE_MS } from '#src/domain/duration.ts';

const BUCKETS = HOUR_MS / MINUTE_MS;

/** Counts events of the last hour, to the minute, in constant memory. */
export type RecentCount = {
  add(at: number): void;
  /** @param at epoch ms */
  read(at: number): { lastHour: number; latest: string | undefined };
  /** Since the start. */
  total(): number;
};

export function recentCount(): RecentCount {
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
