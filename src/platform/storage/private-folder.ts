import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OTHERS_UMASK = 0o077;
const OTHERS = 0o077;
const OWNER = 0o700;

/** Removes all access rights but the owner's. @returns how many files and folders others could reach */
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
 * Creates the folder and restricts it, its content and all later files of this process to the owner. The content of a
 * folder that was already closed to others is not checked further.
 * @returns how many files and folders others could reach
 * @throws the system's error if they belong to another user
 */
export function makePrivate(folder: string): number {
  if (isMainThread) process.umask(OTHERS_UMASK);
  mkdirSync(folder, { recursive: true, mode: OWNER });
  const isOpen = (lstatSync(folder).mode & OTHERS) !== 0;
  return tighten(folder, isOpen ? Number.POSITIVE_INFINITY : 1);
}
