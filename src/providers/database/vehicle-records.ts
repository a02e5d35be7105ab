import { batches } from '#src/domain/batches.ts';
import type { Database } from './database.ts';
import { markForIndex, type VehicleRow } from './vehicles.ts';

export type VehicleRecord = Pick<VehicleRow, 'id' | 'slug' | 'record' | 'content_hash' | 'run_id'>;

const RECORDS_AT_ONCE = 250;

/** Records of vehicles that are in stock; of all of a dealer's, or of these ids. */
export async function presentRecords(
  db: Database,
  dealer: string,
  ids?: readonly string[],
): Promise<VehicleRecord[]> {
  const present = db
    .selectFrom('vehicles')
    .select(['id', 'slug', 'record', 'content_hash', 'run_id'])
    .where('dealer', '=', dealer)
    .where('removed_at', 'is', null);
  if (!ids) return present.execute();
  const found: VehicleRecord[] = [];
  for (const batch of batches(ids, RECORDS_AT_ONCE))
    found.push(...(await present.where('id', 'in', batch).execute()));
  return found;
}

/**
 * Replaces records read before with new ones, and marks them for the index. A record that another import has
 * changed in the meantime is unchanged.
 * @returns the number written
 */
export async function replaceRecords(
  db: Database,
  dealer: string,
  changes: readonly { before: VehicleRecord; record: string; contentHash: string }[],
  now: string,
): Promise<number> {
  let written = 0;
  for (const batch of batches(changes, RECORDS_AT_ONCE)) {
    written += await db.transaction().execute(async (trx) => {
      const done: { id: string; dealer: string }[] = [];
      for (const { before, record, contentHash } of batch) {
        const updated = await trx
          .updateTable('vehicles')
          .set({ record, content_hash: contentHash, updated_at: now })
          .where('id', '=', before.id)
          .where('content_hash', '=', before.content_hash)
          .executeTakeFirst();
        if (updated.numUpdatedRows > 0n) done.push({ id: before.id, dealer });
      }
      await markForIndex(trx, done);
      return done.length;
    });
  }
  return written;
}
