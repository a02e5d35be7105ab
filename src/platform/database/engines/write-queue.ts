import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Imports, deliveries, jobs and commands: longer than another process's longest transaction. */
const DEFAULT_LOCK_TIMEOUT_MS = 60_000;

const lockTimeouts = new AsyncLocalStorage<number>();

/** The writes of `work` each wait at most this long for the database's write lock. */
export const withLockTimeout = <T>(ms: number, work: () => T): T => lockTimeouts.run(ms, work);

/** How long a statement may wait for the write lock, in ms. */
const currentLockTimeout = (): number => lockTimeouts.getStore() ?? DEFAULT_LOCK_TIMEOUT_MS;

const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;
const SHORTEST_WAIT_MS = 1;
/** A random delay above the shortest, so that processes waiting for one lock do not retry together. */
const WAIT_SPREAD_MS = 15;

/** Another process, or another transaction of this one, held the write lock too long. */
export class DatabaseLocked extends Error {
  override name = 'DatabaseLocked' as const;
  constructor() {
    super('database is locked: another process has been writing for too long');
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & PRIMARY_CODE) === SQLITE_BUSY;

/** The deadline of a statement that begins now. */
export const lockDeadline = (): number => performance.now() + currentLockTimeout();

/**
 * Runs a statement again while another process holds a lock on the file. The thread is not blocked between tries.
 * @throws DatabaseLocked at the deadline
 */
export async function retryWhileLocked<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw new DatabaseLocked();
    }
    await wait(SHORTEST_WAIT_MS + Math.random() * WAIT_SPREAD_MS);
  }
}

export type WriteQueue = {
  /** Resolves when it is the caller's turn to write. @throws DatabaseLocked at the deadline */
  take(deadline: number): Promise<void>;
  /** Ends the turn. */
  pass(): void;
};

/** SQLite has one writer: within a process each waits here for its turn, in order. */
export function createWriteQueue(): WriteQueue {
  const waiting = new Set<() => void>();
  let isTaken = false;
  return {
    async take(deadline) {
      if (!isTaken) {
        isTaken = true;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(timer);
          waiting.delete(begin);
          resolve();
        };
        const timer = setTimeout(
          () => {
            waiting.delete(begin);
            reject(new DatabaseLocked());
          },
          Math.max(0, deadline - performance.now()),
        );
        waiting.add(begin);
      });
    },
    pass() {
      const [next] = waiting;
      if (next) next();
      else isTaken = false;
    },
  };
}
