import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process is working in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/** Empty and never removed: locking a deleted file would not exclude other processes. */
const LOCK_FILE = '.lock.db';
/** Names the locking process, for messages only. */
const HOLDER_FILE = '.lock.holder';

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & PRIMARY_CODE) === SQLITE_BUSY;

/**
 * Uses SQLite to lock a file through the operating system, which releases it however the process ends. An immediate
 * transaction excludes all other writers, including this process.
 * @returns undefined if it is locked
 */
function lockFile(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // An in-memory journal needs no space on a full disk, which the command that frees space would not have.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function withoutFailing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function inUse(folder: string): FolderInUse {
  const holder = withoutFailing(() => readFileSync(join(folder, HOLDER_FILE), 'utf8')) || 'Another process';
  return new FolderInUse(
    `${holder} is building into ${folder} now. Wait until it ends, or build into another folder with --out.`,
  );
}

/**
 * Runs `work` while no other process does so in `folder`.
 * @throws FolderInUse immediately if another process does
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const lock = lockFile(join(folder, LOCK_FILE));
  if (!lock) throw inUse(folder);
  const holder = join(folder, HOLDER_FILE);
  withoutFailing(() => writeFileSync(holder, `Process ${process.pid} on ${hostname()}`));
  try {
    return await work();
  } finally {
    withoutFailing(() => rmSync(holder, { force: true }));
    lock.close();
  }
}
