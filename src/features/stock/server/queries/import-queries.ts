import { type Selectable, sql } from 'kysely';
import type { HistoryEntry, VehicleRow } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { VehicleHistoryTable } from '#src/platform/database/tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { type StockedRow, stockedRows } from './stock-queries.ts';

/** State with which an import compares a feed. */
export type StoredVehicle = Pick<
  VehicleRow,
  | 'id'
  | 'identity'
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
  /** The feed hides it. */
  is_hidden: boolean;
};

const HIDDEN = '"show_on_dealer_website":false';

/** Whether a record hides its vehicle. */
export const isHiddenRecord = (record: string): boolean => record.includes(HIDDEN);

/** Rows per statement: SQLite limits the number of parameters, and records may be long. */
const PAGE = 500;

/** Pages of a dealer's vehicles, in the order of their identities. */
async function* pagesOf<Row extends { identity: string }>(
  page: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await page(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.identity;
  }
}

/** All vehicles of a dealer in batches, including removed ones. */
export const storedVehicles = (db: Database, dealer: string): AsyncGenerator<StoredVehicle[]> =>
  pagesOf(async (after) => {
    const rows = await db
      .selectFrom('vehicles')
      .select((eb) => [
        eb('record', 'like', `%${HIDDEN}%`).as('is_hidden'),
        'id',
        'identity',
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
      .where('identity', '>', after)
      .orderBy('identity')
      .limit(PAGE)
      .execute();
    return rows.map((row) => ({ ...row, is_hidden: Boolean(row.is_hidden) }));
  });

/** Records of a dealer's vehicles in stock, in batches. */
export const presentRecordsOf = (
  db: Database,
  dealer: string,
): AsyncGenerator<Pick<VehicleRow, 'identity' | 'record'>[]> =>
  pagesOf((after) =>
    db
      .selectFrom('vehicles')
      .select(['identity', 'record'])
      .where('dealer', '=', dealer)
      .where('removed_at', 'is', null)
      .where('identity', '>', after)
      .orderBy('identity')
      .limit(PAGE)
      .execute(),
  );

/** Stored records of those of these vehicles that exist. @param ids a batch */
export const recordsOf = (
  db: Database,
  ids: readonly string[],
): Promise<Pick<VehicleRow, 'id' | 'record'>[]> =>
  db
    .selectFrom('vehicles')
    .select(['id', 'record'])
    .where('id', 'in', [...ids])
    .execute();

export async function insertImportRun(
  db: Database,
  run: { id: string; dealer: string; startedAt: string; feed: string },
): Promise<void> {
  await db
    .insertInto('import_runs')
    .values({
      id: run.id,
      dealer: run.dealer,
      started_at: run.startedAt,
      finished_at: null,
      feed: run.feed,
      summary: null,
    })
    .execute();
}

/** @param summary JSON */
export async function finishImportRun(
  db: Database,
  run: { id: string; finishedAt: string; summary: string },
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ finished_at: run.finishedAt, summary: run.summary })
    .where('id', '=', run.id)
    .execute();
}

/** Summary of the dealer's last finished import, as JSON. */
export async function lastImportSummary(db: Database, dealer: string): Promise<string | null> {
  const last = await db
    .selectFrom('import_runs')
    .select('summary')
    .where('dealer', '=', dealer)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return last?.summary ?? null;
}

/** When the last import of each dealer finished. */
export async function lastImports(db: Database): Promise<{ dealer: string; finishedAt: string }[]> {
  const rows = await db
    .selectFrom('import_runs')
    .select((eb) => ['dealer', eb.fn.max('finished_at').as('finishedAt')])
    .where('finished_at', 'is not', null)
    .groupBy('dealer')
    .orderBy('dealer')
    .execute();
  return rows.map(({ dealer, finishedAt }) => ({ dealer, finishedAt: String(finishedAt) }));
}

export type LatestImport = {
  dealer: string;
  /** Of the last finished import, with its summary as JSON. */
  finishedAt: string | null;
  summary: string | null;
  /** Of a later import that has not finished. */
  unfinishedSince: string | null;
};

/** The last finished import of each dealer, and a later one that is running or was interrupted. */
export async function latestImports(db: Database): Promise<LatestImport[]> {
  const rows = await db
    .selectFrom('import_runs')
    .select(({ fn }) => [
      'dealer',
      fn.max('finished_at').as('finishedAt'),
      fn.max('started_at').as('startedAt'),
    ])
    .groupBy('dealer')
    .orderBy('dealer')
    .execute();
  return Promise.all(
    rows.map(async ({ dealer, finishedAt, startedAt }) => ({
      dealer,
      finishedAt,
      summary: finishedAt === null ? null : await lastImportSummary(db, dealer),
      unfinishedSince: finishedAt === null || startedAt > finishedAt ? startedAt : null,
    })),
  );
}

const ENTRIES_PER_STATEMENT = 500;

export const writeHistory = (db: Database, entries: readonly HistoryEntry[]): Promise<void> =>
  atomically(db, async (trx) => {
    for (const batch of batches(entries, ENTRIES_PER_STATEMENT)) {
      await trx.insertInto('vehicle_history').values(batch).execute();
    }
  });

/** History events of one type for these vehicles, oldest first. */
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

/** All events of a vehicle, oldest first. */
export const historyOf = (db: Database, vehicleId: string): Promise<Selectable<VehicleHistoryTable>[]> =>
  db.selectFrom('vehicle_history').selectAll().where('vehicle_id', '=', vehicleId).orderBy('seq').execute();

/** Whether a field of a record has this text, ignoring case. Both databases fold case alike. */
const states = (field: 'stocknum' | 'vin', words: string) => {
  const pattern = `"${field}":${JSON.stringify(words)}`.replaceAll(/[!%_]/g, '!$&');
  return sql<boolean>`upper(record) like upper(cast(${`%${pattern}%`} as text)) escape '!'`;
};

/**
 * A dealer's vehicles, including removed ones, with this stock number, VIN, or current or former slug. A stock number
 * added later to a car known by VIN counts while it is in stock.
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
        // Vehicles with a stock number have their VIN only in the record.
        states('vin', words),
        eb.and([states('stocknum', words), eb('removed_at', 'is', null)]),
      ]),
    )
    .orderBy('first_seen_at')
    .orderBy('id')
    .execute();
}
