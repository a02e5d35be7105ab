import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';
import { inUpkeepThread } from './engines/file-upkeep.ts';
import type { ScrubResult } from './engines/file-upkeep-thread.ts';
import { isScrubbed } from './engines/scrub-state.ts';

async function versionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`select user_version from pragma_user_version`.execute(
    db,
  );
  return rows[0]?.user_version ?? 0;
}

/** Records, in the erasing transaction, that its deleted data must also be removed from the file and its log. */
export async function markErased(transaction: Database): Promise<void> {
  if (engineOf(transaction) === 'postgres') return;
  const version = await versionOf(transaction);
  if (version === 0) return;
  const next = isScrubbed(version) ? version + 1 : version + 2;
  await sql.raw(`pragma user_version = ${next}`).execute(transaction);
}

/** Whether deleted data may be left in SQLite's file or log. */
export const isScrubDue = async (db: Database): Promise<boolean> =>
  engineOf(db) === 'sqlite' && !isScrubbed(await versionOf(db));

/** Where personal data is stored. */
const PERSONAL_TABLES = [
  'leads',
  'outbox',
  'delivery_attempts',
  'trade_ins',
  'trade_in_photos',
  'miscellaneous_records',
  'contacts',
  'sessions',
  'verifications',
  'saved_searches',
  'watchlists',
  'reservations',
  'online_payments',
  'prize_draws',
] as const;

/**
 * Removes deleted data from the file: on SQLite from its log and from pages written before deleted rows were
 * overwritten, on Postgres with VACUUM, as far as the role may. Other readers and writers continue.
 * @returns `held` if another connection still reads from the log, so that it must be retried
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
