import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Suffix of temporary files. */
export const UNFINISHED = '.part';

type WriteOptions = {
  /** Set on creation; defaults to that of the replaced file. */
  mode?: number;
};

/** Unique, so that concurrent writers do not share a temporary file. */
const unfinishedName = (file: string): string => `${file}.${randomUUID()}${UNFINISHED}`;

const PERMISSION_BITS = 0o7777;
const NEW_FILE_MODE = 0o666;

function replacedMode(file: string): number | undefined {
  const replaced = statSync(file, { throwIfNoEntry: false });
  return replaced && replaced.mode & PERMISSION_BITS;
}

/** File systems that do not support syncing folders order changes themselves, or have no alternative. */
const NO_FOLDER_SYNC = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

const cannotSyncFolders = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_FOLDER_SYNC.has(String(error.code));

/** Otherwise a power failure could restore the replaced file. */
export async function syncFolderOf(file: string): Promise<void> {
  try {
    await using folder = await open(dirname(file), 'r');
    await folder.sync();
  } catch (error) {
    if (!cannotSyncFolders(error)) throw error;
  }
}

function syncFolderOfSync(file: string): void {
  try {
    const folder = openSync(dirname(file), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!cannotSyncFolders(error)) throw error;
  }
}

type StagedFile<T> = {
  /** Return value of the writer. */
  written: T;
  /** Renames the file to its final name. */
  commit(): Promise<void>;
  /** Removes it unless it has been renamed. */
  discard(): Promise<void>;
};

/**
 * Writes and syncs a temporary file next to `file`, to be renamed later.
 * @throws errors of `write` and the disk; the temporary file is removed
 */
export async function stageFile<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
  { mode }: WriteOptions = {},
): Promise<StagedFile<T>> {
  const unfinished = unfinishedName(file);
  const discard = () => rm(unfinished, { force: true });
  try {
    const kept = mode === undefined ? replacedMode(file) : undefined;
    const handle = await open(unfinished, 'wx', mode ?? kept ?? NEW_FILE_MODE);
    try {
      // Apply permission bits removed by the umask.
      if (kept !== undefined) await handle.chmod(kept);
      const written = await write(handle);
      await handle.sync();
      return {
        written,
        async commit() {
          await rename(unfinished, file);
          await syncFolderOf(file);
        },
        discard,
      };
    } finally {
      await handle.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Writes a file atomically: readers, even after a crash or power failure, see either the old or the new content. The
 * folder must exist.
 * @returns what the writer returned
 */
export async function replaceFile<T = unknown>(
  file: string,
  content: string | Uint8Array | ((handle: FileHandle) => Promise<T>),
  options?: WriteOptions,
): Promise<T> {
  const write =
    typeof content === 'function'
      ? content
      : async (handle: FileHandle) => void (await handle.writeFile(content));
  const staged = await stageFile<unknown>(file, write, options);
  try {
    await staged.commit();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return staged.written as T;
}

/**
 * Synchronous variant for small files.
 * @param options.flush false for copies of what is stored elsewhere: half a file may be left by a power failure
 */
export function replaceFileSync(
  file: string,
  content: string | Uint8Array,
  { mode, flush = true }: WriteOptions & { flush?: boolean } = {},
): void {
  const unfinished = unfinishedName(file);
  try {
    const kept = mode === undefined ? replacedMode(file) : undefined;
    writeFileSync(unfinished, content, { flag: 'wx', mode: mode ?? kept ?? NEW_FILE_MODE, flush });
    if (kept !== undefined) chmodSync(unfinished, kept);
    renameSync(unfinished, file);
    if (flush) syncFolderOfSync(file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL, SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE, which occurs when a database is opened. */
const SQLITE_NO_SPACE = new Set([13, 778, 4874]);

/** Whether an error, or its cause, of Node or SQLite means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_SPACE.has(String(error.code))) return true;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_NO_SPACE.has(error.errcode);
  return isDiskFull(error.cause);
}
