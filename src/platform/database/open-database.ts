import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { DatabaseLocation, Environment } from '#src/config/environment.ts';
import type { Database } from './database.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite } from './engines/sqlite.ts';
import { migrate } from './migrate.ts';

const OTHERS_UMASK = 0o077;
const OTHERS = 0o077;
const OWNER = 0o700;

/** Restricts access to the owner. @returns number of files and folders others could access */
function tighten(path: string, depth: number): number {
  const { mode, isLink, isFolder } = kindOf(path);
  if (isLink) return 0;
  let changed = 0;
  if (isFolder && depth > 0)
    for (const name of readdirSync(path)) changed += tighten(join(path, name), depth - 1);
  if ((mode & OTHERS) === 0) return changed;
  chmodSync(path, mode & OWNER);
  return changed + 1;
}

function kindOf(path: string) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Deleted since its folder was read.
  if (!stats) return { mode: 0, isLink: true, isFolder: false };
  return { mode: stats.mode, isLink: !stats.isFile() && !stats.isDirectory(), isFolder: stats.isDirectory() };
}

/**
 * Creates a folder and restricts it, its content and all later files of this process to the owner. If the folder is
 * already restricted, its content is not checked.
 * @returns number of files and folders others could access
 * @throws system errors if they belong to another user
 */
export function makePrivate(folder: string): number {
  if (isMainThread) process.umask(OTHERS_UMASK);
  mkdirSync(folder, { recursive: true, mode: OWNER });
  const isOpen = (lstatSync(folder).mode & OTHERS) !== 0;
  return tighten(folder, isOpen ? Number.POSITIVE_INFINITY : 1);
}

/** File name below DATA_DIR. */
export const SQLITE_FILE = 'forecourt.db';

/** Its own connection waits for a migration as long as that takes. */
async function migratePostgres(url: string): Promise<string[]> {
  const db = openPostgres(url, undefined, 1, 0);
  return migrate(db).finally(() => db.destroy());
}

type OpenedLocation = DatabaseLocation & Partial<Pick<Environment, 'DATABASE_CONNECTIONS'>>;

/**
 * Opens the database and migrates it: Postgres if DATABASE_URL is set, otherwise SQLite in DATA_DIR, which is created
 * if missing.
 * @param log records connections that break while idle
 */
export async function openDatabase(place: OpenedLocation, log?: Pick<Logger, 'warn'>): Promise<Database> {
  const reachable = makePrivate(place.DATA_DIR);
  if (reachable > 0)
    log?.warn(
      { folder: place.DATA_DIR, changed: reachable },
      'the data folder was open to others; now its owner alone can read it',
    );
  const lost = (reason: string) => log?.warn({ reason }, 'database connection lost');
  const db = place.DATABASE_URL
    ? openPostgres(place.DATABASE_URL, lost, place.DATABASE_CONNECTIONS)
    : openSqlite(join(place.DATA_DIR, SQLITE_FILE));
  try {
    const later = await (place.DATABASE_URL ? migratePostgres(place.DATABASE_URL) : migrate(db));
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
