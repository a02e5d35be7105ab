import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openSqlite } from './engines/sqlite.ts';
import { migrate, migrationsFor, refuseOlderCode } from './migrate.ts';

type Column = { table: string; name: string; required: number };

const columnsOf = async (db: Database): Promise<Column[]> =>
  (
    await sql<Column>`
      select t.name as "table", c.name, c."notnull" = 1 and c.dflt_value is null as required
      from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'kysely%'`.execute(
      db,
    )
  ).rows;

const uniqueIndexesOf = async (db: Database): Promise<string[]> =>
  (
    await sql<{ key: string }>`
      select t.name || ' ' || i.name as key from sqlite_master t, pragma_index_list(t.name) i
      where t.type = 'table' and i."unique" = 1`.execute(db)
  ).rows.map(({ key }) => key);

const key = ({ table, name }: Column) => `${table}.${name}`;

/** The migrations after which earlier code misses something, or fails to write; and those that say so. */
async function breakingMigrations(migrations: Record<string, Migration>) {
  const db = openSqlite(':memory:');
  const breaking: string[] = [];
  const declared: string[] = [];
  let known: Record<string, Migration> = {};
  let before: Column[] = [];
  let uniqueBefore: string[] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    known = { ...known, [name]: migration };
    await migrate(db, known);
    const after = await columnsOf(db);
    const unique = await uniqueIndexesOf(db);
    const tables = new Set(before.map(({ table }) => table));
    const isMissing = before.some((column) => !after.some((each) => key(each) === key(column)));
    const isRequired = after.some(
      (column) =>
        column.required === 1 &&
        tables.has(column.table) &&
        !before.some((each) => key(each) === key(column) && each.required === 1),
    );
    const isUnique = unique.some(
      (each) => !uniqueBefore.includes(each) && tables.has(each.split(' ')[0] ?? ''),
    );
    if (isMissing || isRequired || isUnique) breaking.push(name);
    if (after.some(({ table }) => table === 'installation_keys')) {
      const { rows } = await sql<{ value: string }>`
        select value from installation_keys where name = 'needed_migration'`.execute(db);
      if (rows[0]?.value === name) declared.push(name);
    }
    before = after;
    uniqueBefore = unique;
  }
  await db.destroy();
  return { breaking, declared };
}

/** Releases before this one refuse every later database. */
const FIRST_THAT_TOLERATES = '0016-prize-draws';

it('PLAT-02 a migration that earlier code cannot live with says so', async () => {
  const { breaking, declared } = await breakingMigrations(migrationsFor('sqlite'));
  expect(breaking.filter((name) => name > FIRST_THAT_TOLERATES && !declared.includes(name))).toEqual([]);
});

it('PLAT-02 removed columns, required ones and unique indexes are noticed, additions are not', async () => {
  const alter = (work: (db: Kysely<unknown>) => Promise<void>): Migration => ({ up: work });
  const changes = {
    '9990-table': alter((db) =>
      db.schema
        .createTable('more')
        .addColumn('id', 'text', (c) => c.notNull())
        .execute(),
    ),
    '9991-column': alter((db) => db.schema.alterTable('more').addColumn('note', 'text').execute()),
    '9992-default': alter((db) =>
      db.schema
        .alterTable('more')
        .addColumn('kind', 'text', (c) => c.notNull().defaultTo(''))
        .execute(),
    ),
    '9993-removed': alter((db) => db.schema.alterTable('more').dropColumn('note').execute()),
    '9994-unique': alter((db) => db.schema.createIndex('more_id').unique().on('more').column('id').execute()),
    '9995-declared': alter(async (db) => {
      await db.schema.dropTable('more').execute();
      await refuseOlderCode(db, '9995-declared');
    }),
  };
  const { breaking, declared } = await breakingMigrations({ ...migrationsFor('sqlite'), ...changes });
  expect(breaking.filter((name) => name.startsWith('99'))).toEqual([
    '9993-removed',
    '9994-unique',
    '9995-declared',
  ]);
  expect(declared).toEqual(['9995-declared']);
});
