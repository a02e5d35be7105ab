import type { Database } from '#src/providers/database/database.ts';
import { type FeedStateRow, feedStateRows } from '#src/providers/database/feed-states.ts';

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
