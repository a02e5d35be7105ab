import type { Database } from '#src/platform/database/database.ts';
import type { FinanceWordingsTable } from '#src/platform/database/lead-tables.ts';

/** An existing version is unchanged. */
export const storeFinanceWording = (db: Database, wording: FinanceWordingsTable): Promise<unknown> =>
  db
    .insertInto('finance_wordings')
    .values(wording)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();

/** By version; unknown ones are missing. */
export async function financeWordingTexts(
  db: Database,
  versions: readonly string[],
): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('finance_wordings')
    .select(['version', 'text'])
    .where('version', 'in', [...new Set(versions)])
    .execute();
  return new Map(rows.map(({ version, text }) => [version, text]));
}
