import { stat, statSync } from 'node:fs';
import { promisify } from 'node:util';

const statOf = promisify(stat);

/**
 * Watches that a file stays the one that was opened. SQLite goes on writing to one that was deleted or replaced, and
 * all of that is gone when the process ends.
 * @returns resolves while the file is in its place, else rejects with what became of it
 */
export function fileInPlace(file: string): () => Promise<void> {
  const opened = statSync(file);
  return async () => {
    const found = await statOf(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error('the database file was deleted while it was open');
      throw error;
    });
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new Error('the database file was replaced while it was open');
  };
}
