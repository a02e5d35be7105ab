import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { type ObjectStorage, PRIVATE_FILE, StorageError } from '#src/platform/storage/object-storage.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/*
 * A pack is the content of a folder as one object: a tar, compressed with zstd. Folders on the disk are replaced whole.
 */

/** Fetched or stored at the same time. */
export const CONCURRENT_PACKS = 4;

/** An object of the bucket whose content is damaged. */
export class CorruptPack extends StorageError {}

/** Below the build folder, on the same disk as what is unpacked. */
const TEMPORARY = '.packs';
const UNUSED_MS = HOUR_MS;

async function temporaryFolder(dist: string): Promise<string> {
  const folder = join(dist, TEMPORARY, randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Removes what killed processes have left. */
export async function removeUnfinishedPacks(dist: string): Promise<void> {
  const folder = join(dist, TEMPORARY);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > UNUSED_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** @param names of files and folders below `folder` */
export async function putPack(
  storage: ObjectStorage,
  key: string,
  { dist, folder, names }: { dist: string; folder: string; names: readonly string[] },
): Promise<void> {
  const temporary = await temporaryFolder(dist);
  try {
    const file = join(temporary, 'pack');
    await create({ file, cwd: folder, portable: true, strict: true, zstd: true }, [...names]);
    await storage.putFile(key, file, PRIVATE_FILE);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const ALREADY_THERE = new Set(['ENOTEMPTY', 'EEXIST']);

/** Moves into place unless another process has done so. */
async function settle(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ALREADY_THERE.has(String(error.code)))) throw error;
  }
}

/** @throws CorruptPack, but not if it is this machine that fails */
async function unpack(key: string, from: string, to: string, lostFile: PackContent['lostFile']) {
  try {
    await extract({ file: from, cwd: to, strict: true });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new CorruptPack(`${key} in the bucket is damaged: ${plainReason(error)}.`, { cause: error });
  }
  const lost = lostFile(to);
  if (lost !== undefined) throw new CorruptPack(`${key} in the bucket is damaged: ${lost} is not whole.`);
}

export type PackContent = {
  key: string;
  /** Folder below which the content is moved, or which it becomes itself, in one step each. */
  into: string;
  isWhole?: boolean;
  /** A file that the unpacked folder lacks; undefined if it is complete. */
  lostFile: (folder: string) => string | undefined;
};

/**
 * Unpacks an object.
 * @param options.isTrial only finds out whether it could be unpacked
 * @returns false if there is no such object
 * @throws CorruptPack
 */
export async function getPack(
  storage: ObjectStorage,
  dist: string,
  { key, into, isWhole = false, lostFile }: PackContent,
  { isTrial = false } = {},
): Promise<boolean> {
  const temporary = await temporaryFolder(dist);
  try {
    const file = join(temporary, 'pack');
    if (!(await storage.getFile(key, file))) return false;
    const folder = join(temporary, basename(into));
    await mkdir(folder);
    await unpack(key, file, folder, lostFile);
    if (isTrial) return true;
    await mkdir(isWhole ? dirname(into) : into, { recursive: true });
    if (isWhole) await settle(folder, into);
    else
      for (const name of (await readdir(folder)).sort()) await settle(join(folder, name), join(into, name));
    return true;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Removes a folder in one step. */
export async function removeFolder(dist: string, folder: string): Promise<void> {
  const temporary = await temporaryFolder(dist);
  // Another process may have removed it.
  await rename(folder, join(temporary, basename(folder))).catch(() => undefined);
  await rm(temporary, { recursive: true, force: true });
}
