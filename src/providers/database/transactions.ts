import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';
import { isDeadlock } from './engines/postgres-failure.ts';

const ATTEMPTS = 3;

/**
 * Runs `work` in the transaction `db` already is, else in one of its own. That one is tried again where Postgres
 * ended it for one that waited for it in turn, so what `work` does besides must bear being done twice.
 */
export async function atomically<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

/**
 * Until the transaction ends, no other gets past this line with the same name. SQLite lets one writer in at a time
 * in any case.
 */
export async function holdAlone(transaction: Database, name: string): Promise<void> {
  if (engineOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
