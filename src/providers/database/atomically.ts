import type { Database } from './database.ts';

/** Runs `work` in the transaction `db` already is, else in one of its own. */
export const atomically = <T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
