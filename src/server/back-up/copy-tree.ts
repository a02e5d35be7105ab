import type { Stats } from 'node:fs';
import { chmod, constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const OWNER_FOLDER = 0o700;

/** Hard links count as files; their bytes count once. */
export type Copied = { files: number; bytes: number };

/** Whether to leave out a path and everything below it. */
type Skip = (path: string) => boolean;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const statIfExists = (path: string): Promise<Stats | undefined> => orNothing(stat(path));

export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Identifies the content that hard links share. Times are included because inode numbers are reused. */
const contentOf = ({ dev, ino, size, mtimeMs, birthtimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, birthtimeMs].join(' ');

/** @returns whether an earlier copy of the same content could be linked */
async function linkCopy(earlier: string | undefined, to: string): Promise<boolean> {
  if (earlier === undefined) return false;
  try {
    await link(earlier, to);
    return true;
  } catch (error) {
    // The copy was removed after all, the file has too many links, or the disk does not support them.
    if (['ENOENT', 'EMLINK', 'EPERM', 'ENOTSUP'].includes(String(codeOf(error)))) return false;
    throw error;
  }
}

/**
 * Copies a file or folder and syncs it to disk, preserving hard links. Files and folders deleted or renamed during the
 * copy are left out.
 * @param copies content with several links, shared by the calls for one target
 */
export async function copyTree(
  from: string,
  to: string,
  skip: Skip,
  copies: Map<string, string>,
  onFile?: (bytes: number) => void,
): Promise<Copied> {
  const none = { files: 0, bytes: 0 };
  const found = await statIfExists(from);
  if (!found || skip(from)) return none;
  if (found.isFile()) {
    const isLinked = found.nlink > 1;
    if (isLinked && (await linkCopy(copies.get(contentOf(found)), to))) return { files: 1, bytes: 0 };
    const copying = copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if ((await orNothing(copying.then(() => true))) === undefined) return none;
    await sync(to);
    if (isLinked) copies.set(contentOf(found), to);
    onFile?.(found.size);
    return { files: 1, bytes: found.size };
  }
  const names = found.isDirectory() ? await orNothing(readdir(from)) : undefined;
  if (!names) return none;
  await mkdir(to, { mode: OWNER_FOLDER });
  const copied = { ...none };
  for (const name of names) {
    const { files, bytes } = await copyTree(join(from, name), join(to, name), skip, copies, onFile);
    copied.files += files;
    copied.bytes += bytes;
  }
  if (!(await statIfExists(from))) {
    await rm(to, { recursive: true, force: true });
    return none;
  }
  await chmod(to, found.mode);
  await sync(to);
  return copied;
}

/**
 * Bytes that `copyTree` will need.
 * @param block block size of the target disk
 * @param seen content with several links, shared by the calls for one target
 */
export async function sizeOfTree(
  from: string,
  skip: Skip,
  block: number,
  seen: Set<string>,
): Promise<number> {
  const found = await statIfExists(from);
  if (!found || skip(from)) return 0;
  if (found.isFile()) {
    const content = contentOf(found);
    if (found.nlink > 1 && seen.has(content)) return 0;
    seen.add(content);
    return Math.ceil(found.size / block) * block;
  }
  const names = (found.isDirectory() && (await orNothing(readdir(from)))) || [];
  let bytes = block;
  for (const name of names) bytes += await sizeOfTree(join(from, name), skip, block, seen);
  return bytes;
}
