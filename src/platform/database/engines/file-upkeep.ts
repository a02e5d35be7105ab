import { stat } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { type Database, engineOf } from '#src/platform/database/database.ts';
import type { ScrubResult, UpkeepTask } from './file-upkeep-thread.ts';
import { isScrubbed } from './scrub-state.ts';

/** Size of the log at which it is checkpointed: 16 MB. */
const MAX_LOG_BYTES = 16_000_000;
const LOOK_AFTER_MS = 500;

/** Runs a task that may take seconds in a worker thread. @throws SQLite errors */
function inUpkeepThread<T>(task: UpkeepTask): Promise<T> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./file-upkeep-thread.ts', import.meta.url), { workerData: task });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The upkeep of the database file ended early.')));
  });
}

/** Checkpoints the log in a worker thread before it grows long: on a slow disk this takes longer than a page may. */
export function watchLogSize(file: string): { committed(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  async function look(): Promise<void> {
    const { size } = await stat(`${file}-wal`);
    if (size >= MAX_LOG_BYTES) await inUpkeepThread({ file, work: 'checkpoint' });
  }

  return {
    committed() {
      if (isBusy) return;
      isBusy = true;
      timer = setTimeout(() => {
        // On failure, a later commit retries; as a last resort, SQLite checkpoints during a commit.
        look()
          .catch(() => undefined)
          .finally(() => {
            isBusy = false;
          });
      }, LOOK_AFTER_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** In a single step: a copy in several steps restarts with each write of another process. */
const ALL_PAGES = 0x7fff_ffff;
const COPY_TIMEOUT_MS = 10_000;

/**
 * Copies a consistent snapshot of a database, even while it is written to.
 * @throws Error if the copy is damaged
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: COPY_TIMEOUT_MS });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const result = Object.values(copy.prepare('PRAGMA integrity_check(1)').get() ?? {})[0];
    if (result !== 'ok') throw new Error(`The database ${from} is damaged: ${String(result)}`);
  } finally {
    copy.close();
  }
}

async function versionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`select user_version from pragma_user_version`.execute(
    db,
  );
  return rows[0]?.user_version ?? 0;
}

/** Records, in the erasing transaction, that the file and log still need to be scrubbed. */
export async function markErased(transaction: Database): Promise<void> {
  if (engineOf(transaction) === 'postgres') return;
  const version = await versionOf(transaction);
  if (version === 0) return;
  const next = isScrubbed(version) ? version + 1 : version + 2;
  await sql.raw(`pragma user_version = ${next}`).execute(transaction);
}

/** Whether the file or log may contain deleted data. */
export const isScrubDue = async (db: Database): Promise<boolean> =>
  engineOf(db) === 'sqlite' && !isScrubbed(await versionOf(db));

/** Tables with personal data. */
const PERSONAL_TABLES = [
  'leads',
  'outbox',
  'delivery_attempts',
  'trade_ins',
  'trade_in_photos',
  'miscellaneous_records',
  'contacts',
  'sessions',
  'verifications',
  'saved_searches',
  'watchlists',
  'deals',
  'reservations',
  'online_payments',
  'prize_draws',
] as const;

/**
 * Removes deleted data from the file: on SQLite from its log and from unused space, on Postgres with VACUUM where the
 * role permits it. Does not block other connections.
 * @returns `held` if another connection still reads from the log; retry later
 */
export async function scrubDeleted(db: Database): Promise<ScrubResult> {
  if (engineOf(db) === 'postgres') {
    for (const table of PERSONAL_TABLES) await sql`vacuum ${sql.table(table)}`.execute(db);
    return 'clean';
  }
  if (!(await isScrubDue(db))) return 'clean';
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  return file ? inUpkeepThread<ScrubResult>({ file, work: 'scrub' }) : 'clean';
}
