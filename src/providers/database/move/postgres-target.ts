import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SourceTable } from './exclusive-file.ts';
import { type Row, type TableDigest, tableDigest } from './table-digest.ts';

/** A migration fills them; the moved installation brings its own rows. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(['installation', 'installation_keys']);

const ROWS_AT_ONCE = 1000;

/** Tables and columns of the schema that new tables go to. */
export async function targetTables(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column"
    from information_schema.columns c
    where c.table_schema = current_schema() and c.table_name not like 'kysely\\_%'
    order by c.table_name, c.column_name collate "C"`.execute(db);
  const tables = new Map<string, string[]>();
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

/** @throws Error that names a table of another program, or one with rows */
export async function requireEmpty(db: Database, known: ReadonlySet<string>): Promise<void> {
  const remedy = 'Create a new, empty database for the move.';
  for (const table of (await targetTables(db)).keys()) {
    if (!known.has(table))
      throw new Error(`The target has the table "${table}" of another program. ${remedy}`);
    if (FILLED_BY_MIGRATIONS.has(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new Error(`The target is not empty: "${table}" has rows. ${remedy}`);
  }
}

/** Until the transaction ends, no other process reads or writes these tables. */
export async function lockTables(transaction: Database, tables: readonly string[]): Promise<void> {
  const names = sql.join(tables.map((name) => sql.table(name)));
  await sql`lock table ${names} in access exclusive mode`.execute(transaction);
}

export async function emptyFilledTables(transaction: Database): Promise<void> {
  for (const table of FILLED_BY_MIGRATIONS) await sql`delete from ${sql.table(table)}`.execute(transaction);
}

/** Inserts rows as one JSON text: a statement may have 65,535 values at most. */
export async function insertRows(
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

/** Lets a table that counts its rows go on after `last`. */
export async function continueAfter(transaction: Database, table: string, last: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), ${last})`.execute(transaction);
}

export async function digestOf(transaction: Database, { name, columns }: SourceTable): Promise<TableDigest> {
  const digest = tableDigest(columns);
  const names = sql.join(columns.map((column) => sql.id(column)));
  await sql`declare moved no scroll cursor for select ${names} from ${sql.table(name)}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from moved`.execute(transaction);
    for (const row of rows) digest.add(row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close moved`.execute(transaction);
  return digest.result();
}
