import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { type ObjectStorage, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';

/*
 * A pack is the content of a folder as one object: a tar, compressed with zstd. Folders on the disk are replaced whole.
 */

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

/**
 * Unpacks an object. What it holds is moved below `into`, or becomes that folder itself, in one step each.
 * @param check of the unpacked folder, before it is moved. @throws if it is not complete
 * @returns false if there is no such object
 */
export async function getPack(
  storage: ObjectStorage,
  key: string,
  {
    dist,
    into,
    isWhole = false,
    check,
  }: { dist: string; into: string; isWhole?: boolean; check?: (folder: string) => void },
): Promise<boolean> {
  const temporary = await temporaryFolder(dist);
  try {
    const file = join(temporary, 'pack');
    if (!(await storage.getFile(key, file))) return false;
    const folder = join(temporary, basename(into));
    await mkdir(folder);
    await extract({ file, cwd: folder, strict: true });
    check?.(folder);
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
