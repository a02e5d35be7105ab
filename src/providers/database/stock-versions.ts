import type { Database } from './database.ts';

/**
 * Counts up the version of each dealer's stock. Called wherever vehicles or their documents change, in the same
 * transaction where there is one; processes with caches compare versions to invalidate them.
 */
export async function raiseStockVersions(db: Database, dealers: Iterable<string>): Promise<void> {
  const rows = [...new Set(dealers)].sort().map((dealer) => ({ dealer, version: 1 }));
  if (rows.length === 0) return;
  await db
    .insertInto('stock_versions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('dealer').doUpdateSet((eb) => ({ version: eb('stock_versions.version', '+', 1) })),
    )
    .execute();
}

/** Versions by dealer; a dealer that never had stock is absent. */
export async function stockVersions(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('stock_versions').selectAll().execute();
  return new Map(rows.map(({ dealer, version }) => [dealer, version]));
}

/** 0 for a dealer that never had stock. */
export async function stockVersion(db: Database, dealer: string): Promise<number> {
  const row = await db
    .selectFrom('stock_versions')
    .select('version')
    .where('dealer', '=', dealer)
    .executeTakeFirst();
  return row?.version ?? 0;
}
