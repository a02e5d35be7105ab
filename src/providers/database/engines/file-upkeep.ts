import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { UpkeepTask } from './file-upkeep-thread.ts';

/** Size of the log at which it is written back into the database: 16 MB. */
const LONGEST_LOG_BYTES = 16_000_000;
const LOOK_AFTER_MS = 500;

/** Does work on a database file that may take seconds, in a separate thread. @throws SQLite's error */
export function inUpkeepThread<T>(task: UpkeepTask): Promise<T> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./file-upkeep-thread.ts', import.meta.url), { workerData: task });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The upkeep of the database file ended early.')));
  });
}

/**
 * Writes the log back into the database before it grows long, off the thread that commits: on a slow disk that takes
 * longer than a page may.
 */
export function watchLogSize(file: string): { committed(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  async function look(): Promise<void> {
    const { size } = await stat(`${file}-wal`);
    if (size >= LONGEST_LOG_BYTES) await inUpkeepThread({ file, work: 'checkpoint' });
  }

  return {
    committed() {
      if (isBusy) return;
      isBusy = true;
      timer = setTimeout(() => {
        // A failure is retried after a later commit, and as a last resort by the commit itself.
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
