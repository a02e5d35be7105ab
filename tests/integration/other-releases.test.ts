import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, expect, it } from 'vitest';
import { codePointer } from '#src/dealer-files/release/release-folders.ts';
import { type Database, engineOf } from '#src/platform/database/database.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { openSqlite } from '#src/platform/database/engines/sqlite.ts';
import { databaseContents } from '#src/platform/database/installation-keys.ts';
import { addMachine, type MachineRow, removeMachine } from '#src/platform/database/machines.ts';
import { migrate, migrationsFor, refuseOlderCode } from '#src/platform/database/migrate.ts';
import { openDatabase, SQLITE_FILE } from '#src/platform/database/open-database.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { runDatabase } from '../../scripts/database/run-database.ts';
import { startServeProcess } from '../../scripts/programs/serve-process.ts';
import { databaseBefore, resetTo } from '../fixtures/database-before.ts';
import { madeUpReleases } from '../fixtures/made-up-releases.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { getFrom } from '../fixtures/shoppers.ts';
import { databasePlace, ENGINE, openTestDatabase } from '../fixtures/test-database.ts';

let open: Database[] = [];
afterEach(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  open = [];
});

async function opened(): Promise<Database> {
  const db = await openTestDatabase();
  open.push(db);
  return db;
}

const thisRelease = (db: Database) => migrationsFor(engineOf(db));

/** A release after this one: it adds a table, then one that older code must not use. */
const added: Migration = {
  up: (db: Kysely<unknown>) => db.schema.createTable('added_later').addColumn('id', 'text').execute(),
};
const breaking: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('health_checks').dropColumn('filler').execute();
    await refuseOlderCode(db, '9998-breaking');
  },
};
const more: Migration = { up: async () => {} };

const check = (db: Database) =>
  db.insertInto('health_checks').values({ id: 'one', at: 'now', filler: '' }).execute();

it('PLAT-02 a release opens the database of a later one that only added, changes nothing, and can be upgraded again', async () => {
  const db = await opened();
  const later = { ...thisRelease(db), '9997-added': added };
  expect(await migrate(db, later)).toEqual([]);
  const { id } = await databaseContents(db);

  expect(await migrate(db)).toEqual(['9997-added']);
  await check(db);
  expect((await databaseContents(db)).id).toBe(id);

  expect(await migrate(db, { ...later, '9999-more': more })).toEqual([]);
  expect(await db.selectFrom('health_checks').select('id').execute()).toEqual([{ id: 'one' }]);
});

it('PLAT-02 a release refuses the database of a later one that changed what it needs, with the remedy', async () => {
  const db = await opened();
  const later = { ...thisRelease(db), '9998-breaking': breaking };
  await migrate(db, { ...later, '9999-more': more });
  await expect(migrate(db)).rejects.toThrow(
    'used by a later release of this code (9998-breaking, 9999-more), and this release cannot use it.',
  );
  // A release with the change opens it, though there is a later one still.
  expect(await migrate(db, later)).toEqual(['9999-more']);
});

/** A server that was heard of so many minutes ago. */
const serverSeen = (minutes: number): MachineRow => ({
  ...{
    id: 'web1 serve 4321',
    host: 'web1',
    pid: 12,
    kind: 'serve',
    port: 4321,
    state: 'ready',
    code: 'code1',
  },
  ...{ behind: null, behind_since: null, memory_mb: 1, errors: 0, started_at: 'then' },
  seen_at: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
});

it('PLAT-33 while a process runs only migrations that add to the database are made, and it works beside them', async () => {
  const db = await opened();
  const server = serverSeen(1);
  await addMachine(db, server);
  const adding = { ...thisRelease(db), '9997-added': added };
  expect(await migrate(db, adding)).toEqual([]);
  await check(db);
  // It is restarted by its service manager, say, before it is replaced.
  expect(await migrate(db)).toEqual(['9997-added']);

  const later = { ...adding, '9998-breaking': breaking };
  await expect(migrate(db, later)).rejects.toThrow(
    `9998-breaking changes what the code that runs needs: serve on web1 (process 12). Nothing was changed.
Stop these processes, then run: npm run database -- migrate`,
  );
  await db.updateTable('health_checks').set({ filler: 'as before' }).execute();
  await removeMachine(db, server);
  expect(await migrate(db, later)).toEqual([]);
});

