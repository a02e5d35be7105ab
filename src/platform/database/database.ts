import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** Also within a transaction. Few statements depend on it: locks and table definitions. */
export const engineOf = (db: Database): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

/** Creates a table whose columns accept only their own types: SQLite needs STRICT for that. */
export const finishTable =
  (engine: Engine) =>
  <T extends string, C extends string>(table: CreateTableBuilder<T, C>): Promise<void> =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
