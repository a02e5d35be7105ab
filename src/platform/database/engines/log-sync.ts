import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from '#src/platform/database/database.ts';

const dataOnDisk = promisify(fdatasync);

/** Syncs SQLite's log to disk without blocking the main thread. */
type LogSync = {
  /** Resolves once everything committed before the call would survive a power failure. @throws disk errors */
  synced(): Promise<void>;
  close(): void;
};

/**
 * A sync covers all commits before it, so requests that arrive during a sync share the next one: on a slow disk, leads
 * wait together instead of one after another.
 */
export function sharedSync(sync: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= underWay.then(() => {
      next = undefined;
      const own = sync();
      underWay = own.catch(() => undefined);
      return own;
    });
    return next;
  };
}

/** @param file path of the log */
export function syncOfLog(file: string): LogSync {
  let descriptor: number | undefined;
  let isSyncing = false;
  let isClosed = false;
  const release = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const synced = sharedSync(async () => {
    // No log exists if nothing was written since the last connection closed and checkpointed it.
    if (isClosed || (descriptor === undefined && !existsSync(file))) return;
    descriptor ??= openSync(file, 'r+');
    isSyncing = true;
    try {
      await dataOnDisk(descriptor);
    } finally {
      isSyncing = false;
      if (isClosed) release();
    }
  });
  return {
    synced,
    close() {
      isClosed = true;
      if (!isSyncing) release();
    },
  };
}

/**
 * Resolves once all commits are on disk. Await it before confirming to a shopper. Postgres syncs on commit.
 * @throws disk errors
 */
export async function onDisk(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if ('synced' in adapter && typeof adapter.synced === 'function') await adapter.synced();
}
