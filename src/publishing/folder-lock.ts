import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '#src/disk/is-running.ts';

/** Another process is working in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Does `work` and returns whether it met this state of the disk instead. */
function meets(code: 'EEXIST' | 'EINVAL' | 'ENOENT' | 'ENOSPC', work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (codeOf(error) === code) return true;
    throw error;
  }
}

/** The process a lock names, if it still runs; a killed process leaves its lock behind. */
function holderOf(lock: string): number | undefined {
  let text = '';
  meets('ENOENT', () => {
    const isFile = meets('EINVAL', () => {
      text = readlinkSync(lock);
    });
    if (isFile) text = readFileSync(lock, 'utf8');
  });
  const pid = Number(text);
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

/** Creates the lock with its pid in one step: a lock without a pid would look stale. */
function take(lock: string): boolean {
  const own = `${lock}.${process.pid}`;
  const pid = String(process.pid);
  // On a full disk a name is all there is room for, and a command that makes room needs the lock too.
  if (meets('ENOSPC', () => writeFileSync(own, pid))) {
    rmSync(own, { force: true });
    symlinkSync(pid, own);
  }
  const isTaken = meets('EEXIST', () => linkSync(own, lock));
  rmSync(own, { force: true });
  return !isTaken;
}

/** Removes a stale lock, but restores one that another process has taken since it was read. */
function dropStale(lock: string): void {
  const aside = `${lock}.${process.pid}`;
  if (meets('ENOENT', () => renameSync(lock, aside))) return;
  if (holderOf(aside) !== undefined) meets('EEXIST', () => linkSync(aside, lock));
  rmSync(aside, { force: true });
}

/**
 * Does `work` while no other process does the same in `folder`.
 * @throws FolderInUse immediately if another process does
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, '.lock');
  while (!take(lock)) {
    const pid = holderOf(lock);
    if (pid !== undefined) {
      throw new FolderInUse(
        `Process ${pid} is building into ${folder} now. Wait until it ends, or build into another folder with --out. If that process is no build, delete ${lock}.`,
      );
    }
    dropStale(lock);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
