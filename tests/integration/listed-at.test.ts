import { afterEach, expect, it } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { databaseBefore } from '../fixtures/database-before.ts';

const FIRST = '2026-07-01T00:10:00.000Z';
const LATER = '2026-07-20T09:00:00.000Z';
const BACKDATED = new Date(Date.parse(FIRST) - 61 * DAY_MS).toISOString();
const LISTED = '2026-06-20T00:00:00.000Z';
let open: Database[] = [];
afterEach(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  open = [];
});

async function addRun(db: Database, dealer: string, at: string) {
  const run = {
    id: `${dealer} ${at}`,
    dealer,
    started_at: at,
    finished_at: at,
    feed: 'feed.csv',
    summary: null,
  };
  await db.insertInto('import_runs').values(run).execute();
}

async function addCar(db: Database, dealer: string, id: string, seenAt: string) {
  await db
    .insertInto('vehicles')
    .values({
      ...{ id, dealer, identity: id, slug: id, status: 'in_stock', price_cents: null, content_hash: '' },
      ...{
        record: '{}',
        run_id: '',
        first_seen_at: seenAt,
        updated_at: LATER,
        sold_at: null,
        removed_at: null,
      },
    })
    .execute();
}

it('CARD-03 the migration restores when cars were first seen and separates it from when they were listed', async () => {
  open = await databaseBefore('0005-keyed-ids');
  const [db] = open as [Database];
  for (const at of [FIRST, LATER]) await addRun(db, 'yard', at);
  await addCar(db, 'yard', 'backdated', BACKDATED);
  await addCar(db, 'yard', 'first', FIRST);
  await addCar(db, 'yard', 'listed', LISTED);
  await addCar(db, 'yard', 'later', LATER);
  await addCar(db, 'other', 'without-runs', FIRST);
  await migrate(db);
  const rows = await db.selectFrom('vehicles').select(['id', 'first_seen_at', 'listed_at']).execute();
  expect(Object.fromEntries(rows.map((row) => [row.id, [row.first_seen_at, row.listed_at]]))).toEqual({
    backdated: [FIRST, null],
    first: [FIRST, null],
    listed: [FIRST, LISTED],
    later: [LATER, LATER],
    'without-runs': [FIRST, FIRST],
  });
});
