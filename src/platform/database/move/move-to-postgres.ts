import { sql } from 'kysely';
import type { Database } from '#src/platform/database/database.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { migrate, migrationsFor } from '#src/platform/database/migrate.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import {
  type ExclusiveFile,
  openExclusively,
  type Row,
  type SourceTable,
  type TableDigest,
  tableDigest,
} from './exclusive-file.ts';

/** Migrations insert rows here; the moved database has its own. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(['installation', 'installation_keys']);

const BATCH_ROWS = 1000;

async function targetTables(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c
    where c.table_schema = current_schema() and c.table_name not like 'kysely\\_%'
    order by c.table_name, c.column_name collate "C"`.execute(db);
  const tables = new Map<string, string[]>();
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

/** @throws Error naming a table that has rows or belongs to another program */
async function requireEmpty(db: Database, known: ReadonlySet<string>): Promise<void> {
  const remedy = 'Create a new, empty database for the move.';
  for (const table of (await targetTables(db)).keys()) {
    if (!known.has(table))
      throw new Error(`The target has the table "${table}" of another program. ${remedy}`);
    if (FILLED_BY_MIGRATIONS.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new Error(`The target is not empty: "${table}" has rows. ${remedy}`);
  }
}

/** Blocks reads and writes of other processes until the transaction ends. */
async function lockTables(transaction: Database, tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((name) => sql.table(name)));
  await sql`lock table ${names} in access exclusive mode`.execute(transaction);
}

async function emptyFilledTables(transaction: Database): Promise<void> {
  for (const table of FILLED_BY_MIGRATIONS) await sql`delete from ${sql.table(table)}`.execute(transaction);
}

/** Inserts rows as one JSON parameter, because statements are limited to 65,535 parameters. */
async function insertRows(
  transaction: Database,
  { name, columns }: SourceTable,
  rows: readonly Row[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  await sql`insert into ${sql.table(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(
    transaction,
  );
}

/** Sets the sequence of an identity column to continue after `last`. */
async function continueAfter(transaction: Database, table: string, last: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), ${last})`.execute(transaction);
}

async function digestOf(transaction: Database, { name, columns }: SourceTable): Promise<TableDigest> {
  const digest = tableDigest(columns);
  const names = sql.join(columns.map((column) => sql.id(column)));
  await sql`declare moved no scroll cursor for select ${names} from ${sql.table(name)}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_ROWS)} from moved`.execute(transaction);
    for (const row of rows) digest.add(row);
    if (rows.length < BATCH_ROWS) break;
  }
  await sql`close moved`.execute(transaction);
  return digest.result();
}

export type MovedTable = TableDigest & {
  name: string;
  /** Number of texts with U+0000, which Postgres does not support; it is replaced with U+FFFD. */
  changedTexts: number;
};

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
 * Copies a SQLite database to an empty Postgres database in one transaction: if interrupted, the target has no rows.
 * The source is locked meanwhile and stays unchanged.
 * @param onTable called after each copied and verified table
 * @throws Error with the remedy: the source is missing, in use or of another schema; the target is not empty; a table
 * differs there
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
