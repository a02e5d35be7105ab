import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { databaseContents } from '#src/platform/database/installation-keys.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { requireSameData } from '#src/server/data-installation.ts';
import { runMove } from '../../scripts/database/move.ts';
import { leadServices } from '../fixtures/lead-services.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { databasePlace } from '../fixtures/test-database.ts';

let folder: string;
let url: string;
let target: Database;
const file = () => join(folder, 'forecourt.db');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-move-'));
  ({ DATABASE_URL: url } = await databasePlace(folder));
  target = openPostgres(url);
  await withSource(async () => {});
});
afterEach(async () => {
  await target.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function withSource<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = openSqlite(file());
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const move = (env: Record<string, string> = {}) =>
  runCommand(runMove, [], { DATA_DIR: folder, DATABASE_URL: url, ...env });

type Column = { name: string; type: string };

/** Every table of the newest schema, so that a new one is moved, or fails this test. */
function sourceTables(sqlite: DatabaseSync): { name: string; columns: Column[] }[] {
  const tables = sqlite
    .prepare(
      "select name from pragma_table_list where type = 'table' and schema = 'main' and name not glob 'sqlite_*' and name not glob 'kysely_*'",
    )
    .all();
  return tables.map(({ name }) => ({
    name: String(name),
    columns: sqlite
      .prepare('select name, type from pragma_table_info(?)')
      .all(String(name))
      .map((column) => ({ name: String(column.name), type: String(column.type).toLowerCase() })),
  }));
}

const HOSTILE = `Zoë's "café" – \\u0000 {"a": [1.50, true, null]} 🚗\n\t%`;
const BIGGEST_INTEGER = 2_147_483_647;

/** Two rows in every table: ordinary values, then hostile texts and the biggest number. */
function fillEveryTable(sqlite: DatabaseSync): void {
  sqlite.exec('pragma foreign_keys = off');
  for (const { name, columns } of sourceTables(sqlite)) {
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    const insert = sqlite.prepare(
      `insert into ${name} (${names}) values (${columns.map(() => '?').join(', ')})`,
    );
    insert.run(...columns.map(({ type }, at) => (type === 'integer' ? at + 1 : `same ${at}`)));
    insert.run(
      ...columns
        .map(({ name: column, type }) => {
          if (type !== 'integer') return /(?:^|_)id$/.test(column) ? 'same 0' : HOSTILE;
          return column === 'seq' ? 40 : BIGGEST_INTEGER;
        })
        .map((value, at) => (at === 0 && value === 'same 0' ? `second ${name}` : value)),
    );
  }
  // Rows refer to rows of other tables by ids, which are made up.
  for (const { table, from, to } of references(sqlite))
    sqlite.exec(`update ${table} set "${from}" = (select "${to.column}" from ${to.table} limit 1)`);
}

function references(sqlite: DatabaseSync) {
  return sourceTables(sqlite).flatMap(({ name }) =>
    sqlite
      .prepare('select "table", "from", "to" from pragma_foreign_key_list(?)')
      .all(name)
      .map((key) => ({
        table: name,
        from: String(key.from),
        to: { table: String(key.table), column: String(key.to) },
      })),
  );
}

const inSource = <T>(work: (sqlite: DatabaseSync) => T): T => {
  const sqlite = new DatabaseSync(file());
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
};

const rowsOf = async (table: string): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(target)).rows;

const sorted = (rows: Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

async function expectUntouchedTarget(): Promise<void> {
  for (const { name } of inSource(sourceTables)) {
    if (name !== 'installation' && name !== 'installation_keys')
      expect([name, await rowsOf(name)]).toEqual([name, []]);
  }
}

it('PLAT-02 every row of every table of SQLite is the same in Postgres after the move', async () => {
  const expected = inSource((sqlite) => {
    fillEveryTable(sqlite);
    return sourceTables(sqlite).map(
      ({ name }) =>
        [
          name,
          sqlite
            .prepare(`select * from ${name}`)
            .all()
            .map((row) => ({ ...row })),
        ] as const,
    );
  });
  const bytes = readFileSync(file());
  const ended = await move();
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(ended.out).toContain(`mv ${file()} ${file()}.moved`);
  for (const [name, rows] of expected) {
    expect([name, rows.length]).not.toEqual([name, 0]);
    expect([name, sorted(await rowsOf(name))]).toEqual([name, sorted(rows)]);
    expect(ended.out).toMatch(new RegExp(`^${name} +${rows.length} +[0-9a-f]{16}$`, 'm'));
  }
  expect(readFileSync(file()).equals(bytes)).toBe(true);
});

it('PLAT-02 a table that counts its rows goes on after the last number given out, also of a deleted row', async () => {
  const counting = inSource((sqlite) => {
    fillEveryTable(sqlite);
    const names = sqlite
      .prepare('select name from sqlite_sequence')
      .all()
      .map(({ name }) => String(name));
    for (const name of names) sqlite.exec(`delete from ${name} where seq = 40`);
    return names;
  });
  expect(counting.length).toBeGreaterThan(0);
  expect(await move()).toMatchObject({ code: 0 });
  for (const name of counting) {
    const next = await sql<{
      next: number;
    }>`select nextval(pg_get_serial_sequence(${name}, 'seq')) as next`.execute(target);
    expect([name, next.rows[0]?.next]).toEqual([name, 41]);
  }
});

it('PLAT-02 columns are texts and whole numbers of strict tables, which both engines hold alike', () => {
  inSource((sqlite) => {
    const loose = sqlite
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not glob 'sqlite_*' and name not glob 'kysely_*'",
      )
      .all();
    expect(loose).toEqual([]);
    const types = new Set(sourceTables(sqlite).flatMap(({ columns }) => columns.map(({ type }) => type)));
    expect([...types].sort()).toEqual(['integer', 'text']);
  });
});

it('PLAT-02 a moved database is the same installation, which sites open without --new-data', async () => {
  const { id } = await withSource(databaseContents);
  expect(await move()).toMatchObject({ code: 0 });
  expect(await databaseContents(target)).toMatchObject({ id });
  const dist = mkdtempSync(join(folder, 'dist-'));
  const setup = await leadServices(join(folder, 'services'));
  const opened = async (db: Database) => requireSameData({ ...setup.services, db }, dist, false);
  await withSource(opened);
  await opened(target);
  await setup.stop();
});

it('PLAT-02 a new database without tables is filled too', async () => {
  await sql`drop schema public cascade`.execute(target);
  await sql`create schema public`.execute(target);
  inSource(fillEveryTable);
  expect(await move()).toMatchObject({ code: 0, err: '' });
  expect(await rowsOf('leads')).toHaveLength(2);
});

it('PLAT-02 a database that a server has open is not moved, however idle the server is', async () => {
  inSource(fillEveryTable);
  await withSource(async (db) => {
    await databaseContents(db);
    expect(await move()).toMatchObject({ code: 1, err: expect.stringContaining('Another process uses') });
  });
  await expectUntouchedTarget();
  expect(await move()).toMatchObject({ code: 0 });
});

it('PLAT-02 a target with rows or with tables of another program is refused with the remedy', async () => {
  inSource(fillEveryTable);
  await sql`create table guests (name text)`.execute(target);
  expect(await move()).toMatchObject({
    code: 1,
    err: expect.stringContaining('"guests" of another program'),
  });
  await sql`drop table guests`.execute(target);
  await expectUntouchedTarget();
  expect(await move()).toMatchObject({ code: 0 });
  const again = await move();
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('Create a new, empty database') });
});

