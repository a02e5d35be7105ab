import { batches } from '#src/platform/queue/batches.ts';
import type { Database } from './database.ts';
import type { CdnPurgesTable } from './operation-tables.ts';

/** Far below the engines' limits of variables. */
const ROWS_A_STATEMENT = 500;

export const cdnPurges = (db: Database): Promise<CdnPurgesTable[]> =>
  db.selectFrom('cdn_purges').selectAll().execute();

type Purged = Pick<CdnPurgesTable, 'dealer' | 'release' | 'stock' | 'purged_at' | 'again_at' | 'again_tags'>;

/** Also ends a failure. */
export async function recordPurged(db: Database, purged: readonly Purged[]): Promise<void> {
  const ended = { failing_since: null, last_error: null, alarmed_at: null };
  for (const batch of batches(purged, ROWS_A_STATEMENT))
    await db
      .insertInto('cdn_purges')
      .values(batch.map((row) => ({ ...row, ...ended })))
      .onConflict((conflict) =>
        conflict.column('dealer').doUpdateSet(({ ref }) => ({
          release: ref('excluded.release'),
          stock: ref('excluded.stock'),
          purged_at: ref('excluded.purged_at'),
          again_at: ref('excluded.again_at'),
          again_tags: ref('excluded.again_tags'),
          ...ended,
        })),
      )
      .execute();
}

/** The changes of these dealers still wait. A dealer without a row has never been purged for. */
export async function recordUnpurged(
  db: Database,
  dealers: readonly string[],
  { reason, at }: { reason: string; at: string },
): Promise<void> {
  for (const batch of batches(dealers, ROWS_A_STATEMENT))
    await db
      .insertInto('cdn_purges')
      .values(
        batch.map((dealer) => ({
          ...{ dealer, release: '', stock: 0, purged_at: null, again_at: null, again_tags: '' },
          ...{ failing_since: at, last_error: reason, alarmed_at: null },
        })),
      )
      .onConflict((conflict) =>
        conflict.column('dealer').doUpdateSet(({ fn, ref }) => ({
          failing_since: fn.coalesce('cdn_purges.failing_since', ref('excluded.failing_since')),
          last_error: reason,
        })),
      )
      .execute();
}

export async function recordCdnAlarm(db: Database, at: string): Promise<void> {
  await db.updateTable('cdn_purges').set({ alarmed_at: at }).where('failing_since', 'is not', null).execute();
}

/** For sites that were taken down. */
export async function forgetPurges(db: Database, dealers: readonly string[]): Promise<void> {
  for (const batch of batches(dealers, ROWS_A_STATEMENT))
    await db.deleteFrom('cdn_purges').where('dealer', 'in', batch).execute();
}
