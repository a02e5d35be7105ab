import { plainReason } from '#src/platform/text/plain-reason.ts';
import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import { withLockTimeout } from './engines/write-queue.ts';

/** Size of a long lead with its deliveries, so that a disk without space for one fails the test. */
const FILLER = '0'.repeat(32_768);
/** A longer wait is caused by another writer, not the disk. */
const LOCK_TIMEOUT_MS = 500;

export type WriteTrial = { outcome: 'ok' | 'locked' } | { outcome: 'failed'; reason: string };

/** Writes a row of a lead's size to a separate table and syncs it to disk. Never rejects. */
export async function tryWrite(db: Database, at: string): Promise<WriteTrial> {
  try {
    await withLockTimeout(LOCK_TIMEOUT_MS, () =>
      db
        .insertInto('health_checks')
        .values({ id: 'write', at, filler: FILLER })
        .onConflict((on) => on.column('id').doUpdateSet({ at, filler: FILLER }))
        .execute(),
    );
    await onDisk(db);
    return { outcome: 'ok' };
  } catch (error) {
    if (error instanceof Error && error.name === 'DatabaseLocked') return { outcome: 'locked' };
    return { outcome: 'failed', reason: plainReason(error) };
  }
}
