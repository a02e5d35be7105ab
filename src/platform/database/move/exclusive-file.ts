import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type Row = Readonly<Record<string, unknown>>;

/** How many rows a table has, and a hash of them. */
export type TableDigest = { rows: number; hash: string };

const HASH_BITS = 256;

/**
 * Hashes a table. The order of the rows does not matter: the engines sort text by different rules. Every row counts,
 * equal ones too.
 * @param columns every row is read by them, in this order
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
  /** In the order of the alphabet. */
  columns: readonly string[];
  /** Tables that hold the rows its rows refer to. */
  refersTo: readonly string[];
};

/** A SQLite database that no other process can open. */
export type ExclusiveFile = {
  /** All but SQLite's own and the record of migrations; each after those it refers to. */
  tables: readonly SourceTable[];
  migrations: readonly string[];
  /** In the order they were written. */
  rows(table: SourceTable): Iterable<Row>;
  /** The last number given out in a table that counts its rows; undefined of others. */
  lastNumber(table: SourceTable): number | undefined;
  close(): void;
};

const LOCK_TIMEOUT_MS = 1000;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const isLocked = (error: unknown) => error instanceof Error && error.message.includes('locked');

function openAlone(file: string): DatabaseSync {
  // A missing file would be created.
  if (!existsSync(file))
    throw new Error(`There is no database ${file}. Set DATA_DIR to the data folder of the sites.`);
  const sqlite = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    // In WAL mode an open connection holds a shared lock, so that even an idle server is noticed.
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
 * Opens a SQLite database for reading and closes it to every other process until it is closed.
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
