import type { Database } from './database.ts';
import type { MiscellaneousRecordsTable } from './tables.ts';

/** Keeps a record under its id, once. */
export async function storeMiscellaneous(db: Database, record: MiscellaneousRecordsTable): Promise<void> {
  await db
    .insertInto('miscellaneous_records')
    .values(record)
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}
