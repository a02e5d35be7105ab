import type { Database } from './database.ts';

/** The id of a database, and how much it holds. */
export async function databaseContents(
  db: Database,
): Promise<{ id: string; leads: number; vehicles: number }> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const countOf = async (table: 'leads' | 'vehicles'): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return { id, leads: await countOf('leads'), vehicles: await countOf('vehicles') };
}
