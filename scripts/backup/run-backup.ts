import { join, resolve } from 'node:path';
import { readDatabaseLocation, readStorageVariables } from '#src/config/environment.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openSharedStorage, openStorage } from '#src/platform/storage/open-storage.ts';
import { backUp, POSTGRES_DUMP, saveBucket } from '#src/server/back-up/back-up.ts';
import { expireRemoved } from '#src/server/back-up/expire-removed.ts';
import {
  type Called,
  commandOf,
  existingDealersFolder,
  type Terminal,
  UsageError,
} from '../command/command.ts';
import { withProgress } from '../command/progress.ts';

const USAGE = `Saves an installation to a new folder, while it runs: database, pictures, photos, log of erasures, built sites,
dealer files, public/ and the environment file.

  npm run backup -- <folder> --environment FILE
  npm run backup -- s3://bucket/path             # with STORAGE_URL: the files of its bucket, into another one

With STORAGE_URL the files of its bucket are saved, in place of those of this machine. Photos of valuations and feeds that
are gone from it are deleted from the other bucket --days N (14) after that is noticed.
--environment names the file with the settings and secrets of the processes. --dist DIR names the folder of builds (else
DIST_DIR, else dist/), --dealers-dir DIR the dealer files (else DEALERS_DIR, else dealers/), DATA_DIR the data folder (.data).
Dump Postgres (DATABASE_URL) with pg_dump first, to <folder>/${POSTGRES_DUMP}. Ends with 1 if the backup is not complete.`;

const options = {
  environment: { type: 'string' },
  dist: { type: 'string' },
  'dealers-dir': { type: 'string' },
  days: { type: 'string', default: '14' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const BYTES_PER_MB = 1e6;
const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

async function run({ values, positionals }: Called<typeof options>, terminal: Terminal): Promise<number> {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Name one folder for the backup.');
  const database = readDatabaseLocation(process.env);
  const variables = readStorageVariables(process.env);
  const storage = await openSharedStorage({ ...database, ...variables });
  try {
    if (!name.startsWith('s3:')) return await saveToFolder(name, values, { database, storage }, terminal);
    if (!storage) throw new UsageError('STORAGE_URL names the bucket to save; without it, name a folder.');
    if (!/^[1-9]\d{0,3}$/.test(values.days)) throw new UsageError('--days takes a whole number from 1.');
    const target = await openStorage(name, variables);
    return await saveToBucket(storage, target, Number(values.days), terminal);
  } finally {
    storage?.close();
  }
}

async function saveToBucket(
  storage: ObjectStorage,
  target: ObjectStorage,
  days: number,
  terminal: Terminal,
): Promise<number> {
  try {
    const { files, bytes } = await withProgress((onProgress) => saveBucket(storage, target, onProgress));
    const deleted = await expireRemoved(storage, target, { now: new Date(), days });
    if (deleted > 0)
      terminal.log(
        `Deleted there, because they are gone here for ${days} days: ${deleted} photos and feeds.`,
      );
    terminal.log(`${files} files, ${(bytes / BYTES_PER_MB).toFixed(1)} MB are in ${target.name}
The database, the dealer files and the environment are not: save them by themselves, the database first.`);
    return 0;
  } finally {
    target.close();
  }
}

async function saveToFolder(
  name: string,
  values: Called<typeof options>['values'],
  places: Pick<Parameters<typeof backUp>[0], 'database' | 'storage'>,
  terminal: Terminal,
): Promise<number> {
  const folder = resolve(name);
  const { files, bytes, hasDatabase } = await withProgress((onProgress) =>
    backUp({
      folder,
      ...places,
      dist: distFolder(values.dist),
      dealersDir: existingDealersFolder(values['dealers-dir']),
      publicDir: resolve('public'),
      environmentFile: values.environment === undefined ? undefined : resolve(values.environment),
      onProgress,
    }),
  );
  terminal.log(`${files} files, ${(bytes / BYTES_PER_MB).toFixed(1)} MB saved to ${folder}`);
  if (!values.environment)
    terminal.log('Settings and secrets of the processes are not in it: --environment names their file.');
  if (hasDatabase) return 0;
  terminal.error(`The database is not in it yet. Run:
  (umask 077 && pg_dump --format=custom --file=${quoted(join(folder, POSTGRES_DUMP))} "$DATABASE_URL")
Next time run it before this command, so that every photo the database names is saved.`);
  return 1;
}

/** What `npm run backup -- …` does. @returns the exit code */
export const runBackup = commandOf(USAGE, options, run);
