import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTenants, type Tenants } from '#src/dealer-files/fleet/tenants.ts';
import type { Alarm } from '#src/features/leads/server/operations/monitor-delivery.ts';
import type { CdnPurge, PurgeOutcome } from '#src/platform/cdn/cdn-purge.ts';
import { localCdn } from '#src/platform/cdn/local-cdn.ts';
import { cdnPurges } from '#src/platform/database/cdn-purges.ts';
import type { Database } from '#src/platform/database/database.ts';
import { createLog, recentCount } from '#src/platform/log/log.ts';
import { DAY_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { AGAIN_AFTER_MS, type CdnPurger, startCdnPurger } from '#src/server/jobs/cdn-purger.ts';
import type { Services } from '#src/server/services.ts';
import { demoDealers } from '../fixtures/demo-dealers.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const EVERY_MS = 10;
const [FIRST, SECOND] = demoDealers();
if (!FIRST || !SECOND) throw new Error('no demo dealers');
const [ONE, TWO] = [FIRST.slug, SECOND.slug];

let db: Database;
let at: number;
let tenants: Tenants;
let purgers: CdnPurger[];
let alarms: Pick<Alarm, 'subject' | 'text'>[];

const publish = (releases: Readonly<Record<string, string>>, leftOut: string[] = []) =>
  tenants.replace({
    dealers: [FIRST, SECOND].flatMap((dealer) => {
      const id = releases[dealer.slug];
      return id === undefined ? [] : [{ ...dealer, release: { id, code: 'c' } }];
    }),
    leftOut: leftOut.map((slug) => ({ slug, reason: 'unreadable' })),
  });

const changeStock = async (dealer: string, version: number) => {
  await db
    .insertInto('stock_versions')
    .values({ dealer, version })
    .onConflict((conflict) => conflict.column('dealer').doUpdateSet({ version }))
    .execute();
};

function start(cdn: CdnPurge, isFollowing = () => true): CdnPurger {
  const services = {
    ...{ db, tenants, clock: { now: () => new Date(at) } },
    log: createLog({ LOG_LEVEL: 'silent' }, recentCount()),
  } as unknown as Services;
  const alert = async (_: unknown, { subject, text }: Alarm) => {
    alarms.push({ subject, text });
    return true;
  };
  const purger = startCdnPurger(services, { cdn, alert, everyMs: EVERY_MS, isFollowing });
  if (!purger) throw new Error('no purger');
  purgers.push(purger);
  return purger;
}

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 5 });
/** Long enough for several looks. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 15 * EVERY_MS));

beforeEach(async () => {
  db = await openTestDatabase();
  at = Date.parse('2026-07-01T02:00:00Z');
  tenants = createTenants([]);
  publish({ [ONE]: 'a1', [TWO]: 'b1' });
  purgers = [];
  alarms = [];
});
afterEach(async () => {
  await Promise.all(purgers.map((purger) => purger.stop()));
  await db.destroy();
});

/** A CDN that has been purged of everything, and its list since. */
async function settled(cdn = localCdn()) {
  start(cdn);
  await eventually(() => expect(cdn.purged.toSorted()).toEqual([`site/${ONE}`, `site/${TWO}`].toSorted()));
  at += AGAIN_AFTER_MS;
  await eventually(() => expect(cdn.purged).toHaveLength(4));
  await aWhile();
  expect(cdn.purged).toHaveLength(4);
  return { cdn, since: () => cdn.purged.slice(4) };
}

it('PLAT-63 a change of stock purges what shows it, and once more for what was stored meanwhile', async () => {
  const { since } = await settled();
  await changeStock(ONE, 1);
  await eventually(() => expect(since()).toEqual([`stock/${ONE}`]));
  at += AGAIN_AFTER_MS - 1;
  await aWhile();
  expect(since()).toHaveLength(1);
  at += 1;
  await eventually(() => expect(since()).toEqual([`stock/${ONE}`, `stock/${ONE}`]));
});

