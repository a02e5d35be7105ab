import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';
import { isDeadlock } from './engines/postgres.ts';

const ATTEMPTS = 3;

/**
 * Runs `work` in the current transaction, or in a new one. A new one is retried after a deadlock, so other effects of
 * `work` must be repeatable.
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

/** Serialises transactions with the same name until they end. SQLite allows a single writer in any case. */
export async function acquireAdvisoryLock(transaction: Database, name: string): Promise<void> {
  if (engineOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
