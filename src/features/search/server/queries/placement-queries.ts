import { randomInt } from 'node:crypto';
import type { Database } from '#src/platform/database/database.ts';
import type { SearchCopiesTable, SearchPlacementsTable } from '#src/platform/database/search-tables.ts';
import { atomically } from '#src/platform/database/transactions.ts';
import { batches } from '#src/platform/queue/batches.ts';

const FIRST_VERSION_BELOW = 2 ** 30;
const ROWS_PER_STATEMENT = 200;

/** `moving` is set while the dealer is indexed on another engine too. */
export type Placement = {
  dealer: string;
  engine: string;
  moving: { state: 'copying' | 'leaving'; other: string; since: Date } | undefined;
};

const toPlacement = (row: SearchPlacementsTable): Placement => ({
  dealer: row.dealer,
  engine: row.engine,
  moving:
    row.other_engine === null
      ? undefined
      : {
          state: row.state === 'copying' ? 'copying' : 'leaving',
          other: row.other_engine,
          since: new Date(row.changed_at),
        },
});

/** All dealers that are not simply on the shared engine. */
export async function placements(db: Database): Promise<Placement[]> {
  const rows = await db.selectFrom('search_placements').selectAll().orderBy('dealer').execute();
  return rows.map(toPlacement);
}

/** Engines that hold these dealers, from their placements. @param dealers at least one */
export async function placementsOf(db: Database, dealers: readonly string[]): Promise<Placement[]> {
  const rows = await db
    .selectFrom('search_placements')
    .selectAll()
    .where('dealer', 'in', [...dealers])
    .execute();
  return rows.map(toPlacement);
}

/** Of a dealer that is new; has no effect on one that is placed. */
export async function placeNewDealer(db: Database, dealer: string, engine: string, now: Date): Promise<void> {
  await db
    .insertInto('search_placements')
    .values({ dealer, engine, other_engine: null, state: 'settled', changed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('dealer').doNothing())
    .execute();
}

type Step = { dealer: string; engine: string; other: string; now: Date };

/** From now on the dealer is indexed on `other` too. @returns false if it moves already */
export async function beginMove(db: Database, { dealer, engine, other, now }: Step): Promise<boolean> {
  const values = { engine, other_engine: other, state: 'copying', changed_at: now.toISOString() };
  const begun = await db
    .insertInto('search_placements')
    .values({ dealer, ...values })
    .onConflict((conflict) =>
      conflict.column('dealer').doUpdateSet(values).where('search_placements.other_engine', 'is', null),
    )
    .returning('dealer')
    .executeTakeFirst();
  return begun !== undefined;
}

/** The dealer is searched on the engine it was copied to. @returns false if the move has been called off */
export async function finishCopy(db: Database, { dealer, engine, other, now }: Step): Promise<boolean> {
  const flipped = await db
    .updateTable('search_placements')
    .set({ engine: other, other_engine: engine, state: 'leaving', changed_at: now.toISOString() })
    .where('dealer', '=', dealer)
    .where('engine', '=', engine)
    .where('other_engine', '=', other)
    .where('state', '=', 'copying')
    .executeTakeFirst();
  return flipped.numUpdatedRows === 1n;
}

/** Calls off a move before its end: what was copied is removed as soon as possible. */
export async function abandonCopy(db: Database, dealer: string, now: Date): Promise<void> {
  await db
    .updateTable('search_placements')
    .set({ state: 'leaving', changed_at: now.toISOString() })
    .where('dealer', '=', dealer)
    .where('state', '=', 'copying')
    .execute();
}

/** The dealer is no longer on `other`. Call it in a transaction. */
export async function settle(db: Database, dealer: string, other: string): Promise<void> {
  const settled = await db
    .updateTable('search_placements')
    .set({ other_engine: null, state: 'settled' })
    .where('dealer', '=', dealer)
    .where('other_engine', '=', other)
    .where('state', '=', 'leaving')
    .executeTakeFirst();
  if (settled.numUpdatedRows === 0n) return;
  await db.deleteFrom('search_copies').where('engine', '=', other).where('dealer', '=', dealer).execute();
}

type Change = { vehicle_id: string; dealer: string };

/** Queues changes for an engine that has not received them. Its versions begin at random, as those of marks do. */
export async function queueCopies(db: Database, engine: string, changes: readonly Change[]): Promise<void> {
  const version = randomInt(FIRST_VERSION_BELOW);
  const sorted = changes.toSorted((a, b) => (a.vehicle_id < b.vehicle_id ? -1 : 1));
  for (const batch of batches(sorted, ROWS_PER_STATEMENT))
    await db
      .insertInto('search_copies')
      .values(batch.map(({ vehicle_id, dealer }) => ({ engine, vehicle_id, dealer, version })))
      .onConflict((conflict) =>
        conflict.columns(['engine', 'vehicle_id']).doUpdateSet((eb) => ({
          version: eb('search_copies.version', '+', 1),
        })),
      )
      .execute();
}

export const queuedCopies = (db: Database, engine: string, limit: number): Promise<SearchCopiesTable[]> =>
  db
    .selectFrom('search_copies')
    .selectAll()
    .where('engine', '=', engine)
    .orderBy('vehicle_id')
    .limit(limit)
    .execute();

/** Removes changes for engines that the placement of their dealer does not name. */
export const forgetUnwantedCopies = (db: Database): Promise<unknown> =>
  db
    .deleteFrom('search_copies')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('search_placements as placed')
            .select('placed.dealer')
            .whereRef('placed.dealer', '=', 'search_copies.dealer')
            .where(({ eb, or, ref }) =>
              or([
                eb('placed.engine', '=', ref('search_copies.engine')),
                eb('placed.other_engine', '=', ref('search_copies.engine')),
              ]),
            ),
        ),
      ),
    )
    .execute();

/** How many changes wait for each engine. */
export async function copiesByEngine(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('search_copies')
    .select(({ fn }) => ['engine', fn.countAll<number>().as('count')])
    .groupBy('engine')
    .execute();
  return new Map(rows.map(({ engine, count }) => [engine, Number(count)]));
}

/** Removes changes that an engine has received, unless they were queued again. */
export const forgetCopies = (db: Database, served: readonly SearchCopiesTable[]): Promise<void> =>
  atomically(db, async (trx) => {
    for (const alike of Map.groupBy(served, ({ engine, version }) => `${engine} ${version}`).values())
      for (const batch of batches(alike, ROWS_PER_STATEMENT))
        await trx
          .deleteFrom('search_copies')
          .where('engine', '=', batch[0]?.engine ?? '')
          .where('version', '=', batch[0]?.version ?? 0)
          .where(
            'vehicle_id',
            'in',
            batch.map(({ vehicle_id }) => vehicle_id),
          )
          .execute();
  });
