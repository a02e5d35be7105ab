import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';

/**
 * Until the transaction ends, no other gets past this line with the same name. SQLite lets one writer in at a time
 * in any case.
 */
export async function holdAlone(transaction: Database, name: string): Promise<void> {
  if (engineOf(transaction) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
