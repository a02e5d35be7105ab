import { type CreateTableBuilder, sql } from 'kysely';
import type { Engine } from '../database.ts';

/** Creates a table whose columns accept only their own types: SQLite needs STRICT for that. */
export const finishTable =
  (engine: Engine) =>
  <T extends string, C extends string>(table: CreateTableBuilder<T, C>): Promise<void> =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
