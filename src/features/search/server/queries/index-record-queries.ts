import type { Database } from '#src/platform/database/database.ts';

/** Versions of the settings and documents of an index. */
export type IndexVersion = { settings: number; documents: number };

export type IndexRecord = IndexVersion & {
  /** When a process with these versions last said that it is there. */
  confirmedAt: Date;
};

/** What an engine's index was made by; undefined if no release has recorded it. */
export async function indexRecord(db: Database, engine: string): Promise<IndexRecord | undefined> {
  const row = await db
    .selectFrom('search_indexes')
    .selectAll()
    .where('engine', '=', engine)
    .executeTakeFirst();
  return (
    row && {
      settings: row.settings_version,
      documents: row.document_version,
      confirmedAt: new Date(row.confirmed_at),
    }
  );
}

/** Records that an engine's index is of these versions, and that a process of them is there. */
export async function recordIndex(
  db: Database,
  engine: string,
  { settings, documents }: IndexVersion,
  now: Date,
): Promise<void> {
  const values = {
    settings_version: settings,
    document_version: documents,
    confirmed_at: now.toISOString(),
  };
  await db
    .insertInto('search_indexes')
    .values({ engine, ...values })
    .onConflict((conflict) => conflict.column('engine').doUpdateSet(values))
    .execute();
}
