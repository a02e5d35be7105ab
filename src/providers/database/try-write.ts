import type { Database } from './database.ts';
import { onDisk } from './engines/log-sync.ts';
import { withLockPatience } from './engines/write-turns.ts';

/** As much as a long lead with its deliveries: a disk without room for one fails the other too. */
const FILLER = '0'.repeat(32_768);
/** A writer that takes longer than this is no fault of the disk. */
const LOCK_PATIENCE_MS = 500;

export type WriteTrial = { outcome: 'ok' | 'locked' } | { outcome: 'failed'; reason: string };

/** Stores something as a lead is stored, down to the disk, in a table of its own. Never rejects. */
export async function tryWrite(db: Database, at: string): Promise<WriteTrial> {
  try {
    await withLockPatience(LOCK_PATIENCE_MS, () =>
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
    return { outcome: 'failed', reason: error instanceof Error ? error.message : 'unknown' };
  }
}
