import { mkdirSync, stat, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import type { Tables } from '#src/platform/database/tables.ts';
import { traceQueries } from '#src/platform/database/trace-queries.ts';
import { isTracing } from '#src/platform/tracing/tracing.ts';
import { watchLogSize } from './file-upkeep.ts';
import { syncOfLog } from './log-sync.ts';
import { SCRUBBED_FILE } from './scrub-state.ts';
import { createWriteQueue, lockDeadline, retryWhileLocked } from './write-queue.ts';

const CACHED_STATEMENTS = 500;

/** Two connections to one file: in WAL mode, the reader never waits for a writer. */
type SqliteConnections = {
  /** Equals the writer for in-memory databases, which have one connection. */
  reader: DatabaseSync;
  writer: DatabaseSync;
  onCommit(): void;
  close(): void;
};

/** Kysely assumes that SQLite has one connection and cannot roll back schema changes. */
class TwoConnectionAdapter extends SqliteAdapter {
  /** Looked up by name: pages bundle a copy of this module, so `instanceof` would fail. */
  readonly synced: () => Promise<void>;

  constructor(synced: () => Promise<void>) {
    super();
    this.synced = synced;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite for a server: reads never wait, writers queue, and waiting for another process's lock does not block the
 * thread.
 * @param synced resolves once all commits are on disk
 */
const twoConnectionDialect = (connections: SqliteConnections, synced: () => Promise<void>): Dialect => ({
  createAdapter: () => new TwoConnectionAdapter(synced),
  createDriver: () => driverOf(connections),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

type Run = (query: CompiledQuery) => QueryResult<never>;

function statementsOf(sqlite: DatabaseSync): Run {
  const known = new Map<string, { isReader: boolean; statement: ReturnType<DatabaseSync['prepare']> }>();
  const prepared = (sql: string) => {
    const found = known.get(sql);
    if (found) return found;
    const statement = sqlite.prepare(sql);
    const made = { statement, isReader: statement.columns().length > 0 };
    if (known.size >= CACHED_STATEMENTS) known.clear();
    known.set(sql, made);
    return made;
  };
  return ({ sql, parameters }) => {
    const { statement, isReader } = prepared(sql);
    const bindings = parameters as Parameters<typeof statement.all>;
    if (isReader) return { rows: statement.all(...bindings) as never[] };
    const { changes, lastInsertRowid } = statement.run(...bindings);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

function driverOf(connections: SqliteConnections): Driver {
  const turns = createWriteQueue();
  const read = statementsOf(connections.reader);
  const write = statementsOf(connections.writer);
  const hasReader = connections.reader !== connections.writer;

  class Connection implements DatabaseConnection {
    isTransaction = false;

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (this.isTransaction) return write(query);
      const deadline = lockDeadline();
      if (hasReader && isRead(query)) return retryWhileLocked(() => read(query), deadline);
      await turns.acquire(deadline);
      try {
        const result = await retryWhileLocked(() => write(query), deadline);
        connections.onCommit();
        return result;
      } finally {
        turns.release();
      }
    }

    // biome-ignore lint/correctness/useYield: nothing here streams
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('SQLite answers whole results; there are no streams.');
    }
  }

  const ours = (connection: DatabaseConnection): Connection => {
    if (connection instanceof Connection) return connection;
    throw new Error('A connection of another database.');
  };
  const pass = (connection: Connection) => {
    connection.isTransaction = false;
    turns.release();
  };

  const abandon = (connection: Connection) => {
    if (!connection.isTransaction) return;
    try {
      // On a full disk SQLite has already rolled back.
      if (connections.writer.isTransaction) connections.writer.exec('rollback');
    } finally {
      pass(connection);
    }
  };

  return {
    async init() {},
    acquireConnection: async () => new Connection(),
    async beginTransaction(connection) {
      const deadline = lockDeadline();
      await turns.acquire(deadline);
      try {
        // A plain BEGIN acquires the write lock too late, and concurrent processes fail with "database is locked".
        await retryWhileLocked(() => connections.writer.exec('begin immediate'), deadline);
        ours(connection).isTransaction = true;
      } catch (error) {
        turns.release();
        throw error;
      }
    },
    async commitTransaction(connection) {
      connections.writer.exec('commit');
      pass(ours(connection));
      connections.onCommit();
    },
    rollbackTransaction: async (connection) => abandon(ours(connection)),
    // An abandoned transaction would block all writers.
    releaseConnection: async (connection) => abandon(ours(connection)),
    async destroy() {
      connections.close();
    },
  };
}

const statOf = promisify(stat);

/**
 * SQLite keeps writing to a deleted or replaced file, and those writes are lost when the process ends.
 * @returns a function that rejects if the file is no longer the one that was opened
 */
function fileInPlace(file: string): () => Promise<void> {
  const opened = statSync(file);
  return async () => {
    const found = await statOf(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error('the database file was deleted while it was open');
      throw error;
    });
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new Error('the database file was replaced while it was open');
  };
}

/** Blocking is acceptable while opening; later statements must not block the main thread. */
const OPENING_TIMEOUT_MS = 5000;
/** A worker thread checkpoints at 16 MB; if that fails, SQLite does so during the commit that reaches 160 MB. */
const LAST_RESORT_CHECKPOINT_PAGES = 40_000;

/** Erasing relies on secure_delete: SQLite then overwrites deleted data in the pages it writes. */
function connect(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: OPENING_TIMEOUT_MS });
  sqlite.exec('PRAGMA journal_mode = WAL');
  sqlite.exec('PRAGMA synchronous = NORMAL');
  sqlite.exec(`PRAGMA wal_autocheckpoint = ${LAST_RESORT_CHECKPOINT_PAGES}`);
  sqlite.exec('PRAGMA foreign_keys = ON');
  sqlite.exec('PRAGMA secure_delete = ON');
  sqlite.exec('PRAGMA busy_timeout = 0');
  return sqlite;
}

/**
 * Opens or creates the SQLite database. WAL keeps it consistent after a power failure; `onDisk` resolves when a commit
 * is on disk.
 */
export function openSqlite(file: string): Database {
  const isInMemory = file === ':memory:';
  if (!isInMemory) mkdirSync(dirname(file), { recursive: true });
  const writer = connect(file);
  markNewFile(writer);
  const reader = isInMemory ? writer : connect(file);
  if (!isInMemory) reader.exec('PRAGMA query_only = ON');
  const log = isInMemory ? undefined : syncOfLog(`${file}-wal`);
  const upkeep = isInMemory ? undefined : watchLogSize(file);
  const connections = {
    reader,
    writer,
    onCommit: () => upkeep?.committed(),
    close() {
      upkeep?.stop();
      log?.close();
      if (reader !== writer) reader.close();
      writer.close();
    },
  };
  const requireInPlace = isInMemory ? undefined : fileInPlace(file);
  const synced = async () => {
    await log?.synced();
    await requireInPlace?.();
  };
  return new Kysely<Tables>({
    ...(isTracing() && { log: traceQueries('sqlite') }),
    dialect: twoConnectionDialect(connections, synced),
  });
}

/** A new file has used secure_delete from its first row on; a file with tables may predate it. */
function markNewFile(sqlite: DatabaseSync): void {
  const isEmpty = () => sqlite.prepare('select 1 from sqlite_master limit 1').get() === undefined;
  if (!isEmpty()) return;
  sqlite.exec(`PRAGMA busy_timeout = ${OPENING_TIMEOUT_MS}`);
  sqlite.exec('BEGIN IMMEDIATE');
  if (isEmpty()) sqlite.exec(`PRAGMA user_version = ${SCRUBBED_FILE}`);
  sqlite.exec('COMMIT');
  sqlite.exec('PRAGMA busy_timeout = 0');
}
