import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Database } from './database.ts';
import { type LogSync, syncOfLog } from './log-sync.ts';
import type { Tables } from './tables.ts';

/** How long a writer waits for another process's transaction. */
const BUSY_TIMEOUT_MS = 5000;
const CACHED_STATEMENTS = 500;
/** Size of the log at which it is emptied into the database, which holds up whoever commits then: 16 MB. */
const CHECKPOINT_PAGES = 4000;

type KyselyStatement = ReturnType<typeof asKyselyStatement>;

/** Kysely takes SQLite for a database that cannot undo a change of tables; it can. */
class TransactionalAdapter extends SqliteAdapter {
  readonly log: LogSync | undefined;

  constructor(log: LogSync | undefined) {
    super();
    this.log = log;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Migrations run in one transaction, so that processes that start together do not run them twice. */
class TransactionalDialect extends SqliteDialect {
  readonly #log: LogSync | undefined;

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0], log: LogSync | undefined) {
    super(config);
    this.#log = log;
  }

  override createAdapter() {
    return new TransactionalAdapter(this.#log);
  }
}

/**
 * Resolves once all that was committed is on disk. To be awaited before a shopper is told that something is kept;
 * Postgres has done so by itself.
 * @throws what the disk says
 */
export async function onDisk(db: Database): Promise<void> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof TransactionalAdapter) await adapter.log?.synced();
}

/** Opens (and creates) the SQLite database: WAL, whole after a power cut; `onDisk` says when it holds a commit. */
export function openSqlite(file: string): Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new DatabaseSync(file);
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.exec('PRAGMA journal_mode = WAL');
  sqlite.exec('PRAGMA synchronous = NORMAL');
  sqlite.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  sqlite.exec('PRAGMA foreign_keys = ON');
  const statements = new Map<string, KyselyStatement>();
  const log = file === ':memory:' ? undefined : syncOfLog(`${file}-wal`);
  return new Kysely<Tables>({
    dialect: new TransactionalDialect(
      {
        database: {
          close() {
            log?.close();
            sqlite.close();
          },
          prepare(sql: string) {
            const known = statements.get(sql);
            if (known) return known;
            const statement = asKyselyStatement(sqlite, sql);
            if (statements.size >= CACHED_STATEMENTS) statements.clear();
            statements.set(sql, statement);
            return statement;
          },
        },
      },
      log,
    ),
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
