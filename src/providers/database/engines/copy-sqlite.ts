import { backup, DatabaseSync } from 'node:sqlite';

/** In one step: a copy of several starts over with each write of another process. */
const ALL_PAGES = 0x7fff_ffff;
const COPY_TIMEOUT_MS = 10_000;

/**
 * Copies a database at one moment, while others may be writing to it.
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
