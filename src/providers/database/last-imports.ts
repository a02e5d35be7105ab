import type { Database } from './database.ts';

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
