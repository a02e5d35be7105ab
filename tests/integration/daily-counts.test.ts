import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDailyCounts, dayCounts, FLEET } from '#src/platform/database/daily-counts.ts';
import type { Database } from '#src/platform/database/database.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const SYDNEY = { slug: 'riverbend', timeZone: 'Australia/Sydney' };
const PERTH = { slug: 'kookaburra-cars', timeZone: 'Australia/Perth' };
/** 1 July in Perth, already 2 July in Sydney. */
const NOW = new Date('2026-07-01T15:30:00Z');
const SINCE = '2026-06-01';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.destroy());

const counter = () => createDailyCounts({ now: () => NOW });
const countsOf = async (dealer: string) =>
  (await dayCounts(db, { dealer, since: SINCE })).map(({ day, name, bucket, count }) =>
    [day, name, bucket, count].join(' '),
  );

it('PLAT-72 nothing is written until counts are, and each belongs to the day of its dealer', async () => {
  const counts = counter();
  counts.add(SYDNEY, 'searches');
  counts.add(SYDNEY, 'searches');
  counts.add(PERTH, 'searches');
  counts.add(undefined, 'errors');
  expect(await countsOf(SYDNEY.slug)).toEqual([]);
  await counts.write(db);
  expect(await countsOf(SYDNEY.slug)).toEqual(['2026-07-02 searches 0 2']);
  expect(await countsOf(PERTH.slug)).toEqual(['2026-07-01 searches 0 1']);
  expect(await countsOf(FLEET)).toEqual(
    ['2026-07-01 errors 0 1', '2026-07-01 searches 0 1', '2026-07-02 searches 0 2'].sort(),
  );
});

it('PLAT-72 processes that write at once lose nothing, and what is written is not written again', async () => {
  const processes = Array.from({ length: 8 }, counter);
  for (const counts of processes)
    for (let times = 0; times < 50; times += 1) {
      counts.add(SYDNEY, 'searches');
      counts.measure(SYDNEY, 'lcp', 1800);
      counts.measure(PERTH, 'lcp', 99_999);
    }
  await Promise.all(processes.map((counts) => counts.write(db)));
  await Promise.all(processes.map((counts) => counts.write(db)));
  expect(await countsOf(SYDNEY.slug)).toEqual(['2026-07-02 searches 0 400', '2026-07-02 lcp 2000 400']);
  expect((await countsOf(FLEET)).sort()).toEqual([
    '2026-07-01 lcp 2147483647 400',
    '2026-07-02 lcp 2000 400',
    '2026-07-02 searches 0 400',
  ]);
});

it('PLAT-72 counts that could not be written are written later, once', async () => {
  const counts = counter();
  counts.add(SYDNEY, 'failures');
  counts.add(undefined, 'failures');
  const closed = await openTestDatabase();
  // What was never used opens at its first query, closed or not.
  await dayCounts(closed, { dealer: FLEET, since: '' });
  await closed.destroy();
  await expect(counts.write(closed)).rejects.toThrow();
  counts.add(SYDNEY, 'failures');
  await counts.write(db);
  expect(await countsOf(SYDNEY.slug)).toEqual(['2026-07-02 failures 0 2']);
  expect(await countsOf(FLEET)).toEqual(['2026-07-01 failures 0 1', '2026-07-02 failures 0 2']);
});

it('PLAT-72 a count belongs to the new day from midnight on', async () => {
  let now = new Date('2026-07-02T13:59:59Z');
  const counts = createDailyCounts({ now: () => now });
  counts.add(SYDNEY, 'searches');
  now = new Date('2026-07-02T14:00:00Z');
  counts.add(SYDNEY, 'searches');
  await counts.write(db);
  expect(await countsOf(SYDNEY.slug)).toEqual(['2026-07-02 searches 0 1', '2026-07-03 searches 0 1']);
});
