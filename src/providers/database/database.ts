import { type Kysely, SqliteAdapter } from 'kysely';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** Also of a transaction. Few statements need to know: locks, and the shape of tables. */
export const engineOf = (db: Database): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';
