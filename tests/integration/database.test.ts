import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { markVehiclesForIndex } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { acquireAdvisoryLock, atomically } from '#src/platform/database/transactions.ts';
import { databasePlace, ENGINE, openTestDatabase } from '../fixtures/test-database.ts';

let open: Database[] = [];
const opened = async (dataDir?: string) => {
  const db = await openTestDatabase(dataDir);
  open.push(db);
  return db;
};
afterEach(async () => {
  await Promise.all(open.map((db) => db.destroy().catch(() => undefined)));
  open = [];
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const onPostgres = it.runIf(ENGINE === 'postgres');

it('FORM-11 processes that start together on an empty database all find it complete', async () => {
  const place = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-start-')));
  if (place.DATABASE_URL) {
    const db = openPostgres(place.DATABASE_URL);
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await db.destroy();
  }
  const start = `
    const { openDatabase } = await import('./src/platform/database/open-database.ts');
    const db = await openDatabase({ DATA_DIR: process.env.DATA_DIR, DATABASE_URL: process.env.DATABASE_URL });
    await db.selectFrom('leads').select('id').execute();
    await db.destroy();`;
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', start], {
        env: { ...process.env, ...place },
      });
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      return new Promise((resolve) => child.once('close', (code) => resolve([code, said])));
    }),
  );
  expect(ends).toEqual(ends.map(() => [0, '']));
});

it('FORM-11 any text a stranger sends is looked up without a failure', async () => {
  const db = await opened();
  for (const text of ['\0', 'a\0b', '\ud800', '%', "'; drop table leads; --", 'x'.repeat(100_000)]) {
    expect(await db.selectFrom('leads').select('id').where('id', '=', text).execute()).toEqual([]);
  }
});

it('FORM-11 a count is a number and a sequence goes up', async () => {
  const db = await opened();
  const entry = { vehicle_id: 'v', dealer: 'd', at: '', kind: 'added', before: null, after: null };
  await db.insertInto('vehicle_history').values([entry, entry]).execute();
  const rows = await db.selectFrom('vehicle_history').select('seq').orderBy('seq').execute();
  expect(rows).toEqual([{ seq: 1 }, { seq: 2 }]);
  const { all } = await db
    .selectFrom('vehicle_history')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  expect(all).toBe(2);
});

onPostgres(
  'PLAT-03 writers that mark the same vehicles in opposite order never stop each other',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-marks-'));
    const writers = await Promise.all([opened(dataDir), opened(dataDir)]);
    const ids = Array.from({ length: 300 }, (_, at) => `v${at}`);
    const rounds = writers.flatMap((db, of) =>
      Array.from({ length: 10 }, () => markVehiclesForIndex(db, 'd', of === 0 ? ids : ids.toReversed())),
    );
    await Promise.all(rounds);
    const { version } = await writers[0]
      .selectFrom('stock_versions')
      .select('version')
      .executeTakeFirstOrThrow();
    expect(version).toBe(rounds.length);
  },
);

onPostgres(
  'FORM-11 of two transactions that hold one name, the second waits for the first to end',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-alone-'));
    const [one, two] = await Promise.all([opened(dataDir), opened(dataDir)]);
    const order: string[] = [];
    const first = atomically(one, async (trx) => {
      await acquireAdvisoryLock(trx, 'name');
      await wait(200);
      order.push('first');
    });
    await wait(50);
    await atomically(two, async (trx) => {
      await acquireAdvisoryLock(trx, 'name');
      order.push('second');
    });
    await first;
    expect(order).toEqual(['first', 'second']);
  },
);

onPostgres('FORM-11 a lost connection fails only its own query; the next one succeeds', async () => {
  const { DATABASE_URL } = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-lost-')));
  const told: string[] = [];
  const db = openPostgres(DATABASE_URL, (reason) => told.push(reason));
  const admin = openPostgres(DATABASE_URL);
  open.push(db, admin);
  const loseAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database()`.execute(admin);

  const underWay = sql`select pg_sleep(5)`.execute(db);
  underWay.catch(() => undefined);
  await wait(200);
  await loseAll();
  await expect(underWay).rejects.toThrow(/57P01|terminated/);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);

  await loseAll();
  await expect.poll(() => told.length).toBeGreaterThan(0);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

onPostgres('FORM-11 a commit waits for the disk though the role is set not to', async () => {
  const { DATABASE_URL } = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-commit-')));
  const url = new URL(DATABASE_URL);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const db = openPostgres(url.href);
  open.push(db);
  const { rows } = await sql`select current_setting('synchronous_commit') as setting`.execute(db);
  expect(rows).toEqual([{ setting: 'on' }]);
});

onPostgres('FORM-11 a failed query reveals neither values nor the password', async () => {
  const db = await opened();
  const wrong = db
    .selectFrom('outbox')
    .select('id')
    .where('attempts', '=', 'annabel@example.com' as never);
  await expect(wrong.execute()).rejects.not.toThrow(/annabel/);
  const away = openPostgres('postgres://ops:hunter2@127.0.0.1:9/forecourt');
  open.push(away);
  await expect(sql`select 1`.execute(away)).rejects.toThrow(/ECONNREFUSED/);
  await expect(sql`select 1`.execute(away)).rejects.not.toThrow(/hunter2/);
});
