import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** `scrub`: nothing that was deleted is left in the file or its log. */
export type UpkeepTask = { file: string; work: 'checkpoint' | 'scrub' };

/** What a scrub came to; `held` where another connection reads from the log still. */
export type ScrubResult = 'clean' | 'held';

/** Writers of this and other processes wait asynchronously meanwhile; this thread may wait for them in turn. */
const LOCK_TIMEOUT_MS = 5000;

const versionOf = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.user_version);

/** `user_version` says whether something deleted may be left: see `erasure-mark.ts`. */
function scrub(sqlite: DatabaseSync): ScrubResult {
  const version = versionOf(sqlite);
  if (version % 2 === 1) return 'clean';
  // Pages written before deleted rows were overwritten hold them in their gaps; only a rewrite of the file frees those.
  if (version === 0) sqlite.exec('VACUUM');
  const checkpoint = sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (checkpoint?.busy !== 0) return 'held';
  sqlite.exec('BEGIN IMMEDIATE');
  // Erased meanwhile: due again.
  const isUnchanged = versionOf(sqlite) === version;
  if (isUnchanged) sqlite.exec(`PRAGMA user_version = ${version + 1}`);
  sqlite.exec('COMMIT');
  return isUnchanged ? 'clean' : 'held';
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
