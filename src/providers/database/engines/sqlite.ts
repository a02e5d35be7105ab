import { mkdirSync, stat, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { watchLogSize } from './file-upkeep.ts';
import { syncOfLog } from './log-sync.ts';
import { SCRUBBED_FILE } from './scrub-state.ts';
import { twoConnectionDialect } from './sqlite-dialect.ts';

const statOf = promisify(stat);

/**
 * Checks that a file is still the one that was opened. SQLite continues to write to a deleted or replaced file, and
 * those writes are lost when the process ends.
 * @returns resolves while the file is in place, else rejects with the reason
 */
function fileInPlace(file: string): () => Promise<void> {
  const opened = statSync(file);
  return async () => {
    const found = await statOf(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error('the database file was deleted while it was open');
      throw error;
    });
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new Error('the database file was replaced while it was open');
  };
}

/** A process may block while opening a file; later no statement blocks the thread that serves pages. */
const OPENING_TIMEOUT_MS = 5000;
/** The log is emptied by a thread of its own at 16 MB; where that fails, by the commit that reaches 160 MB. */
const LAST_RESORT_CHECKPOINT_PAGES = 40_000;

/**
 * Every connection sets the pragma that erasing relies on: SQLite then overwrites deleted data in the pages it
 * writes.
 */
function connect(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: OPENING_TIMEOUT_MS });
  sqlite.exec('PRAGMA journal_mode = WAL');
  sqlite.exec('PRAGMA synchronous = NORMAL');
  sqlite.exec(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_CHECKPOINT_PAGES}`);
  sqlite.exec('PRAGMA foreign_keys = ON');
  sqlite.exec('PRAGMA secure_delete = ON');
  sqlite.exec('PRAGMA busy_timeout = 0');
  return sqlite;
}

/**
 * Opens (and creates) the SQLite database: WAL, consistent after a power cut; `onDisk` resolves when a commit is on
 * disk.
 */
export function openSqlite(file: string): Database {
  const isInMemory = file === ':memory:';
  if (!isInMemory) mkdirSync(dirname(file), { recursive: true });
  const writer = connect(file);
  markNewFile(writer);
  const reader = isInMemory ? writer : connect(file);
  if (!isInMemory) reader.exec('PRAGMA query_only = ON');
  const log = isInMemory ? undefined : syncOfLog(`${file}-wal`);
  const upkeep = isInMemory ? undefined : watchLogSize(file);
  const connections = {
    reader,
    writer,
    onCommit: () => upkeep?.committed(),
    close() {
      upkeep?.stop();
      log?.close();
      if (reader !== writer) reader.close();
      writer.close();
    },
  };
  const requireInPlace = isInMemory ? undefined : fileInPlace(file);
  const synced = async () => {
    await log?.synced();
    await requireInPlace?.();
  };
  return new Kysely<Tables>({ dialect: twoConnectionDialect(connections, synced) });
}

/** A new file overwrites deleted data from its first row on; a file with tables may be older than that. */
function markNewFile(sqlite: DatabaseSync): void {
  const isEmpty = () => sqlite.prepare('select 1 from sqlite_master limit 1').get() === undefined;
  if (!isEmpty()) return;
  sqlite.exec(`PRAGMA busy_timeout = ${OPENING_TIMEOUT_MS}`);
  sqlite.exec('BEGIN IMMEDIATE');
  if (isEmpty()) sqlite.exec(`PRAGMA user_version = ${SCRUBBED_FILE}`);
  sqlite.exec('COMMIT');
  sqlite.exec('PRAGMA busy_timeout = 0');
}