it('PLAT-63 a publication purges the site, and taking it down its files too', async () => {
  const { since } = await settled();
  publish({ [ONE]: 'a2', [TWO]: 'b1' });
  await eventually(() => expect(since()).toEqual([`site/${ONE}`]));
  publish({ [ONE]: 'a2' }, [TWO]);
  await aWhile();
  expect(since()).toHaveLength(1);
  publish({ [ONE]: 'a2' });
  await eventually(() => expect(since().slice(1)).toEqual([`site/${TWO}`, `files/${TWO}`]));
  at += AGAIN_AFTER_MS;
  await eventually(() => expect(since()).toHaveLength(6));
  await eventually(async () => expect((await cdnPurges(db)).map(({ dealer }) => dealer)).toEqual([ONE]));
  publish({ [ONE]: 'a2', [TWO]: 'b1' });
  await eventually(() => expect(since().slice(6)).toEqual([`site/${TWO}`]));
});

it('PLAT-63 one of several processes purges, and another goes on when it stops', async () => {
  const cdn = localCdn();
  const others = [start(cdn), start(cdn), start(cdn)];
  await eventually(() => expect(cdn.purged).toHaveLength(2));
  at += AGAIN_AFTER_MS;
  await eventually(() => expect(cdn.purged).toHaveLength(4));
  await changeStock(TWO, 7);
  await eventually(() => expect(cdn.purged).toHaveLength(5));
  await aWhile();
  expect(cdn.purged).toHaveLength(5);
  const [leader] = others;
  await leader?.stop();
  await changeStock(TWO, 8);
  await eventually(() => expect(cdn.purged).toHaveLength(6));
});

it('PLAT-63 a process that ends in the middle of a purge forgets nothing: another purges again', async () => {
  const { purged } = await (async () => ({ purged: (await settled()).cdn.purged }))();
  await Promise.all(purgers.map((purger) => purger.stop()));
  const never = Promise.withResolvers<PurgeOutcome>();
  let asked = 0;
  start({
    tagsACall: 30,
    purge() {
      asked += 1;
      return never.promise;
    },
  });
  await changeStock(ONE, 3);
  publish({ [ONE]: 'a1', [TWO]: 'b2' });
  await eventually(() => expect(asked).toBe(1));
  const heir = localCdn();
  start(heir);
  await aWhile();
  // The lease of the one that hangs, as of one that was killed, ends.
  expect(heir.purged).toEqual([]);
  at += 10_001;
  await eventually(() => expect(heir.purged).toEqual([`stock/${ONE}`, `site/${TWO}`]));
  expect(purged).toHaveLength(4);
  never.resolve({ kind: 'purged' });
});

it('PLAT-63 what could not be purged is tried again, no earlier than the CDN asks and within a minute', async () => {
  const { cdn, since } = await settled();
  let asked = 0;
  const purge = cdn.purge.bind(cdn);
  cdn.purge = (tags) => {
    asked += 1;
    return purge(tags);
  };
  cdn.behave('busy');
  await changeStock(ONE, 1);
  await eventually(() => expect(asked).toBe(1));
  at += 6999;
  await aWhile();
  expect(asked).toBe(1);
  cdn.behave('fails');
  at += 1;
  await eventually(() => expect(asked).toBe(2));
  for (let tries = 3; tries <= 12; tries += 1) {
    at += MINUTE_MS;
    await eventually(() => expect(asked).toBe(tries));
  }
  cdn.behave('answers');
  // A process that starts now knows what is missing, too.
  await Promise.all(purgers.map((purger) => purger.stop()));
  start(cdn);
  // What the failed calls have purged is unknown.
  await eventually(() => expect(since()).toEqual([`site/${ONE}`]));
});

