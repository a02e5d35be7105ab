import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDatabaseLocation, readStorageVariables } from '#src/config/environment.ts';
import { distFolder } from '#src/dealer-files/release/snapshot.ts';
import { addWaitingPushes } from '#src/features/stock/server/queries/pushed-feed-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { runningMachines } from '#src/platform/database/machines.ts';
import { openExclusively } from '#src/platform/database/move/exclusive-file.ts';
import { openExistingDatabase, SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { createFolderStorage } from '#src/platform/storage/folder-storage.ts';
import { openSharedStorage } from '#src/platform/storage/open-storage.ts';
import { moveReleases } from '#src/publishing/distribution/move-releases.ts';
import type { CopiedFiles } from '#src/server/back-up/copy-stored.ts';
import { copyLastingFiles } from '#src/server/back-up/lasting-files.ts';
import { type Called, columns, commandOf, type Terminal, UsageError } from '../command/command.ts';
import { withProgress } from '../command/progress.ts';

const USAGE = `Copies the files of an installation to the bucket that several machines share.

  npm run storage -- move

Move the database first (npm run database -- move), and stop serve, workers and imports. It refuses while one of this
release runs; look yourself for those of former releases, which it cannot see. STORAGE_URL names the
bucket, DATABASE_URL the database, DATA_DIR the data folder (.data). It copies originals of pictures, photos of valuations,
feeds and the log of erasures, then the releases of --dist DIR (else DIST_DIR, else dist/), and compares counts and hashes.
Run it again after an interruption: what is there is not copied again. The folders do not change. Pictures in other sizes are
made again. Ends with 1 if the bucket does not have everything.`;

const options = {
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const HASH_SHOWN = 16;
const BYTES_PER_MB = 1e6;
const NAMES_SHOWN = 3;
const megabytes = (bytes: number) => (bytes / BYTES_PER_MB).toFixed(1);

/** @throws Error that names the processes */
async function requireNoneRunning(db: Database): Promise<void> {
  const machines = await runningMachines(db, new Date());
  if (machines.length === 0) return;
  const names = machines.map(({ host, kind, pid }) => `${kind} on ${host} (process ${pid})`);
  throw new Error(
    `These processes use the data: ${names.join(', ')}. Stop them first: what they store during the move would be lost. One that was killed is forgotten after five minutes.`,
  );
}

/** Runs `work` while no process uses the data. */
async function whileNoneRuns<T>(dataDir: string, db: Database, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, SQLITE_FILE);
  const locked = existsSync(file) ? openExclusively(file) : undefined;
  try {
    await requireNoneRunning(db);
    const result = await work();
    await requireNoneRunning(db);
    return result;
  } finally {
    locked?.close();
  }
}

const row = ({ name, files, bytes, copied, hashes }: CopiedFiles) => [
  name,
  String(files),
  megabytes(bytes),
  String(copied),
  hashes.source.slice(0, HASH_SHOWN),
  hashes.target.slice(0, HASH_SHOWN),
];

function reportDifferences(copied: readonly CopiedFiles[], terminal: Terminal): boolean {
  for (const { name, differing } of copied)
    if (differing.length > 0)
      terminal.error(
        `${name}: ${differing.length} files are not the same in the bucket: ${differing.slice(0, NAMES_SHOWN).join(', ')}. Run this again.`,
      );
  return copied.some(({ differing }) => differing.length > 0);
}

async function move({ values }: Called<typeof options>, terminal: Terminal): Promise<number> {
  const place = readDatabaseLocation(process.env);
  const storage = await openSharedStorage({ ...place, ...readStorageVariables(process.env) });
  if (!storage) throw new UsageError('Name the bucket by STORAGE_URL: s3://bucket/path.');
  const dataDir = resolve(place.DATA_DIR);
  if (!existsSync(dataDir))
    throw new Error(`There is no ${dataDir}. Set DATA_DIR to the data folder of the sites.`);
  const dist = distFolder(values.dist);
  const db = await openExistingDatabase(place);
  try {
    const { copied, releases } = await whileNoneRuns(dataDir, db, () =>
      withProgress(async (onProgress) => {
        const source = createFolderStorage(dataDir, 'private');
        const files = await copyLastingFiles(source, storage, onProgress);
        await addWaitingPushes(db, files.waiting);
        return {
          copied: files.copied,
          releases: existsSync(dist) ? await moveReleases(dist, onProgress) : undefined,
        };
      }),
    );
    const head = ['files', 'count', 'MB', 'copied now', 'hash here', 'hash in the bucket'];
    terminal.log(columns([head, ...copied.map(row)]));
    if (releases)
      terminal.log(
        `${releases.releases} releases of sites and ${releases.code} of code are in the bucket, ${releases.stored} of them copied now.`,
      );
    for (const name of releases?.lost ?? [])
      terminal.error(`The release ${name} has lost files here and was not copied.`);
    if (reportDifferences(copied, terminal)) return 1;
    terminal.log(`All files of ${dataDir} that must outlive this machine are in ${storage.name}.
Next: set STORAGE_URL for every process and start them; folders of other machines may be empty.
Delete the folders here once everything works: they contain personal data.`);
    return 0;
  } finally {
    storage.close();
    await db.destroy();
  }
}

/** What `npm run storage -- …` does. @returns the exit code */
export const runStorage = commandOf(USAGE, options, (called, terminal) => {
  const [name, ...more] = called.positionals;
  if (name !== 'move' || more.length > 0) throw new UsageError('Name the command: move.');
  return move(called, terminal);
});
