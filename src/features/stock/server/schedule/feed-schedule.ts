import type { FeedConfig } from '#src/config/sections/stock/stock-section.ts';
import { type FeedStateRow, feedStateRows } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { wallClock } from '#src/platform/time/zoned-time.ts';

/** When a feed is read: at intervals, or at times of day where the dealer is. */
export type FeedSchedule = { everyMs: number } | { at: readonly string[]; timeZone: string };

const DEFAULT_EVERY_MS = HOUR_MS;

/** PLAT-03: undefined for a feed that only a person imports. */
export function scheduleOf(
  feed: Pick<FeedConfig, 'url' | 'every' | 'at'> | undefined,
  timeZone: string,
): FeedSchedule | undefined {
  if (feed?.at) return { at: feed.at, timeZone };
  if (feed?.every !== undefined) return { everyMs: feed.every * MINUTE_MS };
  return feed?.url === undefined ? undefined : { everyMs: DEFAULT_EVERY_MS };
}

/** A time that a clock change skips comes on no such day. */
function instantsOf({ at, timeZone }: Extract<FeedSchedule, { at: unknown }>, now: Date): number[] {
  const clock = wallClock(timeZone);
  const days = [-1, 0, 1, 2].map((day) => zonedDate(new Date(now.getTime() + day * DAY_MS), timeZone).date);
  const found = days.flatMap((date) => at.map((time) => clock(`${date}T${time}`)?.getTime() ?? []));
  return [...new Set(found.flat())].sort((a, b) => a - b);
}

/** When a feed that was read now is read next. */
export function nextReading(schedule: FeedSchedule, now: Date): Date {
  if ('everyMs' in schedule) return new Date(now.getTime() + schedule.everyMs);
  const next = instantsOf(schedule, now).find((instant) => instant > now.getTime());
  return new Date(next ?? now.getTime() + DAY_MS);
}

/** The longest time between two readings. */
export function longestGapMs(schedule: FeedSchedule, now: Date): number {
  if ('everyMs' in schedule) return schedule.everyMs;
  const instants = instantsOf(schedule, now);
  return Math.max(...instants.map((instant, at) => instant - (instants[at - 1] ?? instant)), HOUR_MS);
}

const FIRST_RETRY_MS = MINUTE_MS;
export const LONGEST_RETRY_MS = HOUR_MS;

/**
 * How long after a failure a feed is read again: doubling up to an hour, the upper half random, so that the feeds of one
 * supplier do not all return together.
 * @param failures in a row, from 1
 * @param random from 0 to 1
 */
export function feedRetryMs(failures: number, random: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30), LONGEST_RETRY_MS);
  return Math.round(full * (0.5 + random / 2));
}

/** Readings a feed may miss before people are alerted. */
const MISSED_READINGS = 3;

/** Since when a feed is stale that last succeeded, or was first scheduled, at this instant. */
export const staleFrom = (schedule: FeedSchedule, since: Date): Date =>
  new Date(since.getTime() + MISSED_READINGS * longestGapMs(schedule, since));

/**
 * PLAT-03: how an attempt to read a feed ended. `imported`: its stock is on the site; `unchanged`: as it was last time;
 * `refused`: it looks broken (import-guards.ts); `unreadable`: it is no feed; `failed`: the source did not send it;
 * `interrupted`: its process ended.
 */
export const FEED_OUTCOMES = [
  'imported',
  'unchanged',
  'refused',
  'unreadable',
  'failed',
  'interrupted',
] as const;
export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

/** What the last import of a feed did. */
export type FeedCounts = {
  rows: number;
  /** Vehicles the feed holds. */
  stored: number;
  added: number;
  changed: number;
  removed: number;
  skipped: number;
  /** Vehicles of the dealer afterwards. */
  inStock: number;
  /** A person accepted what looks broken. */
  isForced?: true;
};

/** The state of a scheduled feed; instants ISO 8601 in UTC. */
export type FeedState = {
  dealer: string;
  lastSuccessAt: string | null;
  lastAttemptAt: string | null;
  lastOutcome: FeedOutcome | null;
  /** A short code of the last failure, such as `http_500`; null after a success. */
  lastError: string | null;
  /** In a row. */
  failures: number;
  nextDueAt: string;
  /** Of the last import. */
  counts: FeedCounts | null;
};

export const toFeedState = (row: FeedStateRow): FeedState => ({
  dealer: row.dealer,
  lastSuccessAt: row.last_success_at,
  lastAttemptAt: row.last_attempt_at,
  lastOutcome: row.last_outcome as FeedOutcome | null,
  lastError: row.last_error,
  failures: row.failures,
  nextDueAt: row.next_due_at,
  counts: row.counts === null ? null : (JSON.parse(row.counts) as FeedCounts),
});

/** States of all feeds that have been scheduled, by dealer. */
export const feedStates = async (db: Database): Promise<FeedState[]> =>
  (await feedStateRows(db)).map(toFeedState);
