import type { Selectable } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import type { StockTables } from '#src/platform/database/tables.ts';
import { feedStateRow } from './feed-queries.ts';

export type PushedFeedRow = Selectable<StockTables['pushed_feeds']>;

/** Before its body goes to the bucket, so that what a killed process has left there is known. */
export const insertArrivingPush = (db: Database, row: Omit<PushedFeedRow, 'accepted_at'>): Promise<unknown> =>
  db
    .insertInto('pushed_feeds')
    .values({ ...row, accepted_at: null })
    .execute();

const justAfter = (time: string | null | undefined): number => (time ? Date.parse(time) + 1 : 0);

/** Accepts a body whose content is in the bucket; later than all before it, whichever machine's clock is ahead. */
export async function acceptPush(
  db: Database,
  { id, dealer }: Pick<PushedFeedRow, 'id' | 'dealer'>,
  now: Date,
): Promise<void> {
  const state = await feedStateRow(db, dealer);
  const last = (await waitingPushRows(db, dealer)).at(-1);
  const at = Math.max(now.getTime(), justAfter(last?.accepted_at), justAfter(state?.last_attempt_at));
  await db
    .updateTable('pushed_feeds')
    .set({ accepted_at: new Date(at).toISOString() })
    .where('id', '=', id)
    .execute();
}

/** In the order of import. */
export const waitingPushRows = (db: Database, dealer: string): Promise<PushedFeedRow[]> =>
  db
    .selectFrom('pushed_feeds')
    .selectAll()
    .where('dealer', '=', dealer)
    .where('accepted_at', 'is not', null)
    .orderBy('accepted_at')
    .orderBy('id')
    .execute();

/** With bodies that are arriving, or whose process has ended. */
export const allPushRows = (db: Database, dealer: string): Promise<PushedFeedRow[]> =>
  db.selectFrom('pushed_feeds').selectAll().where('dealer', '=', dealer).execute();

/** When the newest that waits was accepted, by dealer. */
export async function lastPushTimes(db: Database): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('pushed_feeds')
    .select(({ fn }) => ['dealer', fn.max('accepted_at').as('at')])
    .where('accepted_at', 'is not', null)
    .groupBy('dealer')
    .execute();
  return new Map(rows.flatMap(({ dealer, at }) => (at === null ? [] : [[dealer, new Date(at)]])));
}

export const deletePush = (db: Database, id: string): Promise<unknown> =>
  db.deleteFrom('pushed_feeds').where('id', '=', id).execute();

/** Adds bodies of another installation, or of this one from before the bucket, unless they are known. */
export async function addWaitingPushes(
  db: Database,
  bodies: readonly { id: string; dealer: string; bytes: number; acceptedAt: Date }[],
): Promise<void> {
  for (const { id, dealer, bytes, acceptedAt } of bodies) {
    const at = acceptedAt.toISOString();
    await db
      .insertInto('pushed_feeds')
      .values({ id, dealer, bytes, arrived_at: at, accepted_at: at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}
