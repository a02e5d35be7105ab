import { backup, DatabaseSync } from 'node:sqlite';

/** In one step: a copy of several starts over with each write of another process. */
const ALL_PAGES = 0x7fff_ffff;
const PATIENCE_MS = 10_000;

/**
 * Copies a database that others may be writing to, as it is at one moment.
 * @throws Error where the copy is not a sound database
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { timeout: PATIENCE_MS });
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
