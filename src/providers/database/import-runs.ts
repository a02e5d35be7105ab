import type { Database } from './database.ts';

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

/** When the last import of each dealer ended. */
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

/** The last import of each dealer, and a later one that is running or was cut off. */
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
