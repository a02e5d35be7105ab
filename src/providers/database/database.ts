import { type Kysely, SqliteAdapter } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** Also within a transaction. Few statements depend on it: locks and table definitions. */
export const engineOf = (db: Database): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
