import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isScrubbed } from './scrub-state.ts';

/** `scrub`: remove deleted data from the file and its log. */
export type UpkeepTask = { file: string; work: 'checkpoint' | 'scrub' };

/** Result of a scrub; `held` if another connection still reads from the log. */
export type ScrubResult = 'clean' | 'held';

/** Writers wait asynchronously, so this thread may block. */
const LOCK_TIMEOUT_MS = 5000;
/** Waiting for readers blocks writers, so the wait has to be unnoticeable. */
const READERS_TIMEOUT_MS = 200;

/** Even: the log has not been emptied yet. */
const REWRITTEN = 2;

const versionOf = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.user_version);

function setVersion(sqlite: DatabaseSync, from: number, to: number): boolean {
  sqlite.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  sqlite.exec('BEGIN IMMEDIATE');
  // Data erased in the meantime needs another scrub.
  const isUnchanged = versionOf(sqlite) === from;
  if (isUnchanged) sqlite.exec(`PRAGMA user_version = ${to}`);
  sqlite.exec('COMMIT');
  return isUnchanged;
}

/** See `scrub-state.ts` for the meaning of the version. */
function scrub(sqlite: DatabaseSync): ScrubResult {
  let version = versionOf(sqlite);
  if (isScrubbed(version)) return 'clean';
  if (version === 0) {
    // Pages written before secure_delete was enabled contain deleted rows in unused space; only rewriting the file
    // removes them.
    sqlite.exec('VACUUM');
    if (!setVersion(sqlite, 0, REWRITTEN)) return 'held';
    version = REWRITTEN;
  }
  sqlite.exec('PRAGMA wal_checkpoint(PASSIVE)');
  sqlite.exec(`PRAGMA busy_timeout = ${READERS_TIMEOUT_MS}`);
  if (sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) return 'held';
  return setVersion(sqlite, version, version + 1) ? 'clean' : 'held';
}

const { file, work } = workerData as UpkeepTask;
const sqlite = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
try {
  sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
  if (work === 'checkpoint') sqlite.exec('PRAGMA wal_checkpoint(PASSIVE)');
  parentPort?.postMessage(work === 'scrub' ? scrub(sqlite) : undefined);
} finally {
  sqlite.close();
}
