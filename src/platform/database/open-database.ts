import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { makePrivate } from '#src/platform/storage/private-folder.ts';
import type { Database } from './database.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import { migrate } from './migrate.ts';

/** File name below DATA_DIR. */
export const SQLITE_FILE = 'forecourt.db';

/**
 * Opens the database and migrates it: Postgres if DATABASE_URL is set, otherwise SQLite in DATA_DIR, which is created
 * if missing.
 * @param log records connections that break while idle
 */
export async function openDatabase(place: DatabaseLocation, log?: Pick<Logger, 'warn'>): Promise<Database> {
  const reachable = makePrivate(place.DATA_DIR);
  if (reachable > 0)
    log?.warn(
      { folder: place.DATA_DIR, changed: reachable },
      'the data folder was open to others; now its owner alone can read it',
    );
  const db = place.DATABASE_URL
    ? openPostgres(place.DATABASE_URL, (reason) => log?.warn({ reason }, 'database connection lost'))
    : openSqlite(join(place.DATA_DIR, SQLITE_FILE));
  try {
    const later = await migrate(db);
    if (later.length > 0) log?.warn({ later }, 'a later release of this code has used this database');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * For commands that read existing data.
 * @throws Error if DATA_DIR contains no database
 */
export async function openExistingDatabase(place: DatabaseLocation): Promise<Database> {
  const file = join(place.DATA_DIR, SQLITE_FILE);
  if (!place.DATABASE_URL && !existsSync(file))
    throw new Error(`No database at ${file}. Set DATA_DIR or DATABASE_URL to where the sites keep theirs.`);
  return openDatabase(place);
}
