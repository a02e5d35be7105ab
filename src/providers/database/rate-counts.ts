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

/** @returns how many there are in each window, by key; none of those without any */
export async function countsOf(
  db: Database,
  windows: readonly CountWindow[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('rate_counts')
    .select(['key', 'count'])
    .where((eb) => eb.or(windows.map(({ key, windowStart }) => eb.and({ key, window_start: windowStart }))))
    .execute();
  return new Map(rows.map(({ key, count }) => [key, count]));
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
