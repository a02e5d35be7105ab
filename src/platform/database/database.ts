import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** Also works within transactions. Needed only for locks and table definitions. */
export const engineOf = (db: Database): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

/** Columns of SQLite only enforce their types if the table is STRICT. */
export const finishTable =
  (engine: Engine) =>
  <T extends string, C extends string>(table: CreateTableBuilder<T, C>): Promise<void> =>
    (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
