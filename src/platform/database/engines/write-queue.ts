import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** For imports, deliveries, jobs and commands: longer than any transaction of another process. */
const DEFAULT_LOCK_TIMEOUT_MS = 60_000;

const lockTimeouts = new AsyncLocalStorage<number>();

/** Limits how long each write of `work` waits for the write lock. */
export const withLockTimeout = <T>(ms: number, work: () => T): T => lockTimeouts.run(ms, work);

const currentLockTimeout = (): number => lockTimeouts.getStore() ?? DEFAULT_LOCK_TIMEOUT_MS;

const SQLITE_BUSY = 5;
const PRIMARY_CODE = 0xff;
const SHORTEST_WAIT_MS = 1;
/** Jitter, so that processes waiting for one lock do not retry simultaneously. */
const WAIT_SPREAD_MS = 15;

/** The write lock could not be acquired in time. */
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

export const lockDeadline = (): number => performance.now() + currentLockTimeout();

/**
 * Retries a statement while another process has locked the file, without blocking the thread.
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

type WriteQueue = {
  /** Resolves when the caller may write. @throws DatabaseLocked at the deadline */
  acquire(deadline: number): Promise<void>;
  release(): void;
};

/** SQLite allows one writer; within a process, writers queue here in order. */
export function createWriteQueue(): WriteQueue {
  const waiting = new Set<() => void>();
  let isTaken = false;
  return {
    async acquire(deadline) {
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
    release() {
      const [next] = waiting;
      if (next) next();
      else isTaken = false;
    },
  };
}
