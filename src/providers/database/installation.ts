import type { Database } from './database.ts';

export async function databaseId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

/** The id of a database, and how much it holds. */
export async function databaseContents(
  db: Database,
): Promise<{ id: string; leads: number; vehicles: number }> {
  const countOf = async (table: 'leads' | 'vehicles'): Promise<number> => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return { id: await databaseId(db), leads: await countOf('leads'), vehicles: await countOf('vehicles') };
}
