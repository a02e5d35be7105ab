import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { checkFeedAlarms } from '#src/features/stock/server/schedule/feed-alarms.ts';
import { feedStates } from '#src/features/stock/server/schedule/feed-schedule.ts';
import { readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { copyOfFile } from '#src/features/stock/server/sources/feed-folder.ts';
import { moveInto } from '#src/features/stock/server/sources/settled-files.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { gatherDealers } from '#src/server/status/gather-status.ts';
import { type FeedSite, openFeedSite, stockOf } from '../fixtures/feed-site.ts';
import { feedOf } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-folder' };
const SECONDS_OLD = 60;
const STAMPED = expect.stringMatching(/^stock-20260301T\d{9}Z\.csv$/);
let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: FeedSite;
let folder: string;
let sites = 0;

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  sites += 1;
  site = await openFeedSite(engine, clock, `filled-${sites}`, { folder: 'incoming' });
  folder = join(site.folder, 'incoming');
  mkdirSync(folder);
});
afterEach(() => site.close());

const never = new AbortController().signal;
const options = () => ({ dealersDir: site.folder, signal: never });
const read = (dealer = site.dealer) => {
  now += 5 * MINUTE_MS;
  return readIfDue(site.services, dealer, options());
};
/** A file that arrived some seconds ago. */
function put(name: string, text: string, secondsAgo = SECONDS_OLD): void {
  writeFileSync(join(folder, name), text);
  const at = new Date(Date.now() - secondsAgo * 1000);
  utimesSync(join(folder, name), at, at);
}
const namesIn = (sub = '.') =>
  existsSync(join(folder, sub))
    ? readdirSync(join(folder, sub))
        .filter((name) => name.includes('.'))
        .sort()
    : [];
const prices = async () =>
  (await presentVehicles(site.services.db, site.dealer.slug)).map(({ price }) => price).sort();
const inStock = async () => (await prices()).length;
const lastGood = () => readFileSync(join(site.folder, 'feeds', `${site.dealer.slug}.last`), 'utf8');

it('FEED-10 a file is read once it has stopped growing, every five minutes, and is then moved to done', async () => {
  put('stock.csv', stockOf(20), 1);
  expect(await read()).toEqual({ outcome: 'failed', code: 'being_written' });
  put('stock.csv', stockOf(20), 10);
  expect(await read()).toMatchObject({ outcome: 'imported' });
  expect([namesIn(), namesIn('done')]).toEqual([[], ['stock.csv']]);
  expect(lastGood()).toBe(stockOf(20));
  const [state] = await feedStates(site.services.db);
  expect(Date.parse(state?.nextDueAt ?? '') - now).toBe(5 * MINUTE_MS);
  expect(await read()).toEqual({ outcome: 'unchanged', code: null });
  put('stock.csv', stockOf(21));
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 1 } });
  expect(namesIn('done')).toEqual([STAMPED, 'stock.csv']);
  expect(await inStock()).toBe(21);
});

it('FEED-10 what cannot be read or is refused is moved to failed, with what to do beside it', async () => {
  put('stock.csv', stockOf(20));
  await read();
  put('stock.csv', stockOf(2));
  expect(await read()).toMatchObject({ outcome: 'refused', code: 'looks_broken' });
  put('empty.csv', '');
  expect(await read()).toMatchObject({ outcome: 'unreadable' });
  expect(namesIn()).toEqual([]);
  expect(namesIn('failed')).toEqual(['empty.csv', 'empty.csv.txt', 'stock.csv', 'stock.csv.txt']);
  const words = readFileSync(join(folder, 'failed', 'empty.csv.txt'), 'utf8');
  expect(words).toContain('empty.csv: the file is empty. Ask the supplier to send it again.');
  expect(words).toContain(`put it into ${folder}`);
  expect(readFileSync(join(folder, 'failed', 'stock.csv.txt'), 'utf8')).toContain(
    `npm run import -- ${site.dealer.slug} --force`,
  );
  expect(await inStock()).toBe(20);
  expect(lastGood()).toBe(stockOf(20));
  // What is wrong stays known while nothing comes, and the next file is read as soon as any.
  expect(await read()).toMatchObject({ outcome: 'unreadable', code: 'unreadable' });
  put('stock.csv', stockOf(20, 20_100));
  expect(await read()).toMatchObject({ outcome: 'imported' });
});

