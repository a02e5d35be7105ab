import { chmod, constants, copyFile, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { DatabaseLocation } from '#src/config/environment.ts';
import {
  allReleases,
  codeFolders,
  codePointer,
  liveFolder,
} from '#src/dealer-files/release/release-folders.ts';
import { copySqlite } from '#src/platform/database/engines/file-upkeep.ts';
import { SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { imageFolders } from '#src/platform/images/image-store.ts';
import type { OnProgress } from '#src/platform/queue/batches.ts';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import { type ObjectStorage, StorageError } from '#src/platform/storage/object-storage.ts';
import { type Copied, copyTree, OWNER_FOLDER, sizeOfTree, statIfExists, sync } from './copy-tree.ts';
import { copyLastingFiles } from './lasting-files.ts';

export const POSTGRES_DUMP = 'database.dump';
/** Written last: a folder without it is not a complete backup. */
const RECORD = 'backup.json';
/** Below the build folder: previews can be rebuilt, and the list of running processes belongs to this machine. */
const TRANSIENT_FOLDERS = ['previews', 'running'];
/** A name starting with a dot at this depth is unfinished work: `releases/<slug>/.going-…`. */
const UNFINISHED_DEPTH = 3;
const OWNER_FILE = 0o600;
const BYTES_PER_MB = 1e6;
/** Headroom for data written during the backup. */
const GROWTH = 1.05;

type BackupPlaces = {
  /** Must be new, or empty except for a Postgres dump. */
  folder: string;
  database: DatabaseLocation;
  dist: string;
  dealersDir: string;
  publicDir: string;
  /** Contains settings and secrets. */
  environmentFile: string | undefined;
  /** The bucket of several machines: its files are saved in place of this machine's, which are copies. */
  storage?: ObjectStorage | undefined;
  onProgress?: OnProgress;
};

type BackupSummary = { files: number; bytes: number; hasDatabase: boolean };

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** @returns a function that removes only what the backup wrote to the folder */
async function prepareFolder(
  { folder, database }: BackupPlaces,
  saved: readonly string[],
): Promise<() => Promise<void>> {
  const around = saved.find((each) => isWithin(folder, each));
  if (around) throw new Error(`${folder} is inside ${around}, which is saved. Name a folder outside it.`);
  const found = await statIfExists(folder);
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file. Name a new or an empty folder.`);
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const names = await readdir(folder);
  const others = names.filter((name) => !(database.DATABASE_URL && name === POSTGRES_DUMP));
  if (others.length > 0)
    throw new Error(`The folder ${folder} is not empty. Name a new or an empty folder for each backup.`);
  await chmod(folder, OWNER_FOLDER);
  return async () => {
    const written = found ? (await readdir(folder)).filter((name) => !names.includes(name)) : [''];
    for (const name of written) await rm(join(folder, name), { recursive: true, force: true });
  };
}

/** @throws Error that names a missing path and its setting */
async function requireSources(places: BackupPlaces): Promise<void> {
  const { database, dist, dealersDir, environmentFile, storage } = places;
  const file = resolve(database.DATA_DIR, SQLITE_FILE);
  const remedies: [path: string | undefined, remedy: string][] = [
    [
      database.DATABASE_URL ? undefined : file,
      'Set DATA_DIR or DATABASE_URL to where the sites keep theirs.',
    ],
    [storage ? undefined : resolve(database.DATA_DIR), 'Set DATA_DIR to the data folder of the sites.'],
    [storage ? undefined : dist, '--dist, or DIST_DIR, names the folder of the builds.'],
    [dealersDir, '--dealers-dir, or DEALERS_DIR, names the folder of the dealer files.'],
    [environmentFile, '--environment names the file with the settings of the processes.'],
  ];
  for (const [path, remedy] of remedies) {
    if (path !== undefined && !(await statIfExists(path))) throw new Error(`There is no ${path}. ${remedy}`);
  }
}

const databaseFiles = (sqlite: string) => ['', '-wal', '-shm', '-journal'].map((end) => sqlite + end);

type Copy = {
  from: string;
  /** Relative to the backup folder. */
  to: string;
  skip(path: string): boolean;
};

async function copiesOfData({ database, dist, dealersDir, publicDir }: BackupPlaces): Promise<Copy[]> {
  const dataDir = resolve(database.DATA_DIR);
  const skipped = new Set([
    ...databaseFiles(join(dataDir, SQLITE_FILE)),
    imageFolders(dataDir).cacheFolder,
    join(dataDir, 'meilisearch'),
    ...[dist, dealersDir, publicDir].filter((each) => each !== dataDir && isWithin(each, dataDir)),
  ]);
  const names = await readdir(dataDir);
  return names.map((name) => ({
    from: join(dataDir, name),
    to: join('data', name),
    skip: (path) => skipped.has(path),
  }));
}

/**
 * Pointers are copied before the folders they name: a build that runs during the backup adds the folders first. Dealer
 * pointers are copied before the code pointer, which names the releases that go live with it.
 */
async function copiesOfBuilds(dist: string): Promise<Copy[]> {
  const [live, code] = [basename(liveFolder(dist)), basename(codePointer(dist))];
  const folders = [codeFolders(dist), allReleases(dist)].map((folder) => basename(folder));
  const names = new Set([live, code, ...(await readdir(dist)), ...folders]);
  const skip = (path: string) => {
    const parts = relative(dist, path).split(sep);
    if (TRANSIENT_FOLDERS.includes(parts.join('/'))) return true;
    return parts.length <= UNFINISHED_DEPTH && basename(path).startsWith('.');
  };
  return [...names].map((name) => ({ from: join(dist, name), to: join('dist', name), skip }));
}

/** Copy-on-write file systems share the blocks of a copy with the original, so it needs no space. */
async function sharesBlocks(file: string, folder: string): Promise<boolean> {
  const probe = join(folder, '.probe');
  try {
    await copyFile(file, probe, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true });
  }
}

const megabytes = (bytes: number) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;

/** @returns bytes to copy. @throws Error with both sizes and the remedy if the copies would fill the disk */
async function requireRoom(
  { folder, database, dist }: BackupPlaces,
  copies: readonly Copy[],
): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const sqlite = join(resolve(database.DATA_DIR), SQLITE_FILE);
  let needed = 0;
  for (const file of database.DATABASE_URL ? [] : databaseFiles(sqlite))
    needed += (await statIfExists(file))?.size ?? 0;
  const seen = new Set<string>();
  for (const { from, skip } of copies) needed += await sizeOfTree(from, skip, bsize, seen);
  if (needed * GROWTH <= bavail * bsize || (await sharesBlocks(codePointer(dist), folder))) return needed;
  throw new Error(
    `The backup needs ${megabytes(needed * GROWTH)}, and the disk of ${folder} has ${megabytes(bavail * bsize)} free. Free disk space, for example by deleting an old backup, or name a folder on another disk.`,
  );
}

async function saveDatabase({ folder, database }: BackupPlaces): Promise<Copied> {
  if (database.DATABASE_URL) return { files: 0, bytes: 0 };
  const copy = join(folder, 'data', SQLITE_FILE);
  await writeFile(copy, '', { mode: OWNER_FILE, flag: 'wx' });
  await copySqlite(join(resolve(database.DATA_DIR), SQLITE_FILE), copy);
  await sync(copy);
  return { files: 1, bytes: (await stat(copy)).size };
}

/** A server that runs may replace a file while it is copied. */
const MAX_COPIES = 3;

/**
 * Copies what the bucket of several machines has, into another one or the data folder of a backup.
 * @throws StorageError if both are not the same afterwards
 */
export async function saveBucket(
  storage: ObjectStorage,
  target: ObjectStorage,
  onProgress?: OnProgress,
): Promise<Copied> {
  for (let copies = 1; ; copies += 1) {
    const { copied } = await copyLastingFiles(storage, target, onProgress);
    const differing = copied.flatMap((each) => each.differing);
    if (differing.length === 0)
      return {
        files: copied.reduce((sum, { files }) => sum + files, 0),
        bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    if (copies === MAX_COPIES)
      throw new StorageError(
        `${differing.length} files are not the same in ${target.name} as in ${storage.name}: ${differing[0]}. Run it again.`,
      );
  }
}

async function save(places: BackupPlaces): Promise<BackupSummary> {
  const { folder, database, dist, dealersDir, publicDir, environmentFile } = places;
  const dataDir = resolve(database.DATA_DIR);
  const whole = { dealers: dealersDir, public: publicDir, environment: environmentFile };
  const { storage } = places;
  const copies = storage ? [] : [...(await copiesOfData(places)), ...(await copiesOfBuilds(dist))];
  for (const [to, from] of Object.entries(whole)) if (from) copies.push({ from, to, skip: () => false });
  const megabytesToCopy = Math.ceil((await requireRoom(places, copies)) / BYTES_PER_MB);

  for (const name of ['data', 'dist']) await mkdir(join(folder, name), { mode: OWNER_FOLDER });
  places.onProgress?.('Copying the database');
  const total = await saveDatabase(places);
  let copiedBytes = total.bytes;
  const onFile = (bytes: number) => {
    copiedBytes += bytes;
    const done = Math.min(Math.round(copiedBytes / BYTES_PER_MB), megabytesToCopy);
    places.onProgress?.('Copying files, in MB', done, megabytesToCopy);
  };
  const copied = new Map<string, string>();
  for (const { from, to, skip } of copies) {
    const { files, bytes } = await copyTree(from, join(folder, to), skip, copied, onFile);
    total.files += files;
    total.bytes += bytes;
  }
  if (storage) {
    const target = createFolderStorage(join(folder, 'data'), 'private');
    const saved = await saveBucket(storage, target, places.onProgress);
    total.files += saved.files;
    total.bytes += saved.bytes;
  } else await chmod(join(folder, 'dist'), (await stat(dist)).mode);
  if (environmentFile) await chmod(join(folder, 'environment'), OWNER_FILE);

  const hasDatabase = !database.DATABASE_URL || Boolean(await statIfExists(join(folder, POSTGRES_DUMP)));
  const record = { finishedAt: new Date().toISOString(), ...total, dataDir, dist, dealersDir, publicDir };
  await writeFile(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`, {
    mode: OWNER_FILE,
    flush: true,
  });
  for (const each of ['data', 'dist', '', '..']) await sync(join(folder, each));
  return { ...total, hasDatabase };
}

/**
 * Backs up a running installation. The database is copied first: files its rows name are already on disk, and later
 * erasures are in the erasure log, which is copied afterwards.
 * @throws Error if the backup is incomplete; what was written is removed, because it would fill the disk
 */
export async function backUp(places: BackupPlaces): Promise<BackupSummary> {
  const { database, dist, dealersDir, publicDir } = places;
  await requireSources(places);
  const discard = await prepareFolder(places, [resolve(database.DATA_DIR), dist, dealersDir, publicDir]);
  try {
    return await save(places);
  } catch (error) {
    await discard();
    throw error;
  }
}
