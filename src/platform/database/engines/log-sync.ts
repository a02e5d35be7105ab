import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from '#src/platform/database/database.ts';

const dataOnDisk = promisify(fdatasync);

/** Syncs SQLite's log to disk without blocking the thread that serves shoppers. */
export type LogSync = {
  /** Resolves once everything committed before the call would survive a power cut. @throws the disk's error */
  synced(): Promise<void>;
  close(): void;
};

/**
 * A sync that begins after a commit covers it and all earlier ones, so requests during a sync share the next: on a
 * slow disk leads wait together, not one after the other.
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

/** @param file the log beside the database */
export function syncOfLog(file: string): LogSync {
  let descriptor: number | undefined;
  let isSyncing = false;
  let isClosed = false;
  const release = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const synced = sharedSync(async () => {
    // Without a log nothing was written since the last connection to close put it into the database.
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
 * Resolves once all commits are on disk. Await it before confirming to a shopper; Postgres syncs on commit.
 * @throws the disk's error
 */
export async function onDisk(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if ('synced' in adapter && typeof adapter.synced === 'function') await adapter.synced();
}
