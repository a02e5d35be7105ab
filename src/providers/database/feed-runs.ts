import type { Database } from './database.ts';

export type FeedRunEnd = {
  id: string;
  endedAt: string;
  outcome: string;
  /** A short code. */
  error: string | null;
  bytes: number | null;
  /** JSON. */
  counts: string | null;
};

export async function startFeedRun(
  db: Database,
  { id, dealer, startedAt }: { id: string; dealer: string; startedAt: string },
): Promise<void> {
  const open = { ended_at: null, outcome: null, error: null, bytes: null, counts: null };
  await db
    .insertInto('feed_runs')
    .values({ id, dealer, started_at: startedAt, ...open })
    .execute();
}

export async function endFeedRun(db: Database, { id, endedAt, ...run }: FeedRunEnd): Promise<void> {
  await db
    .updateTable('feed_runs')
    .set({ ended_at: endedAt, ...run })
    .where('id', '=', id)
    .execute();
}

/** Closes runs whose process ended; called only by the holder of the dealer's lease. @returns their number */
export async function closeDeadRuns(db: Database, dealer: string, endedAt: string): Promise<number> {
  const closed = await db
    .updateTable('feed_runs')
    .set({ ended_at: endedAt, outcome: 'interrupted' })
    .where('dealer', '=', dealer)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}

/** Deletes the runs that started before an instant. */
export async function forgetFeedRuns(db: Database, dealer: string, before: string): Promise<void> {
  await db.deleteFrom('feed_runs').where('dealer', '=', dealer).where('started_at', '<', before).execute();
}

/** Counts of the dealer's imports since an instant as JSON, oldest first. */
export async function importedCounts(db: Database, dealer: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('feed_runs')
    .select('counts')
    .where('dealer', '=', dealer)
    .where('started_at', '>=', since)
    .where('counts', 'is not', null)
    .orderBy('started_at')
    .execute();
  return rows.flatMap(({ counts }) => counts ?? []);
}
