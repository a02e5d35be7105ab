import type { Stats } from 'node:fs';
import { chmod, constants, copyFile, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { DatabasePlace } from '#src/config/environment.ts';
import { copySqlite } from '#src/providers/database/engines/copy-sqlite.ts';
import { SQLITE_FILE } from '#src/providers/database/open-database.ts';
import { imageFolders } from './images/image-folders.ts';

/** File of `pg_dump` in the backup folder. */
export const POSTGRES_DUMP = 'database.dump';
/** Written last: a folder without it is not a complete backup. */
const RECORD = 'backup.json';
/** Of the folder of builds: previews can be made again at any time, and the processes that run are this machine's. */
const TRANSIENT_FOLDERS = ['previews', 'running'];
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

export type BackupPlaces = {
  /** New, or empty except for a Postgres dump. */
  folder: string;
  database: DatabasePlace;
  dist: string;
  dealersDir: string;
  publicDir: string;
  /** With the settings and secrets of the processes. */
  environmentFile: string | undefined;
};

export type BackupSummary = { files: number; bytes: number; hasDatabase: boolean };

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

async function statOrNothing(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type Copied = { files: number; bytes: number };

/** Copies and syncs a file or a folder. Files deleted in the meantime are left out. */
async function copyTree(from: string, to: string, skipped: ReadonlySet<string>): Promise<Copied> {
  const found = await statOrNothing(from);
  const copied = { files: 0, bytes: 0 };
  if (!found || skipped.has(from) || !(found.isFile() || found.isDirectory())) return copied;
  if (found.isFile()) {
    try {
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return copied;
      throw error;
    }
    await sync(to);
    return { files: 1, bytes: found.size };
  }
  await mkdir(to, { mode: OWNER_FOLDER });
  for (const name of await readdir(from)) {
    const { files, bytes } = await copyTree(join(from, name), join(to, name), skipped);
    copied.files += files;
    copied.bytes += bytes;
  }
  await chmod(to, found.mode);
  await sync(to);
  return copied;
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

async function prepareFolder({ folder, database }: BackupPlaces, saved: readonly string[]): Promise<void> {
  const around = saved.find((each) => isWithin(folder, each));
  if (around) throw new Error(`${folder} is inside ${around}, which is saved. Name a folder outside it.`);
  const found = await statOrNothing(folder);
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file. Name a new or an empty folder.`);
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const names = await readdir(folder);
  const others = names.filter((name) => !(database.DATABASE_URL && name === POSTGRES_DUMP));
  if (others.length > 0)
    throw new Error(`The folder ${folder} is not empty. Name a new or an empty folder for each backup.`);
  await chmod(folder, OWNER_FOLDER);
}

/** Runs before anything is written. @throws Error that names a missing path and its setting */
async function requireSources({ database, dist, dealersDir, environmentFile }: BackupPlaces): Promise<void> {
  const file = resolve(database.DATA_DIR, SQLITE_FILE);
  const remedies: [path: string | undefined, remedy: string][] = [
    [
      database.DATABASE_URL ? undefined : file,
      'Set DATA_DIR or DATABASE_URL to where the sites keep theirs.',
    ],
    [resolve(database.DATA_DIR), 'Set DATA_DIR to the data folder of the sites.'],
    [dist, '--dist, or DIST_DIR, names the folder of the builds.'],
    [dealersDir, '--dealers-dir, or DEALERS_DIR, names the folder of the dealer files.'],
    [environmentFile, '--environment names the file with the settings of the processes.'],
  ];
  for (const [path, remedy] of remedies) {
    if (path !== undefined && !(await statOrNothing(path))) throw new Error(`There is no ${path}. ${remedy}`);
  }
}

/**
 * Saves an installation while it runs. The database is copied first: files its rows name are already on disk, and
 * later erasures are in the log of erasures, which is copied afterwards.
 */
export async function backUp(places: BackupPlaces): Promise<BackupSummary> {
  const { folder, database, dist, dealersDir, publicDir, environmentFile } = places;
  const dataDir = resolve(database.DATA_DIR);
  const sqlite = join(dataDir, SQLITE_FILE);
  await requireSources(places);
  await prepareFolder(places, [dataDir, dist, dealersDir, publicDir]);

  const total: Copied = { files: 0, bytes: 0 };
  await mkdir(join(folder, 'data'), { mode: OWNER_FOLDER });
  if (!database.DATABASE_URL) {
    const copy = join(folder, 'data', SQLITE_FILE);
    await writeFile(copy, '', { mode: OWNER_FILE, flag: 'wx' });
    await copySqlite(sqlite, copy);
    await sync(copy);
    total.files = 1;
    total.bytes = (await stat(copy)).size;
  }
  const skipped = new Set([
    ...['', '-wal', '-shm', '-journal'].map((end) => sqlite + end),
    imageFolders(dataDir).cacheFolder,
    join(dataDir, 'meilisearch'),
    ...[dist, dealersDir, publicDir].filter((each) => each !== dataDir && isWithin(each, dataDir)),
  ]);
  const skippedOfSources = new Set(TRANSIENT_FOLDERS.map((name) => join(dist, name)));
  const copies: [from: string, to: string][] = (await readdir(dataDir)).map((name) => [
    join(dataDir, name),
    join('data', name),
  ]);
  copies.push([dist, 'dist'], [dealersDir, 'dealers'], [publicDir, 'public']);
  if (environmentFile) copies.push([environmentFile, 'environment']);
  for (const [from, to] of copies) {
    const isSource = !to.startsWith('data');
    const { files, bytes } = await copyTree(from, join(folder, to), isSource ? skippedOfSources : skipped);
    total.files += files;
    total.bytes += bytes;
  }
  if (environmentFile) await chmod(join(folder, 'environment'), OWNER_FILE);

  const hasDatabase = !database.DATABASE_URL || Boolean(await statOrNothing(join(folder, POSTGRES_DUMP)));
  const record = { finishedAt: new Date().toISOString(), ...total, dataDir, dist, dealersDir, publicDir };
  await writeFile(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`, {
    mode: OWNER_FILE,
    flush: true,
  });
  for (const each of [join(folder, 'data'), folder, dirname(folder)]) await sync(each);
  return { ...total, hasDatabase };
}
