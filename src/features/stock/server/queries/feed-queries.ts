import type { Selectable } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import type { StockTables } from '#src/platform/database/tables.ts';

export type FeedStateRow = Selectable<StockTables['feed_states']>;

export const feedStateRows = (db: Database): Promise<FeedStateRow[]> =>
  db.selectFrom('feed_states').selectAll().orderBy('dealer').execute();

export const feedStateRow = (db: Database, dealer: string): Promise<FeedStateRow | undefined> =>
  db.selectFrom('feed_states').selectAll().where('dealer', '=', dealer).executeTakeFirst();

/** Upserts the state of a dealer's feed. */
export async function putFeedState(db: Database, { dealer, ...state }: FeedStateRow): Promise<void> {
  await db
    .insertInto('feed_states')
    .values({ dealer, ...state })
    .onConflict((conflict) => conflict.column('dealer').doUpdateSet(state))
    .execute();
}

/** State of a feed to be imported at its next reading, even if unchanged. Its validators also say what has been read. */
export const TO_IMPORT = { settings_hash: null };

/** The next reading imports the feed, even if unchanged. */
export async function forceNextImport(db: Database, dealer: string): Promise<void> {
  await db.updateTable('feed_states').set(TO_IMPORT).where('dealer', '=', dealer).execute();
}

/** The feed is read and imported at once, even if unchanged. */
export async function forceImportNow(db: Database, dealer: string, now: string): Promise<void> {
  const due = { ...TO_IMPORT, next_due_at: now };
  await db.updateTable('feed_states').set(due).where('dealer', '=', dealer).execute();
}

type FeedRunEnd = {
  id: string;
  endedAt: string;
  outcome: string;
  /** Error code. */
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

/** Closes runs whose process has ended; requires the dealer's lease. @returns number closed */
export async function closeDeadRuns(db: Database, dealer: string, endedAt: string): Promise<number> {
  const closed = await db
    .updateTable('feed_runs')
    .set({ ended_at: endedAt, outcome: 'interrupted' })
    .where('dealer', '=', dealer)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(closed.numUpdatedRows);
}

/** Deletes runs started before an instant. */
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

/** Number of files since an instant that could not be imported. */
export async function countFailedRuns(db: Database, dealer: string, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('feed_runs')
    .select((select) => select.fn.countAll().as('count'))
    .where('dealer', '=', dealer)
    .where('started_at', '>=', since)
    .where('outcome', 'in', ['refused', 'unreadable'])
    .where('bytes', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type KnownFeedAlarm = { dealer: string; kind: string; isReported: boolean };

export async function feedAlarms(db: Database): Promise<KnownFeedAlarm[]> {
  const rows = await db.selectFrom('feed_alarms').selectAll().orderBy('dealer').orderBy('kind').execute();
  return rows.map(({ dealer, kind, reported_at }) => ({ dealer, kind, isReported: reported_at !== null }));
}

/** Records an alarm, and whether staff have been alerted. */
export async function putFeedAlarm(
  db: Database,
  { dealer, kind, isReported }: KnownFeedAlarm,
  at: string,
): Promise<void> {
  const reported_at = isReported ? at : null;
  await db
    .insertInto('feed_alarms')
    .values({ dealer, kind, raised_at: at, reported_at })
    .onConflict((conflict) => conflict.columns(['dealer', 'kind']).doUpdateSet({ reported_at }))
    .execute();
}

export async function deleteFeedAlarm(
  db: Database,
  { dealer, kind }: Pick<KnownFeedAlarm, 'dealer' | 'kind'>,
): Promise<void> {
  await db.deleteFrom('feed_alarms').where('dealer', '=', dealer).where('kind', '=', kind).execute();
}
