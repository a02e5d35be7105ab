import { type FeedConfig, fileExpectedWithinHours } from '#src/config/sections/stock/feed-section.ts';
import { type FeedStateRow, feedStateRows } from '#src/features/stock/server/queries/feed-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { wallClock } from '#src/platform/time/zoned-time.ts';

/** Schedule of readings: intervals, or times of day in the dealer's time zone. */
export type FeedSchedule = { everyMs: number } | { at: readonly string[]; timeZone: string };

const URL_EVERY_MS = HOUR_MS;
const FOLDER_EVERY_MS = 5 * MINUTE_MS;
/** What is pushed is read as it arrives. */
const PUSH_EVERY_MS = HOUR_MS;

/** PLAT-03: undefined for a feed that is only imported manually. */
export function scheduleOf(
  feed: Pick<FeedConfig, 'url' | 'folder' | 'push' | 'every' | 'at'> | undefined,
  timeZone: string,
): FeedSchedule | undefined {
  if (feed?.push !== undefined) return { everyMs: PUSH_EVERY_MS };
  if (feed?.at) return { at: feed.at, timeZone };
  if (feed?.every !== undefined) return { everyMs: feed.every * MINUTE_MS };
  if (feed?.folder !== undefined) return { everyMs: FOLDER_EVERY_MS };
  return feed?.url === undefined ? undefined : { everyMs: URL_EVERY_MS };
}

/** Times skipped by a clock change are omitted on that day. */
function instantsOf({ at, timeZone }: Extract<FeedSchedule, { at: unknown }>, now: Date): number[] {
  const clock = wallClock(timeZone);
  const days = [-1, 0, 1, 2].map((day) => zonedDate(new Date(now.getTime() + day * DAY_MS), timeZone).date);
  const found = days.flatMap((date) => at.map((time) => clock(`${date}T${time}`)?.getTime() ?? []));
  return [...new Set(found.flat())].sort((a, b) => a - b);
}

/** Next reading after one at this time. */
export function nextReading(schedule: FeedSchedule, now: Date): Date {
  if ('everyMs' in schedule) return new Date(now.getTime() + schedule.everyMs);
  const next = instantsOf(schedule, now).find((instant) => instant > now.getTime());
  return new Date(next ?? now.getTime() + DAY_MS);
}

/** Maximum interval between readings. */
export function longestGapMs(schedule: FeedSchedule, now: Date): number {
  if ('everyMs' in schedule) return schedule.everyMs;
  const instants = instantsOf(schedule, now);
  return Math.max(...instants.map((instant, at) => instant - (instants[at - 1] ?? instant)), HOUR_MS);
}

const FIRST_RETRY_MS = MINUTE_MS;
export const MAX_RETRY_MS = HOUR_MS;

/**
 * Retry delay after failures: doubles up to an hour, with jitter in the upper half, so that feeds of one supplier do
 * not retry simultaneously.
 * @param failures consecutive, from 1
 * @param random from 0 to 1
 */
export function feedRetryMs(failures: number, random: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30), MAX_RETRY_MS);
  return Math.round(full * (0.5 + random / 2));
}

/** Number of missed readings before staff are alerted. */
const MISSED_READINGS = 3;

/** When a feed becomes stale, given its last success or first scheduling. */
export const staleFrom = (schedule: FeedSchedule, since: Date): Date =>
  new Date(since.getTime() + MISSED_READINGS * longestGapMs(schedule, since));

/** Nightly files come a little earlier or later. */
const FILE_GRACE_MS = 2 * HOUR_MS;

/**
 * FEED-12: when staff are alerted that no new file has come, although the source can be read; undefined if that is no
 * trouble.
 */
export function fileMissingFrom(
  feed: FeedConfig,
  schedule: FeedSchedule,
  { last_file_at, scheduled_at }: Pick<FeedStateRow, 'last_file_at' | 'scheduled_at'>,
): Date | undefined {
  const hours = fileExpectedWithinHours(feed);
  if (hours === 0) return undefined;
  const since = new Date(last_file_at ?? scheduled_at);
  const withinMs = Math.max(hours * HOUR_MS, longestGapMs(schedule, since));
  return new Date(since.getTime() + withinMs + FILE_GRACE_MS);
}

/**
 * PLAT-03: outcome of an attempt to read a feed. `imported`: its stock is on the site; `unchanged`: same as last time;
 * `refused`: it appears broken (import-guards.ts); `unreadable`: it is not a feed; `failed`: the source did not send
 * it; `interrupted`: its process ended.
 */
const FEED_OUTCOMES = ['imported', 'unchanged', 'refused', 'unreadable', 'failed', 'interrupted'] as const;
export type FeedOutcome = (typeof FEED_OUTCOMES)[number];

export type FeedCounts = {
  rows: number;
  /** Vehicles in the feed. */
  stored: number;
  added: number;
  changed: number;
  removed: number;
  skipped: number;
  /** Vehicles of the dealer afterwards. */
  inStock: number;
  /** A person has accepted it although it appears broken. */
  isForced?: true;
};

/** State of a scheduled feed; times are ISO 8601 in UTC. */
type FeedState = {
  dealer: string;
  lastSuccessAt: string | null;
  lastAttemptAt: string | null;
  lastOutcome: FeedOutcome | null;
  /** Code of the last failure, such as `http_500`; null after a success. */
  lastError: string | null;
  /** Consecutive. */
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

export const feedStates = async (db: Database): Promise<FeedState[]> =>
  (await feedStateRows(db)).map(toFeedState);