it('PLAT-33 npm run database -- migrate makes the tables; other words are wrong usage', async () => {
  const place = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-migrate-')));
  if (place.DATABASE_URL) {
    const bare = openPostgres(place.DATABASE_URL);
    await sql`drop schema public cascade`.execute(bare);
    await sql`create schema public`.execute(bare);
    await bare.destroy();
  }
  for (const _ of ['first', 'again'])
    expect(await runCommand(runDatabase, ['migrate'], place)).toEqual({
      ...{ code: 0, out: 'The database has the tables of this code.\n', err: '' },
    });
  const db = place.DATABASE_URL
    ? openPostgres(place.DATABASE_URL)
    : openSqlite(join(place.DATA_DIR, SQLITE_FILE));
  open.push(db);
  await check(db);
  for (const words of [[], ['migrate', 'now'], ['up']])
    expect((await runCommand(runDatabase, words, place)).code).toBe(2);
});

it.skipIf(ENGINE === 'sqlite')(
  'PLAT-33 an upgrade may take longer than a statement of a server may, and locks no leases meanwhile',
  async () => {
    const [before, other] = await databaseBefore('0025-feed-last-files');
    open.push(before, other);
    // Longer than the limits of Postgres and of its client, which are 10 and 12 seconds.
    await sql`create function wait_long() returns event_trigger language plpgsql as $$
      begin if tg_tag = 'CREATE INDEX' then drop event trigger slow_index; perform pg_sleep(13); end if; end $$`.execute(
      before,
    );
    await sql`create event trigger slow_index on ddl_command_start execute function wait_long()`.execute(
      before,
    );
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(before);
    const url = new URL((await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-slow-')))).DATABASE_URL);
    url.pathname = `/${rows[0]?.name}`;
    const upgraded = openDatabase({
      DATA_DIR: mkdtempSync(join(tmpdir(), 'forecourt-slow-')),
      DATABASE_URL: url.href,
    });
    const leases = async () => {
      await setTimeout(6000);
      await other.updateTable('leases').set({ until: 'now' }).execute();
    };
    const [db] = await Promise.all([upgraded, leases()]);
    open.push(db);
    await check(db);
  },
  60_000,
);

it('PLAT-33 a server starts on the sites and the data of the former release, and both go on', async () => {
  const made = await madeUpReleases();
  const place = await databasePlace(made.dataDir);
  mkdirSync(made.dataDir, { recursive: true });
  const data = place.DATABASE_URL
    ? openPostgres(place.DATABASE_URL)
    : openSqlite(join(made.dataDir, SQLITE_FILE));
  open.push(data);
  await resetTo(data, '0025-feed-last-files');
  await made.store('one1');
  made.goLive('one1');
  // As the former release wrote it.
  const live = JSON.parse(readFileSync(codePointer(made.dist), 'utf8'));
  writeFileSync(codePointer(made.dist), JSON.stringify({ ...live, folder: '/srv/releases/1' }));
  const env = { SITE_SECRET: 'a secret of at least thirty-two characters', MEILI_HOST: 'http://127.0.0.1:9' };
  const server = await startServeProcess({
    ...{ dealersDir: 'dealers', dist: made.dist },
    env: { ...place, ...env },
  });
  try {
    expect((await getFrom(server.port, '/about-us')).body).toContain('page of one1');
    // A statement of the former release, which goes on meanwhile.
    await sql`insert into leases (name, holder, until) values ('import:one', 'former', 'now')`.execute(data);
  } finally {
    await server.stop('SIGKILL');
    made.remove();
  }
}, 120_000);

it('PLAT-33 a process that was silent for five minutes does not count as running', async () => {
  const db = await opened();
  await addMachine(db, serverSeen(6));
  expect(await migrate(db, { ...thisRelease(db), '9998-breaking': breaking })).toEqual([]);
});

it('PLAT-02 the database of code that is neither earlier nor later is refused', async () => {
  const db = await opened();
  await migrate(db, { ...thisRelease(db), '9997-added': added });
  const other = { ...thisRelease(db), '9996-of-a-branch': more };
  await expect(migrate(db, other)).rejects.toThrow('Start the later release, or restore the backup');
});

it('PLAT-02 a migration that fails is reported as it is', async () => {
  const db = await opened();
  const failing: Migration = { up: () => Promise.reject(new Error('no such thing')) };
  await expect(migrate(db, { ...thisRelease(db), '9997-failing': failing })).rejects.toThrow('no such thing');
});
