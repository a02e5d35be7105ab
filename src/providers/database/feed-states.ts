import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { StockTables } from './stock-tables.ts';

export type FeedStateRow = Selectable<StockTables['feed_states']>;

export const feedStateRows = (db: Database): Promise<FeedStateRow[]> =>
  db.selectFrom('feed_states').selectAll().orderBy('dealer').execute();

export const feedStateRow = (db: Database, dealer: string): Promise<FeedStateRow | undefined> =>
  db.selectFrom('feed_states').selectAll().where('dealer', '=', dealer).executeTakeFirst();

/** Stores a state, in place of the dealer's former one. */
export async function putFeedState(db: Database, { dealer, ...state }: FeedStateRow): Promise<void> {
  await db
    .insertInto('feed_states')
    .values({ dealer, ...state })
    .onConflict((conflict) => conflict.column('dealer').doUpdateSet(state))
    .execute();
}

/** What is known of a feed whose next reading imports it, whether or not it has changed. */
export const TO_IMPORT = { etag: null, last_modified: null, content_hash: null, settings_hash: null };

/** The next reading imports the feed, even if it has not changed. */
export async function importAgain(db: Database, dealer: string): Promise<void> {
  await db.updateTable('feed_states').set(TO_IMPORT).where('dealer', '=', dealer).execute();
}
