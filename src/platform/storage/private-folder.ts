import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

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
