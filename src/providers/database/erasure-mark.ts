import { sql } from 'kysely';
import { type Database, engineOf } from './database.ts';
import { isScrubbed } from './scrub-state.ts';

async function versionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`select user_version from pragma_user_version`.execute(
    db,
  );
  return rows[0]?.user_version ?? 0;
}

/** Notes, in the transaction that erases, that what it deletes has to leave the file and its log as well. */
export async function markErased(transaction: Database): Promise<void> {
  if (engineOf(transaction) === 'postgres') return;
  const version = await versionOf(transaction);
  if (version === 0) return;
  const next = isScrubbed(version) ? version + 1 : version + 2;
  await sql.raw(`pragma user_version = ${next}`).execute(transaction);
}

/** Whether something deleted may be left in SQLite's file or log. */
export const isScrubDue = async (db: Database): Promise<boolean> =>
  engineOf(db) === 'sqlite' && !isScrubbed(await versionOf(db));
