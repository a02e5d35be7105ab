import { batches } from '#src/domain/batches.ts';
import type { Database } from './database.ts';
import { type StockedRow, stockedRows } from './stocked-rows.ts';
import type { IndexChangesTable } from './tables.ts';
import { atomically } from './transactions.ts';

/** Keeps a list of ids below the parameter limit of either database. */
export const ID_BATCH = 500;

/** Every mark of these dealers. @param dealers at least one: Postgres has no empty list */
export const marksOf = (db: Database, dealers: readonly string[]): Promise<IndexChangesTable[]> =>
  db
    .selectFrom('index_changes')
    .selectAll()
    .where('dealer', 'in', [...dealers])
    .execute();

/** Some marks of these dealers, at most `limit`. @param dealers at least one */
export const someMarks = (
  db: Database,
  dealers: readonly string[],
  limit: number,
): Promise<IndexChangesTable[]> =>
  db
    .selectFrom('index_changes')
    .selectAll()
    .where('dealer', 'in', [...dealers])
    .orderBy('vehicle_id')
    .limit(limit)
    .execute();

/** Deletes the processed marks, unless they were set again in the meantime. */
export const forgetMarks = (db: Database, served: readonly IndexChangesTable[]): Promise<void> =>
  atomically(db, async (trx) => {
    for (const [version, alike] of Map.groupBy(served, (mark) => mark.version)) {
      for (const batch of batches(alike, ID_BATCH)) {
        await trx
          .deleteFrom('index_changes')
          .where(
            'vehicle_id',
            'in',
            batch.map((mark) => mark.vehicle_id),
          )
          .where('version', '=', version)
          .execute();
      }
    }
  });

export async function vehiclesById(db: Database, ids: readonly string[]): Promise<StockedRow[]> {
  const rows: StockedRow[] = [];
  for (const batch of batches(ids, ID_BATCH)) {
    rows.push(...(await stockedRows(db).where('id', 'in', batch).execute()));
  }
  return rows;
}

type Dealers = { of: readonly string[] } | { except: readonly string[] };

/** The vehicles of some dealers that are in stock, in the order of their ids, a batch at a time. */
export async function* presentVehicles(
  db: Database,
  dealers: Dealers,
  batchSize: number,
): AsyncGenerator<StockedRow[]> {
  let last = '';
  for (;;) {
    const rows = await stockedRows(db)
      .where('id', '>', last)
      .where('removed_at', 'is', null)
      .where((eb) =>
        'of' in dealers ? eb('dealer', 'in', [...dealers.of]) : eb('dealer', 'not in', [...dealers.except]),
      )
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}
