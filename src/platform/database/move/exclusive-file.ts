import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Row = Readonly<Record<string, unknown>>;

export type TableDigest = { rows: number; hash: string };

const HASH_BITS = 256;

/**
 * Hashes a table regardless of row order, because the engines collate text differently. Duplicate rows count.
 * @param columns read from each row in this order
 */
export function tableDigest(columns: readonly string[]): { add(row: Row): void; result(): TableDigest } {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      const values = JSON.stringify(columns.map((column) => row[column]));
      rows += 1;
      sum = BigInt.asUintN(HASH_BITS, sum + BigInt(`0x${createHash('sha256').update(values).digest('hex')}`));
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(HASH_BITS / 4, '0') }),
  };
}

export type SourceTable = {
  name: string;
  /** Sorted. */
  columns: readonly string[];
  /** Tables referenced by foreign keys. */
  refersTo: readonly string[];
};

/** A SQLite database locked against all other processes. */
export type ExclusiveFile = {
  /** Except those of SQLite and the migrations; referenced tables come first. */
  tables: readonly SourceTable[];
  migrations: readonly string[];
  /** In insertion order. */
  rows(table: SourceTable): Iterable<Row>;
  /** Current value of an autoincrement counter; undefined for tables without one. */
  lastNumber(table: SourceTable): number | undefined;
  close(): void;
};

const LOCK_TIMEOUT_MS = 1000;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const isLocked = (error: unknown) => error instanceof Error && error.message.includes('locked');

function openAlone(file: string): DatabaseSync {
  // Opening a missing file would create it.
  if (!existsSync(file))
    throw new Error(`There is no database ${file}. Set DATA_DIR to the data folder of the sites.`);
  const sqlite = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    // In WAL mode, open connections hold a shared lock, so even idle servers are detected.
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE');
    sqlite.exec('PRAGMA query_only = ON');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (!isLocked(error)) throw error;
    throw new Error(
      `Another process uses ${file}. Stop serve, workers, imports and other commands first: a lead stored during the move would be lost.`,
    );
  }
}

function inOrder(tables: readonly SourceTable[]): SourceTable[] {
  const ordered: SourceTable[] = [];
  const place = (table: SourceTable): void => {
    if (ordered.includes(table)) return;
    for (const name of table.refersTo) {
      const other = tables.find((each) => each.name === name);
      if (other && other !== table) place(other);
    }
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

/**
 * Opens a SQLite database for reading and locks out other processes until it is closed.
 * @throws Error with the remedy if it is missing or in use
 */
export function openExclusively(file: string): ExclusiveFile {
  const sqlite = openAlone(file);
  const texts = (sql: string): string[] =>
    sqlite
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const names = texts(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name",
  );
  const tables = names
    .filter((name) => !name.startsWith('kysely_'))
    .map((name) => ({
      name,
      columns: texts(`select name from pragma_table_info('${name}') order by name`),
      refersTo: texts(`select "table" from pragma_foreign_key_list('${name}')`),
    }));
  return {
    tables: inOrder(tables),
    migrations: names.includes('kysely_migration')
      ? texts('select name from kysely_migration order by name')
      : [],
    rows: ({ name, columns }) =>
      sqlite
        .prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by rowid`)
        .iterate(),
    lastNumber({ name }) {
      if (!texts('select name from sqlite_master').includes('sqlite_sequence')) return undefined;
      const row = sqlite.prepare('select seq from sqlite_sequence where name = ?').get(name);
      return row ? Number(row.seq) : undefined;
    },
    close() {
      sqlite.exec('ROLLBACK');
      sqlite.close();
    },
  };
}
