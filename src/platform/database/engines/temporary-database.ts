import { randomUUID } from 'node:crypto';
import { mkdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const CACHE_KB = 8000;

/**
 * Tables for one task that may not fit into memory. Statements are synchronous: not for a process that serves pages.
 * @param folder of the file; without one the tables are in memory
 */
export function openTemporaryDatabase(folder: string | undefined, tables: string) {
  const file = folder === undefined ? ':memory:' : join(folder, `${randomUUID()}.temporary`);
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const sqlite = new DatabaseSync(file);
  // Nothing is read after a crash, so there is nothing to recover: the one transaction never ends, and its journal,
  // which has the pages that were there before it, is empty.
  sqlite.exec(
    `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KB}`,
  );
  sqlite.exec(`begin exclusive; ${tables}`);
  // The open file stays usable without a name, and is gone once the process has ended, however it does.
  if (folder !== undefined) unlinkSync(file);

  return {
    run(sql: string): void {
      sqlite.exec(sql);
    },
    /** A statement that is executed often. */
    prepare<Row extends object = never>(sql: string) {
      const statement = sqlite.prepare(sql);
      return {
        run: (...values: SQLInputValue[]): void => {
          statement.run(...values);
        },
        get: (...values: SQLInputValue[]) => statement.get(...values) as unknown as Row | undefined,
        all: (...values: SQLInputValue[]) => statement.all(...values) as unknown as Row[],
        iterate: (...values: SQLInputValue[]) =>
          statement.iterate(...values) as unknown as IterableIterator<Row>,
      };
    },
    close(): void {
      if (sqlite.isOpen) sqlite.close();
    },
  };
}

export type TemporaryDatabase = ReturnType<typeof openTemporaryDatabase>;

const PAGE_ROWS = 250;

/** Pages of a statement with `key > ? … order by key limit ?`, so that its tables may change in between. */
export function* pagesOf<Row extends object, Key extends string | number>(
  statement: { all(after: Key, limit: number): Row[] },
  first: Key,
  keyOf: (row: Row) => Key,
  size = PAGE_ROWS,
): Generator<Row[]> {
  for (let after = first; ; ) {
    const rows = statement.all(after, size);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = keyOf(last);
  }
}
