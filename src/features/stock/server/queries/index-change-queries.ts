import type { Database } from '#src/platform/database/database.ts';
import type { IndexChangesTable } from '#src/platform/database/tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { type StockedRow, stockedRows } from './stock-queries.ts';

/** Stays below the parameter limit of both databases. */
export const ID_BATCH = 500;

const ofDealers = (db: Database, dealers: readonly string[]) => {
  const marks = db.selectFrom('index_changes').selectAll();
  // Postgres has no empty list.
  return dealers.length > 0 ? marks.where('dealer', 'in', [...dealers]) : marks.where('dealer', '=', '');
};

/** All queued vehicles of these dealers. */
export const marksOf = (db: Database, dealers: readonly string[]): Promise<IndexChangesTable[]> =>
  ofDealers(db, dealers).execute();

/** Some queued vehicles of these dealers, at most `limit`. */
export const someMarks = (
  db: Database,
  dealers: readonly string[],
  limit: number,
): Promise<IndexChangesTable[]> => ofDealers(db, dealers).orderBy('vehicle_id').limit(limit).execute();

/** Removes processed vehicles from the queue, unless they were queued again in the meantime. */
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

/** Vehicles in stock of these dealers in batches, ordered by id. */
export async function* presentVehicles(
  db: Database,
  dealers: Dealers,
  batchSize: number,
): AsyncGenerator<StockedRow[]> {
  if ('of' in dealers && dealers.of.length === 0) return;
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

type CountByDealer = Map<string, number>;

/** Vehicles in stock after each dealer's last import, including sold ones. */
export async function stockByDealer(db: Database): Promise<CountByDealer> {
  const rows = await db
    .selectFrom('vehicles')
    .select(({ fn }) => ['dealer', fn.countAll<number>().as('count')])
    .where('removed_at', 'is', null)
    .groupBy('dealer')
    .execute();
  return new Map(rows.map(({ dealer, count }) => [dealer, Number(count)]));
}

/** Vehicles whose last change has not reached the search engine. */
export async function indexBacklogByDealer(db: Database): Promise<CountByDealer> {
  const rows = await db
    .selectFrom('index_changes')
    .select(({ fn }) => ['dealer', fn.countAll<number>().as('count')])
    .groupBy('dealer')
    .execute();
  return new Map(rows.map(({ dealer, count }) => [dealer, Number(count)]));
}
