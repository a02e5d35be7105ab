import type { Database } from './database.ts';

/** A counting window; its row may be deleted after `expiresAt`. */
export type CountWindow = { key: string; windowStart: string; expiresAt: string };

/**
 * Counts one more in each window, exactly even under concurrency: in one statement, so that others wait as briefly as
 * possible. All callers name several windows in the same order.
 * @returns how many there are now, by key
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

/** A sliding window, counted by parts: a use is counted in `part`, and all parts from `oldest` on count. */
export type SlidingWindow = { key: string; part: string; oldest: string; expiresAt: string };
export type PartCount = { start: string; count: number };

/** The row that all parts of a key share: a count in any of them locks it until the transaction ends. */
const EVERY_PART = '';

/**
 * Counts one more in each sliding window, exactly even under concurrency and where one part follows another. All
 * callers name several windows in the same order.
 * @returns the parts that count, this use included, oldest first, by key
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

/** @returns the parts of each sliding window that count, oldest first, by key; none of those without any */
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

/** @returns how many there are in this window now */
export const countOne = async (db: Database, window: CountWindow): Promise<number> =>
  (await countEach(db, [window])).get(window.key) ?? 0;

/**
 * Counts one more unless `limit` is reached, in a single statement: concurrent calls never count more than `limit`.
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

/** @returns how many windows are forgotten */
export async function sweepCounts(db: Database, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rate_counts')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