it('PLAT-02 a value that Postgres refuses is reported with its table, and nothing is moved', async () => {
  inSource((sqlite) => {
    fillEveryTable(sqlite);
    sqlite.exec(`update slot_bookings set taken = ${BIGGEST_INTEGER + 1}`);
  });
  expect(await move()).toMatchObject({
    code: 1,
    err: expect.stringContaining('Table "slot_bookings": Postgres refused a value'),
  });
  await expectUntouchedTarget();
});

it('PLAT-02 a NUL character, which Postgres cannot hold, becomes U+FFFD and is reported', async () => {
  inSource((sqlite) => {
    sqlite.prepare('insert into health_checks (id, at, filler) values (?, ?, ?)').run('one', 'now', 'a\0b');
  });
  const ended = await move();
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.out).toContain('health_checks: 1 texts held a NUL character');
  expect(await rowsOf('health_checks')).toEqual([{ id: 'one', at: 'now', filler: 'a\ufffdb' }]);
});

it('PLAT-02 a database of older code, of newer code, or none at all is refused with the remedy', async () => {
  const last = inSource((sqlite) => {
    const { name } = sqlite.prepare('select max(name) as name from kysely_migration').get() ?? {};
    sqlite.prepare('update kysely_migration set name = ? where name = ?').run('9999-later', String(name));
    return String(name);
  });
  expect(await move()).toMatchObject({
    code: 1,
    err: expect.stringContaining('newer than this code (9999-later)'),
  });
  inSource((sqlite) => sqlite.exec("delete from kysely_migration where name = '9999-later'"));
  expect(await move()).toMatchObject({
    code: 1,
    err: expect.stringContaining(`older than this code (${last} missing)`),
  });
  const nowhere = await move({ DATA_DIR: join(folder, 'nowhere') });
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('Set DATA_DIR') });
  expect(await move({ DATABASE_URL: '' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('--to or DATABASE_URL'),
  });
  expect(await runCommand(runMove, ['copy'])).toMatchObject({ code: 2 });
});

it('PLAT-02 a move ended by kill -9 leaves the target empty, and the next one succeeds', async () => {
  inSource((sqlite) => {
    fillEveryTable(sqlite);
    const insert = sqlite.prepare('insert into vehicle_views (dealer, car_id, views) values (?, ?, ?)');
    sqlite.exec('begin');
    for (let n = 0; n < 20_000; n += 1) insert.run('riverbend', `car ${n}`, n);
    sqlite.exec('commit');
  });
  const child = spawn(process.execPath, ['scripts/database.ts', 'move'], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  await Promise.race([exited, new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))]);
  child.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
  await expectUntouchedTarget();
  expect(await move()).toMatchObject({ code: 0, err: '' });
  expect(await rowsOf('vehicle_views')).toHaveLength(20_002);
});
