import type { Database } from './database.ts';

/** A fixed counting window; its row may be deleted after `expiresAt`. */
type CountWindow = { key: string; windowStart: string; expiresAt: string };

/**
 * Increments the count of each window in a single statement, so that row locks are held as briefly as possible. All
 * callers must pass windows in the same order to avoid deadlocks.
 * @returns new counts by key
 */
export async function countEach(
  db: Database,
  windows: readonly CountWindow[],
): Promise<ReadonlyMap<string, number>> {
  const counted = await db
    .insertInto('rate_counts')
    .values(
      windows.map(({ key, windowStart, expiresAt }) => ({
        key,
        window_start: windowStart,
        count: 1,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_counts.count', '+', 1) })),
    )
    .returning(['key', 'count'])
    .execute();
  return new Map(counted.map(({ key, count }) => [key, count]));
}

/** A sliding window divided into parts: a use is counted in `part`, and all parts from `oldest` on count. */
export type SlidingWindow = { key: string; part: string; oldest: string; expiresAt: string };
export type PartCount = { start: string; count: number };

/** Row shared by all parts of a key: updating it serialises transactions. */
const EVERY_PART = '';

/**
 * Counts a use in each sliding window, exact under concurrency and across part boundaries. All callers must pass
 * windows in the same order to avoid deadlocks.
 * @returns counted parts including this use, oldest first, by key
 */
export async function countSliding(
  db: Database,
  windows: readonly SlidingWindow[],
): Promise<ReadonlyMap<string, PartCount[]>> {
  await countEach(
    db,
    windows.flatMap(({ key, part, expiresAt }) =>
      [EVERY_PART, part].map((windowStart) => ({ key, windowStart, expiresAt })),
    ),
  );
  return partCounts(db, windows);
}

/** @returns counted parts of each sliding window, oldest first, by key; omits windows without any */
export async function partCounts(
  db: Database,
  windows: readonly Pick<SlidingWindow, 'key' | 'oldest'>[],
): Promise<ReadonlyMap<string, PartCount[]>> {
  const rows = await db
    .selectFrom('rate_counts')
    .select(['key', 'window_start', 'count'])
    .where((eb) =>
      eb.or(
        windows.map(({ key, oldest }) => eb.and([eb('key', '=', key), eb('window_start', '>=', oldest)])),
      ),
    )
    .orderBy('window_start')
    .execute();
  return Map.groupBy(
    rows.map(({ key, window_start, count }) => ({ key, start: window_start, count })),
    ({ key }) => key,
  );
}

/** @returns the new count of this window */
export const countOne = async (db: Database, window: CountWindow): Promise<number> =>
  (await countEach(db, [window])).get(window.key) ?? 0;

/**
 * Increments unless `limit` is reached, in a single statement, so concurrent calls never exceed it.
 * @returns whether it was counted
 */
export async function countUpTo(
  db: Database,
  limit: number,
  { key, windowStart, expiresAt }: CountWindow,
): Promise<boolean> {
  const counted = await db
    .insertInto('rate_counts')
    .values({ key, window_start: windowStart, count: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_counts.count', '+', 1) }))
        .where('rate_counts.count', '<', limit),
    )
    .returning('count')
    .executeTakeFirst();
  return counted !== undefined;
}

/** @returns number of deleted windows */
export async function sweepCounts(db: Database, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rate_counts')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
