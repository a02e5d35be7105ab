import { plainReason } from '#src/domain/plain-reason.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../engines/postgres.ts';
import { migrate, migrationsFor } from '../migrate.ts';
import { type ExclusiveFile, openExclusively, type SourceTable } from './exclusive-file.ts';
import {
  continueAfter,
  digestOf,
  emptyFilledTables,
  insertRows,
  lockTables,
  requireEmpty,
  targetTables,
} from './postgres-target.ts';
import { type Row, type TableDigest, tableDigest } from './table-digest.ts';

export type MovedTable = TableDigest & {
  name: string;
  /** Texts with a NUL character, which Postgres cannot hold: U+FFFD takes its place. */
  changedTexts: number;
};

const BATCH_ROWS = 1000;
/** Vehicles and leads are long texts. */
const BATCH_CHARACTERS = 4_000_000;

const NUL = '\0';

const lengthOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

function requireSameMigrations(found: readonly string[], expected: readonly string[], file: string): void {
  const missing = expected.filter((name) => !found.includes(name));
  const unknown = found.filter((name) => !expected.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `${file} is newer than this code (${unknown.join(', ')}). Use the code the sites run with.`,
    );
  if (missing.length > 0)
    throw new Error(
      `${file} is older than this code (${missing.join(', ')} missing). Start serve once with this code, then stop it.`,
    );
}

async function requireSameTables(db: Database, tables: readonly SourceTable[]): Promise<void> {
  const found = Object.fromEntries(await targetTables(db));
  const expected = Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  for (const name of names) {
    if (String(found[name]) !== String(expected[name]))
      throw new Error(
        `The table "${name}" differs: ${expected[name]} in SQLite, ${found[name]} in Postgres.`,
      );
  }
}

async function copyTable(
  transaction: Database,
  source: ExclusiveFile,
  table: SourceTable,
): Promise<MovedTable> {
  const digest = tableDigest(table.columns);
  let changedTexts = 0;
  let batch: Row[] = [];
  let characters = 0;
  const send = async () => {
    if (batch.length > 0) await insertRows(transaction, table, batch);
    batch = [];
    characters = 0;
  };
  const storable = (value: unknown): unknown => {
    if (typeof value !== 'string' || !value.includes(NUL)) return value;
    changedTexts += 1;
    return value.replaceAll(NUL, '\ufffd');
  };
  for (const found of source.rows(table)) {
    const row = Object.fromEntries(Object.entries(found).map(([column, value]) => [column, storable(value)]));
    digest.add(row);
    batch.push(row);
    characters += lengthOf(row);
    if (batch.length === BATCH_ROWS || characters > BATCH_CHARACTERS) await send();
  }
  await send();
  const last = source.lastNumber(table);
  if (last !== undefined && last > 0) await continueAfter(transaction, table.name, last);
  return { name: table.name, changedTexts, ...digest.result() };
}

async function moveTable(
  transaction: Database,
  source: ExclusiveFile,
  table: SourceTable,
): Promise<MovedTable> {
  const moved = await copyTable(transaction, source, table).catch((error: unknown) => {
    throw new Error(`Table "${table.name}": ${plainReason(error)}`);
  });
  const arrived = await digestOf(transaction, table);
  if (arrived.rows !== moved.rows || arrived.hash !== moved.hash)
    throw new Error(
      `The table "${table.name}" has ${moved.rows} rows in SQLite and ${arrived.rows} in Postgres, or their values differ. Nothing was moved.`,
    );
  return moved;
}

/**
 * Copies a SQLite database to an empty Postgres, in one transaction: interrupted, it leaves the tables of the target
 * without rows. No other process can use the source meanwhile, and its rows stay as they are.
 * @param onTable called after each table that was copied and compared
 * @throws Error with the remedy: the source is missing, in use or of another schema; the target is not empty; a table
 * has other rows there
 */
export async function moveToPostgres(
  file: string,
  url: string,
  onTable: (moved: MovedTable, done: number, all: number) => void,
): Promise<MovedTable[]> {
  const source = openExclusively(file);
  const db = openPostgres(url);
  try {
    requireSameMigrations(source.migrations, Object.keys(migrationsFor('sqlite')), file);
    const known = new Set(source.tables.map(({ name }) => name));
    await requireEmpty(db, known);
    await migrate(db);
    await requireSameTables(db, source.tables);
    return await db.transaction().execute(async (transaction) => {
      await lockTables(transaction, [...known]);
      await requireEmpty(transaction, known);
      await emptyFilledTables(transaction);
      const moved: MovedTable[] = [];
      for (const table of source.tables) {
        const one = await moveTable(transaction, source, table);
        moved.push(one);
        onTable(one, moved.length, source.tables.length);
      }
      return moved;
    });
  } finally {
    source.close();
    await db.destroy();
  }
}
