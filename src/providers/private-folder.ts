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
  // Gone since its folder was read.
  if (!stats) return { mode: 0, isLink: true, isFolder: false };
  return { mode: stats.mode, isLink: !stats.isFile() && !stats.isDirectory(), isFolder: stats.isDirectory() };
}

/**
 * Makes the folder, and it and what lies in it its owner's alone, with all that this process will write. A folder
 * closed to others hides what is in it, so deep down it is looked at only while it was open.
 * @returns how many files and folders others could reach
 * @throws what the system says where they belong to somebody else
 */
export function makePrivate(folder: string): number {
  if (isMainThread) process.umask(OTHERS_UMASK);
  mkdirSync(folder, { recursive: true, mode: OWNER });
  const isOpen = (lstatSync(folder).mode & OTHERS) !== 0;
  return tighten(folder, isOpen ? Number.POSITIVE_INFINITY : 1);
}
