import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';
import { isScrubDue } from './erasure-mark.ts';
import { inUpkeepThread } from './file-upkeep.ts';
import type { ScrubResult } from './file-upkeep-thread.ts';

/** Where personal data is stored. */
const PERSONAL_TABLES = [
  'leads',
  'outbox',
  'delivery_attempts',
  'trade_ins',
  'trade_in_photos',
  'miscellaneous_records',
] as const;

/**
 * Takes what was deleted out of the file: on SQLite out of its log and of pages written before deleted rows were
 * overwritten, on Postgres with VACUUM, as far as the role may. Pages and other writers go on.
 * @returns `held` where another connection reads from the log still, so that it has to be tried again
 */
export async function scrubDeleted(db: Database): Promise<ScrubResult> {
  if (engineOf(db) === 'postgres') {
    for (const table of PERSONAL_TABLES) await sql`vacuum ${sql.table(table)}`.execute(db);
    return 'clean';
  }
  if (!(await isScrubDue(db))) return 'clean';
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  return file ? inUpkeepThread<ScrubResult>({ file, work: 'scrub' }) : 'clean';
}