it('FEED-10 a refused file that is put back is imported by force', async () => {
  put('stock.csv', stockOf(20));
  await read();
  put('stock.csv', stockOf(2));
  await read();
  renameSync(join(folder, 'failed', 'stock.csv'), join(folder, 'stock.csv'));
  const forced = { dealersDir: site.folder, force: true };
  expect(await importManually(site.services, site.dealer, forced)).toMatchObject({ removed: 18 });
  expect([namesIn(), namesIn('done')]).toEqual([[], [STAMPED, 'stock.csv']]);
});

it('FEED-10 a dry run moves nothing and changes nothing', async () => {
  put('stock.csv', stockOf(20));
  const summary = await importManually(site.services, site.dealer, {
    dealersDir: site.folder,
    dryRun: true,
  });
  expect(summary).toMatchObject({ added: 20 });
  expect([namesIn(), namesIn('done'), await inStock()]).toEqual([['stock.csv'], [], 0]);
});

it('FEED-07 of several files of a full feed the newest is read, and those before it are done with it', async () => {
  put('stock-20260227.csv', stockOf(5), 30);
  put('stock-20260301.csv', stockOf(20), 300);
  put('stock-20260228.csv', stockOf(9), 60);
  put('notes.txt', 'nothing', 10);
  const byName = site.dealerWith({ newest: 'name' });
  expect(await read(byName)).toMatchObject({ outcome: 'imported', summary: { rows: 20 } });
  expect(namesIn()).toEqual(['notes.txt']);
  expect(namesIn('done')).toEqual(['stock-20260227.csv', 'stock-20260228.csv', 'stock-20260301.csv']);
});

it('FEED-07 of two files of the same day the later one counts', async () => {
  put('stock-20260301-b.csv', stockOf(5), 60);
  put('stock-20260301-a.csv', stockOf(20), 30);
  expect(await read(site.dealerWith({ newest: 'name' }))).toMatchObject({ summary: { rows: 20 } });
});

it('FEED-10 files of changes are read one after the other, the oldest first, and a bad one stops none', async () => {
  const dealer = site.dealerWith({ mode: 'incremental' });
  put('1.csv', feedOf('A1,Kia,Rio,2021,20000,30000'), 90);
  put('2.csv', 'no feed of vehicles', 80);
  put('3.csv', feedOf('A1,Kia,Rio,2021,21000,30000', 'A2,Kia,Rio,2021,22000,30000'), 70);
  put('4.csv', feedOf('A1,Kia,Rio,2021,20500,30000'), 60);
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([2_050_000, 2_200_000]);
  const runs = await site.services.db
    .selectFrom('feed_runs')
    .select('outcome')
    .orderBy('started_at')
    .execute();
  expect(runs.map(({ outcome }) => outcome).sort()).toEqual([
    'imported',
    'imported',
    'imported',
    'unreadable',
  ]);
  expect([namesIn('done'), namesIn('failed')]).toEqual([
    ['1.csv', '3.csv', '4.csv'],
    ['2.csv', '2.csv.txt'],
  ]);
});

