import type { Database } from './database.ts';

/** A window of time in which something is counted; its row may go once `expiresAt` has passed. */
export type CountWindow = { key: string; windowStart: string; expiresAt: string };

/**
 * Counts one more, exactly however many do so at once.
 * @returns how many there are in this window now
 */
export async function countOne(db: Database, window: CountWindow): Promise<number> {
  const { count } = await db
    .insertInto('rate_counts')
    .values({ key: window.key, window_start: window.windowStart, count: 1, expires_at: window.expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_counts.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns how many windows are forgotten */
export async function sweepCounts(db: Database, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rate_counts')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
