import { batches } from '#src/domain/batches.ts';
import type { Database } from './database.ts';
import type { VehicleRow } from './vehicles.ts';

/** The state an import compares a feed with. */
export type KnownVehicle = Pick<
  VehicleRow,
  | 'id'
  | 'slug'
  | 'status'
  | 'price_cents'
  | 'content_hash'
  | 'run_id'
  | 'first_seen_at'
  | 'listed_at'
  | 'advertised'
  | 'sold_at'
  | 'removed_at'
> & {
  /** The feed leaves it off the website. */
  is_hidden: boolean;
};

const HIDDEN = '"show_on_dealer_website":false';

/** Whether a record leaves its vehicle off the website. */
export const isHiddenRecord = (record: string): boolean => record.includes(HIDDEN);

export async function knownVehicles(db: Database, dealer: string): Promise<KnownVehicle[]> {
  const rows = await db
    .selectFrom('vehicles')
    .select((eb) => [
      eb('record', 'like', `%${HIDDEN}%`).as('is_hidden'),
      'id',
      'slug',
      'status',
      'price_cents',
      'content_hash',
      'run_id',
      'first_seen_at',
      'listed_at',
      'advertised',
      'sold_at',
      'removed_at',
    ])
    .where('dealer', '=', dealer)
    .execute();
  return rows.map((row) => ({ ...row, is_hidden: Boolean(row.is_hidden) }));
}

/** SQLite limits the parameters of a statement. */
const IDS_AT_ONCE = 500;

/** Records as they are stored, of those of these vehicles that there are. */
export async function recordsOf(
  db: Database,
  ids: readonly string[],
): Promise<Pick<VehicleRow, 'id' | 'record'>[]> {
  const records: Pick<VehicleRow, 'id' | 'record'>[] = [];
  for (const batch of batches(ids, IDS_AT_ONCE))
    records.push(
      ...(await db.selectFrom('vehicles').select(['id', 'record']).where('id', 'in', batch).execute()),
    );
  return records;
}