it('FEED-12 changes that were not imported raise an alarm, whatever comes after them', async () => {
  const dealer = site.dealerWith({ mode: 'incremental' });
  site.services.tenants.replace({ dealers: [dealer], leftOut: [] });
  put('1.csv', 'no feed of vehicles', 80);
  put('2.csv', feedOf('A1,Kia,Rio,2021,21000,30000'), 70);
  await read(dealer);
  const sent: string[] = [];
  await checkFeedAlarms(site.services, async (_services, { trouble }) => Boolean(sent.push(trouble)));
  await checkFeedAlarms(site.services, async (_services, { trouble }) => Boolean(sent.push(trouble)));
  expect(sent).toEqual(['feed-refused']);
  now += 25 * 60 * MINUTE_MS;
  await checkFeedAlarms(site.services, async (_services, { trouble }) => Boolean(sent.push(trouble)));
  expect(sent).toEqual(['feed-refused', 'feed-refused-over']);
});

it('FEED-12 the end of the alarm about changes says that those that failed are missing', async () => {
  const dealer = site.dealerWith({ mode: 'incremental' });
  site.services.tenants.replace({ dealers: [dealer], leftOut: [] });
  put('1.csv', 'no feed of vehicles', 80);
  await read(dealer);
  const sent: string[] = [];
  const check = () => checkFeedAlarms(site.services, async (_services, { text }) => Boolean(sent.push(text)));
  await check();
  now += 25 * 60 * MINUTE_MS;
  put('2.csv', feedOf('A1,Kia,Rio,2021,21000,30000'), 70);
  await read(dealer);
  await check();
  expect(sent[1]).toContain('Changes in files that could not be imported stay missing');
});

it('FEED-12 a supplier who sends nothing for a day raises one alarm, and one when a file comes', async () => {
  const alarms: { trouble: string; subject: string; text: string }[] = [];
  const pass = async (hours: number) => {
    for (const end = now + hours * HOUR_MS; now < end; ) {
      now += HOUR_MS;
      await read();
      await checkFeedAlarms(site.services, async (_services, { trouble, subject, text }) =>
        Boolean(alarms.push({ trouble, subject, text })),
      );
    }
  };
  put('stock.csv', stockOf(20));
  await pass(25);
  expect(alarms).toEqual([]);
  await pass(30);
  expect(alarms).toEqual([
    {
      trouble: 'feed-stale',
      subject: expect.stringContaining('no new stock feed has come'),
      text: expect.stringContaining('Last new file: 2026-03-01 12:05.'),
    },
  ]);
  const sources = { db: site.services.db, clock, releaseOf: () => undefined, isEdited: () => undefined };
  const [facts] = await gatherDealers({ ...sources, dealers: [site.dealer] });
  expect(facts?.feed).toMatchObject({ lastFileAt: '2026-03-01T01:05:00.000Z' });
  put('stock.csv', stockOf(20));
  await pass(1);
  expect(alarms.map(({ trouble }) => trouble)).toEqual(['feed-stale', 'feed-stale-over']);
});

it('FEED-12 when settings change, the last good file is imported again', async () => {
  put('stock.csv', stockOf(20));
  await read();
  const changed = site.dealerWith({ values: { model: { Rio: 'Rio Sport' } } });
  expect(await read(changed)).toMatchObject({ outcome: 'imported', summary: { changed: 20 } });
  expect(await read(changed)).toEqual({ outcome: 'unchanged', code: null });
});

it('FEED-10 a folder that is missing or not for feeds is named, and links in it are not followed', async () => {
  expect(await read(site.dealerWith({ folder: 'elsewhere' }))).toEqual({
    outcome: 'failed',
    code: 'no_folder',
  });
  expect(await read(site.dealerWith({ folder: '/etc' }))).toEqual({
    outcome: 'failed',
    code: 'folder_not_allowed',
  });
  writeFileSync(join(site.folder, 'secret.csv'), stockOf(20));
  symlinkSync(join(site.folder, 'secret.csv'), join(folder, 'stock.csv'));
  put('half.csv.part', stockOf(20));
  expect(await read()).toEqual({ outcome: 'unchanged', code: null });
  expect(await inStock()).toBe(0);
});

