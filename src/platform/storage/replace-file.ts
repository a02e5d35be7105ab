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

/** Ends the name of a file that is still being written. */
export const UNFINISHED = '.part';

export type WriteOptions = {
  /** Of the new file, from its first byte on; by default that of the file it replaces. */
  mode?: number;
};

/** Two writers of one file never write into the same unfinished one. */
const unfinishedName = (file: string): string => `${file}.${randomUUID()}${UNFINISHED}`;

const PERMISSION_BITS = 0o7777;
const NEW_FILE_MODE = 0o666;

function replacedMode(file: string): number | undefined {
  const replaced = statSync(file, { throwIfNoEntry: false });
  return replaced && replaced.mode & PERMISSION_BITS;
}

/** File systems that cannot do this keep the order of changes themselves, or have nothing better. */
const NO_FOLDER_SYNC = new Set(['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']);

const cannotSyncFolders = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_FOLDER_SYNC.has(String(error.code));

/** Without this a power cut may bring the replaced file back. */
async function syncFolderOf(file: string): Promise<void> {
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

export type StagedFile<T> = {
  /** The writer's return value. */
  written: T;
  /** Moves the file into place. */
  keep(): Promise<void>;
  /** Removes it unless it is in place. */
  discard(): Promise<void>;
};

/**
 * Writes and syncs a file beside `file`, to be moved into place later.
 * @throws what `write` throws, or what the disk refuses; nothing is left behind then
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
      // The process's umask has removed permission bits.
      if (kept !== undefined) await handle.chmod(kept);
      const written = await write(handle);
      await handle.sync();
      return {
        written,
        async keep() {
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
 * Writes a file atomically: a reader, a killed process or a power cut finds the old content or the new.
 * The folder has to be there.
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
    await staged.keep();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return staged.written as T;
}

/** The same, synchronously, for small files. */
export function replaceFileSync(
  file: string,
  content: string | Uint8Array,
  { mode }: WriteOptions = {},
): void {
  const unfinished = unfinishedName(file);
  try {
    const kept = mode === undefined ? replacedMode(file) : undefined;
    writeFileSync(unfinished, content, { flag: 'wx', mode: mode ?? kept ?? NEW_FILE_MODE, flush: true });
    if (kept !== undefined) chmodSync(unfinished, kept);
    renameSync(unfinished, file);
    syncFolderOfSync(file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL, SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE: the last where a database is opened. */
const SQLITE_NO_SPACE = new Set([13, 778, 4874]);

/** Whether an error says that no space is left: of a file, of SQLite, or as the cause of another error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_SPACE.has(String(error.code))) return true;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_NO_SPACE.has(error.errcode);
  return isDiskFull(error.cause);
}
