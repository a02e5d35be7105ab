import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process is at work in the folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** The process a lock names, if it still runs; one that was killed left its lock behind. */
function holderOf(lock: string): number | undefined {
  const pid = Number(readFileSync(lock, 'utf8'));
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid) ? pid : undefined;
}

/**
 * Does `work` while no other process does the same in `folder`.
 * @throws FolderInUse at once where one does
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, '.lock');
  const take = () => writeFileSync(lock, String(process.pid), { flag: 'wx' });
  try {
    take();
  } catch {
    const pid = holderOf(lock);
    if (pid !== undefined) {
      throw new FolderInUse(
        `Process ${pid} is building into ${folder} now. Wait until it ends, or build into another folder with --out. If that process is no build, delete ${lock}.`,
      );
    }
    rmSync(lock, { force: true });
    take();
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