it('PLAT-63 what a call has purged is recorded, and a CDN that limits calls is purged of the rest later', async () => {
  const { cdn, since } = await settled();
  const calls: string[][] = [];
  let allowed = 1;
  start({
    tagsACall: 1,
    async purge(tags) {
      if (allowed === 0) return { kind: 'failed', reason: 'HTTP 429', retryAfterMs: 5000 };
      allowed -= 1;
      calls.push([...tags]);
      return cdn.purge(tags);
    },
  });
  const [before] = purgers;
  await before?.stop();
  publish({ [ONE]: 'a2', [TWO]: 'b2' });
  const failing = async () =>
    (await cdnPurges(db)).flatMap(({ dealer, failing_since }) => (failing_since === null ? [] : dealer));
  await eventually(async () => expect(await failing()).toHaveLength(1));
  const [rest] = await failing();
  expect(since()).toEqual([ONE, TWO].filter((dealer) => dealer !== rest).map((dealer) => `site/${dealer}`));
  allowed = 1;
  at += 5000;
  // What waits comes before what is purged for the second time.
  await eventually(() => expect(since()[1]).toBe(`site/${rest}`));
  expect(calls.every((tags) => tags.length === 1)).toBe(true);
  allowed = 9;
  at += MINUTE_MS;
  await eventually(() => expect(since()).toHaveLength(4));
  expect(await failing()).toEqual([]);
});

it('PLAT-63 the second purge follows the end of the first, however long that took', async () => {
  const { cdn, since } = await settled();
  const purge = cdn.purge.bind(cdn);
  cdn.purge = (tags) => {
    at += 4000;
    return purge(tags);
  };
  await changeStock(ONE, 1);
  await eventually(() => expect(since()).toHaveLength(1));
  await aWhile();
  expect(since()).toHaveLength(1);
  at += AGAIN_AFTER_MS;
  await eventually(() => expect(since()).toHaveLength(2));
});

it('PLAT-63 a process that lags behind leaves purges to another, and goes on if there is none', async () => {
  const lagging = localCdn();
  let isFollowing = true;
  start(lagging, () => isFollowing);
  await eventually(() => expect(lagging.purged).toHaveLength(2));
  const current = localCdn();
  const other = start(current);
  isFollowing = false;
  await aWhile();
  publish({ [ONE]: 'a2', [TWO]: 'b1' });
  await eventually(() => expect(current.purged).toContain(`site/${ONE}`));
  expect(lagging.purged).toHaveLength(2);
  await other.stop();
  await changeStock(TWO, 1);
  at += 2000;
  await eventually(() => expect(lagging.purged).toContain(`stock/${TWO}`));
});

it('PLAT-65 operators are alerted after five minutes of failures, again after a day, and when it is over', async () => {
  const { cdn, since } = await settled();
  cdn.behave('refuses');
  await changeStock(ONE, 1);
  const failing = () => cdnPurges(db).then((rows) => rows.filter((row) => row.failing_since !== null));
  await eventually(async () =>
    expect(await failing()).toMatchObject([{ dealer: ONE, last_error: 'HTTP 401' }]),
  );
  for (let minute = 0; minute < 4; minute += 1) {
    at += MINUTE_MS;
    await aWhile();
  }
  expect(alarms).toEqual([]);
  at += MINUTE_MS;
  await eventually(() => expect(alarms).toMatchObject([{ subject: 'The CDN is not purged' }]));
  expect(alarms[0]?.text).toContain('HTTP 401');
  at += DAY_MS - MINUTE_MS;
  await aWhile();
  expect(alarms).toHaveLength(1);
  at += MINUTE_MS;
  await eventually(() => expect(alarms).toHaveLength(2));
  cdn.behave('answers');
  at += MINUTE_MS;
  await eventually(() => expect(alarms[2]).toMatchObject({ subject: 'The CDN is purged again' }));
  expect(since()).toEqual([`site/${ONE}`]);
  expect(await failing()).toEqual([]);
});

it('PLAT-63 without a CDN nothing is read, written or started', () => {
  const env = { CDN: 'none', CDN_IDS: [], CDN_TOKEN: '', CDN_API: '' };
  expect(startCdnPurger({ env } as unknown as Services)).toBeUndefined();
});
