import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchStock } from '#src/features/stock/server/indexing/stock-watch.ts';
import { raiseStockVersions } from '#src/features/stock/server/queries/stock-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openPostgres } from '#src/platform/database/engines/postgres.ts';
import { followSignals, sendSignal } from '#src/platform/database/signals.ts';
import { mutedPostgres } from '../fixtures/muted-postgres.ts';
import { databasePlace } from '../fixtures/test-database.ts';

/** A machine that hears signals looks by itself every two seconds. */
const WELL_BEFORE_A_LOOK_MS = 1500;

let url: string;
/** Of the machine that changes stock. */
let db: Database;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  const place = await databasePlace(mkdtempSync(join(tmpdir(), 'forecourt-signals-')));
  url = place.DATABASE_URL;
  db = openPostgres(url);
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  await db.destroy();
});

/** A machine that follows the stock. */
async function machine(at = url, testEveryMs = 10_000) {
  const own = openPostgres(at);
  const said: string[] = [];
  const line = ({ reason }: { reason: string }, text: string) => said.push(`${text}: ${reason}`);
  const log = { warn: line, error: line, info: (text: string) => said.push(text) } as never;
  const signals = followSignals({ url: at, db: own, log }, { testEveryMs });
  const changed: string[] = [];
  const watch = await watchStock({ db: own, log, signals }, (dealer) => changed.push(dealer));
  closing.push(
    () => own.destroy(),
    () => signals.stop(),
    () => watch.stop(),
  );
  return { signals, changed, said, watch };
}
const listening = async (at?: string, testEveryMs?: number) => {
  const found = await machine(at, testEveryMs);
  await expect.poll(() => found.signals.areArriving()).toBe(true);
  // What follows a new connection.
  await wait(50);
  return found;
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const endListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'forecourt signals'`.execute(db);

it('PLAT-40 a committed change reaches two other machines by a notification, far sooner than they look', async () => {
  const others = await Promise.all([listening(), listening()]);
  const started = performance.now();
  await db.transaction().execute(async (tx) => {
    await raiseStockVersions(tx, ['riverbend', 'harbour']);
  });
  await expect
    .poll(() => others.map(({ changed }) => changed.toSorted()), { interval: 5 })
    .toEqual([
      ['harbour', 'riverbend'],
      ['harbour', 'riverbend'],
    ]);
  expect(performance.now() - started).toBeLessThan(WELL_BEFORE_A_LOOK_MS);
});

it('PLAT-40 a machine whose dealer is imported looks for changes a few times a second, and sees the last', async () => {
  const { changed, watch } = await listening();
  const started = performance.now();
  for (let n = 0; n < 60; n += 1) await raiseStockVersions(db, ['riverbend']);
  await expect.poll(() => watch.stock('riverbend')).toMatch(/\.60$/);
  const seconds = (performance.now() - started) / 1000;
  expect(changed.length).toBeLessThanOrEqual(2 + 4 * seconds);
});

it('PLAT-40 a change that is rolled back is announced to no machine', async () => {
  const other = await listening();
  const heard: (string | undefined)[] = [];
  other.signals.follow('stock', (detail) => heard.push(detail));
  const failing = db.transaction().execute(async (tx) => {
    await raiseStockVersions(tx, ['riverbend']);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await raiseStockVersions(db, ['harbour']);
  await expect.poll(() => heard).toEqual(['harbour']);
});

it('PLAT-40 a signal concerns the followers of its topic alone', async () => {
  const { signals } = await listening();
  const heard: string[] = [];
  signals.follow('release', (detail) => heard.push(`release of ${detail}`));
  signals.follow('stock', (detail) => heard.push(`stock of ${detail}`));
  await sendSignal(db, 'release', ['riverbend']);
  await sendSignal(db, 'stock', ['two words']);
  await expect.poll(() => heard).toEqual(['release of riverbend', 'stock of two words']);
});

it('PLAT-41 through a pooler that passes no notifications on, a change is found all the same', async () => {
  const pooler = await mutedPostgres(url);
  closing.push(() => pooler.stop());
  const { changed, signals, said } = await machine(pooler.url);
  await expect.poll(() => said.join('\n')).toContain('pooler in transaction mode');
  // A second try fails in the same way.
  await wait(4000);
  expect(said).toHaveLength(1);
  expect(signals.areArriving()).toBe(false);
  const started = performance.now();
  await raiseStockVersions(db, ['riverbend']);
  await expect.poll(() => changed, { interval: 5 }).toEqual(['riverbend']);
  expect(performance.now() - started).toBeLessThan(WELL_BEFORE_A_LOOK_MS);
});

it('PLAT-41 notifications that no longer arrive are noticed, although the connection stays', async () => {
  const pooler = await mutedPostgres(url);
  closing.push(() => pooler.stop());
  pooler.isMuted = false;
  const { signals, said } = await listening(pooler.url, 100);
  pooler.isMuted = true;
  await expect.poll(() => signals.areArriving()).toBe(false);
  expect(said.join('\n')).toContain('pooler in transaction mode');
  pooler.isMuted = false;
  await expect.poll(() => signals.areArriving()).toBe(true);
  expect(said.at(-1)).toContain('announced again');
});

it('PLAT-42 a connection that was ended is opened again, and what changed meanwhile is found', async () => {
  const { changed, signals, said } = await listening();
  await endListeners();
  await expect.poll(() => signals.areArriving(), { interval: 5 }).toBe(false);
  const started = performance.now();
  await raiseStockVersions(db, ['riverbend']);
  await expect.poll(() => changed, { interval: 5 }).toEqual(['riverbend']);
  expect(performance.now() - started).toBeLessThan(WELL_BEFORE_A_LOOK_MS);
  await expect.poll(() => signals.areArriving()).toBe(true);
  await raiseStockVersions(db, ['riverbend']);
  await expect.poll(() => changed).toEqual(['riverbend', 'riverbend']);
  expect(said.map((line) => line.split(':')[0])).toEqual([
    'changes in the database are not announced',
    'changes in the database are announced again',
  ]);
});

it('PLAT-42 following ends while the database cannot be reached', async () => {
  const nowhere = new URL(url);
  nowhere.port = '1';
  const said: string[] = [];
  const log = { info: () => {}, warn: ({ reason }: { reason: string }) => said.push(reason) } as never;
  const signals = followSignals({ url: nowhere.href, db, log });
  signals.follow('stock', () => {});
  await expect.poll(() => said).toHaveLength(1);
  await signals.stop();
  expect(said[0]).toContain('cannot be reached');
});

it('CFG-23 no more connections are open than DATABASE_CONNECTIONS allows', async () => {
  const own = openPostgres(url, undefined, 2);
  closing.push(() => own.destroy());
  const pids = await Promise.all(
    Array.from({ length: 6 }, () =>
      sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.05)`.execute(own),
    ),
  );
  expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBe(2);
});

it('PLAT-47 a connection that is lost during a query fails that query, and the next one uses another', async () => {
  const pooler = await mutedPostgres(url);
  const own = openPostgres(pooler.url);
  closing.push(
    () => pooler.stop(),
    () => own.destroy(),
  );
  const slow = sql`select pg_sleep(30)`.execute(own);
  const failure = expect(slow).rejects.toThrow('Postgres cannot be reached');
  await expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where query like '%pg_sleep(30)%'`.execute(db)).rows.length,
    )
    .toBeGreaterThan(1);
  pooler.cut();
  await failure;
  expect((await sql`select 1 as one`.execute(own)).rows).toEqual([{ one: 1 }]);
});
