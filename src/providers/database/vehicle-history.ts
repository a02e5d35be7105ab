import { type Selectable, sql } from 'kysely';
import { batches } from '#src/domain/batches.ts';
import type { Database } from './database.ts';
import { type StockedRow, stockedRows } from './stocked-rows.ts';
import type { VehicleHistoryTable } from './tables.ts';
import { atomically } from './transactions.ts';
import type { HistoryEntry } from './vehicles.ts';

const ENTRIES_PER_STATEMENT = 500;

export const writeHistory = (db: Database, entries: readonly HistoryEntry[]): Promise<void> =>
  atomically(db, async (trx) => {
    for (const batch of batches(entries, ENTRIES_PER_STATEMENT)) {
      await trx.insertInto('vehicle_history').values(batch).execute();
    }
  });

/** The history events of one type for these vehicles, oldest first. */
export async function historyOfKind(
  db: Database,
  kind: string,
  vehicleIds: readonly string[],
): Promise<Pick<HistoryEntry, 'vehicle_id' | 'after'>[]> {
  const entries: Pick<HistoryEntry, 'vehicle_id' | 'after'>[] = [];
  for (const batch of batches(vehicleIds, ENTRIES_PER_STATEMENT)) {
    const found = await db
      .selectFrom('vehicle_history')
      .select(['vehicle_id', 'after'])
      .where('vehicle_id', 'in', batch)
      .where('kind', '=', kind)
      .orderBy('seq')
      .execute();
    entries.push(...found);
  }
  return entries;
}

/** Everything that happened to a vehicle, oldest first. */
export const historyOf = (db: Database, vehicleId: string): Promise<Selectable<VehicleHistoryTable>[]> =>
  db.selectFrom('vehicle_history').selectAll().where('vehicle_id', '=', vehicleId).orderBy('seq').execute();

/** Whether a record, with its capitals disregarded, has this text in a field. The database folds both alike. */
const states = (field: 'stocknum' | 'vin', words: string) => {
  const pattern = `"${field}":${JSON.stringify(words)}`.replaceAll(/[!%_]/g, '!$&');
  return sql<boolean>`upper(record) like upper(cast(${`%${pattern}%`} as text)) escape '!'`;
};

/**
 * A dealer's vehicles, tombstones included, whose stock number, VIN or present or former slug this is. A number that a
 * car known by VIN was given later counts while it is in stock.
 */
export async function vehiclesNamed(db: Database, dealer: string, words: string): Promise<StockedRow[]> {
  const former = db
    .selectFrom('vehicle_history')
    .select('vehicle_id')
    .where('dealer', '=', dealer)
    .where('kind', '=', 'slug_changed')
    .where('before', '=', words);
  return stockedRows(db)
    .where('dealer', '=', dealer)
    .where((eb) =>
      eb.or([
        eb('identity', '=', `stock:${words.toUpperCase()}`),
        eb('slug', '=', words),
        eb('id', 'in', former),
        // A vehicle with a stock number has its VIN only in the record.
        states('vin', words),
        eb.and([states('stocknum', words), eb('removed_at', 'is', null)]),
      ]),
    )
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute();
}