it.each(['done', 'failed'])(
  'FEED-10 a link in the place of "%s" moves nothing into another folder',
  async (name) => {
    const other = join(site.folder, 'other-supplier');
    mkdirSync(other);
    symlinkSync(other, join(folder, name));
    put('stock.csv', name === 'done' ? stockOf(20) : 'no feed of vehicles');
    expect(await read()).toEqual({ outcome: 'failed', code: 'folder_not_allowed' });
    expect([namesIn(), readdirSync(other), await inStock()]).toEqual([['stock.csv'], [], 0]);
  },
);

it('FEED-10 a file that is replaced by a link before it is copied is not read', async () => {
  put('stock.csv', stockOf(20));
  const stats = lstatSync(join(folder, 'stock.csv'));
  writeFileSync(join(site.folder, 'secret.csv'), stockOf(20));
  renameSync(join(folder, 'stock.csv'), join(folder, 'gone.csv'));
  symlinkSync(join(site.folder, 'secret.csv'), join(folder, 'stock.csv'));
  const to = join(site.folder, 'copy');
  await expect(copyOfFile(join(folder, 'stock.csv'), to, stats)).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await copyOfFile(join(site.folder, 'secret.csv'), to, stats)).toBeUndefined();
  expect(existsSync(to)).toBe(false);
});

it('FEED-10 a file that cannot be moved once it is imported is named, and not imported again', async () => {
  put('stock.csv', stockOf(20));
  const other = join(site.folder, 'other-supplier');
  mkdirSync(other);
  const copied = join(site.folder, 'feeds', `${site.dealer.slug}.new`);
  // The supplier puts a link there while the feed is imported.
  const swapping: Clock = {
    now() {
      if (existsSync(copied) && !existsSync(join(folder, 'done'))) symlinkSync(other, join(folder, 'done'));
      return clock.now();
    },
  };
  now += 5 * MINUTE_MS;
  const attempt = await readIfDue({ ...site.services, clock: swapping }, site.dealer, options());
  expect(attempt).toMatchObject({ outcome: 'failed', code: 'folder_not_allowed', summary: { added: 20 } });
  expect(site.logged.join('')).toContain('a feed that was read could not be moved');
  expect([readdirSync(other), await inStock()]).toEqual([[], 20]);
  const again = await read();
  expect(again).toEqual({ outcome: 'failed', code: 'folder_not_allowed' });
  unlinkSync(join(folder, 'done'));
  now += 60 * MINUTE_MS;
  expect(await read()).toEqual({ outcome: 'unchanged', code: null });
  expect([namesIn(), namesIn('done')]).toEqual([[], ['stock.csv']]);
});

it('FEED-10 a very long name is no obstacle', async () => {
  const name = `${'n'.repeat(251)}.csv`;
  put(name, 'no feed of vehicles');
  expect(await read()).toMatchObject({ outcome: 'unreadable' });
  expect(namesIn('failed')).toHaveLength(2);
});

it('FEED-10 done and failed keep the newest 500 files, for 90 days', async () => {
  const done = join(folder, 'done');
  mkdirSync(done);
  for (let at = 0; at < 510; at += 1) writeFileSync(join(done, `${at}.csv`), 'x');
  put('stock.csv', stockOf(1));
  moveInto(done, join(folder, 'stock.csv'), new Date());
  expect(namesIn('done')).toHaveLength(500);
  expect(namesIn('done')).toContain('stock.csv');
  put('stock.csv', stockOf(1));
  moveInto(done, join(folder, 'stock.csv'), new Date(Date.now() + 91 * DAY_MS));
  expect(namesIn('done')).toEqual([]);
});

it('FEED-10 another schedule holds from the last reading on', async () => {
  const daily = site.dealerWith({ every: 1440 });
  put('stock.csv', stockOf(20));
  await read(daily);
  expect(await read(daily)).toBeUndefined();
  expect(await read(site.dealerWith({ every: 5 }))).toMatchObject({ outcome: 'imported', code: null });
});
