import type { Database } from './database.ts';

export type KnownFeedAlarm = { dealer: string; kind: string; isReported: boolean };

export async function knownFeedAlarms(db: Database): Promise<KnownFeedAlarm[]> {
  const rows = await db.selectFrom('feed_alarms').selectAll().orderBy('dealer').orderBy('kind').execute();
  return rows.map(({ dealer, kind, reported_at }) => ({ dealer, kind, isReported: reported_at !== null }));
}

/** Records an alarm, and that people know of it once they do. */
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
