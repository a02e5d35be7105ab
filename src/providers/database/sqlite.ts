import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** How long a writer waits for another process's transaction. */
const BUSY_TIMEOUT_MS = 5000;
const CACHED_STATEMENTS = 500;

type KyselyStatement = ReturnType<typeof asKyselyStatement>;

/** Kysely takes SQLite for a database that cannot undo a change of tables; it can. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Migrations run in one transaction, so that processes that start together do not run them twice. */
class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** Opens (and creates) the SQLite database: WAL, every commit on disk before it is acknowledged. */
export function openSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.exec('PRAGMA journal_mode = WAL');
  sqlite.exec('PRAGMA synchronous = FULL');
  sqlite.exec('PRAGMA foreign_keys = ON');
  const statements = new Map<string, KyselyStatement>();
  return new Kysely<Tables>({
    dialect: new TransactionalDialect({
      database: {
        close: () => sqlite.close(),
        prepare(sql: string) {
          const known = statements.get(sql);
          if (known) return known;
          const statement = asKyselyStatement(sqlite, sql);
          if (statements.size >= CACHED_STATEMENTS) statements.clear();
          statements.set(sql, statement);
          return statement;
        },
      },
    }),
  });
}

function asKyselyStatement(sqlite: DatabaseSync, sql: string) {
  // A plain BEGIN takes the write lock too late: two processes then fail with "database is locked".
  const statement = sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql);
  type Bindings = Parameters<typeof statement.all>;
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...(parameters as Bindings)),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as Bindings)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as Bindings)),
  };
}
