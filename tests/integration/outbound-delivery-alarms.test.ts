import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { checkDeliveryAlarms } from '#src/features/feeds/server/deliveries/delivery-alarms.ts';
import type { Alarm } from '#src/features/leads/server/operations/monitor-delivery.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { type DeliverySite, type GivenDelivery, openDeliverySite } from '../fixtures/delivery-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'feed-delivery-alarms' };
const DAILY: GivenDelivery = { feed: 'csv', url: 'ftp://files.example/stock.csv', at: ['05:30'] };
const OFTEN: GivenDelivery = { feed: 'csv', url: 'ftp://files.example/stock.csv', every: 60 };

let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: DeliverySite;
let alarms: Alarm[];
let isReachable: boolean;
let dealers = 0;

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  dealers += 1;
  alarms = [];
  isReachable = true;
  site = await openDeliverySite(engine, clock, `told-${dealers}`, [DAILY]);
  await site.import();
});
afterEach(() => site.close());

const check = () =>
  checkDeliveryAlarms(site.services, async (_services, alarm) => {
    if (isReachable) alarms.push(alarm);
    return isReachable;
  });
/** What a worker does in this time. */
async function pass(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += 10 * MINUTE_MS;
    await site.pass();
    await check();
  }
}
const subjects = () => alarms.map(({ subject }) => subject);
const FAILING = expect.stringContaining('Stock as CSV to files.example is not delivered any more');
const AGAIN = expect.stringContaining('Stock as CSV to files.example is delivered again');

it('FEED-23 a delivery of which three in a row were missed raises one alarm, and one when it works again', async () => {
  site.use(site.dealerWith([OFTEN]));
  await site.pass();
  site.receiver.fails = 'no_connection';
  await pass(3 * HOUR_MS - 10 * MINUTE_MS);
  expect(alarms).toEqual([]);
  await pass(12 * HOUR_MS);
  expect(subjects()).toEqual([FAILING]);
  site.receiver.fails = undefined;
  await pass(2 * HOUR_MS);
  expect(subjects()).toEqual([FAILING, AGAIN]);
  await pass(2 * HOUR_MS);
  expect(alarms).toHaveLength(2);
});

it('FEED-23 a daily delivery that has failed for a day raises one alarm', async () => {
  await site.pass();
  now = Date.parse('2026-03-01T18:20:00Z');
  site.receiver.fails = 'refused_sign_in';
  await pass(DAY_MS);
  expect(alarms).toEqual([]);
  await pass(DAY_MS);
  expect(subjects()).toEqual([FAILING]);
});

it('FEED-23 the alarm says what is wrong, since when, and what to do', async () => {
  await site.pass();
  site.receiver.fails = 'wrong_host_key';
  await pass(3 * DAY_MS);
  expect(alarms).toHaveLength(1);
  const [{ text, about, trouble, facts } = { text: '' }] = alarms as [Alarm];
  expect(text).toContain('Last delivered: 2026-03-01 11:00.');
  expect(text).toContain('the server has another host key than the dealer file (wrong_host_key)');
  expect(text).toContain('Only then set "hostKey" to what `ssh-keyscan HOST | ssh-keygen -lf -` prints.');
  expect(text).toContain(`npm run stock -- feeds ${site.dealer.slug} --deliver`);
  expect({ about, trouble }).toEqual({ about: 'Stock', trouble: expect.stringMatching(/^feed-delivery-/) });
  expect(facts?.failures).toBeGreaterThan(20);
});

it('FEED-23 a failure of some minutes raises no alarm', async () => {
  site.use(site.dealerWith([OFTEN]));
  await site.pass();
  now += HOUR_MS;
  site.receiver.fails = 'cut_off';
  await pass(30 * MINUTE_MS);
  site.receiver.fails = undefined;
  await pass(3 * HOUR_MS);
  expect(alarms).toEqual([]);
});

it('FEED-23 after hours without a process a feed is delivered before anyone is alerted', async () => {
  site.use(site.dealerWith([OFTEN]));
  await site.pass();
  now += 12 * HOUR_MS;
  await check();
  await site.pass();
  await check();
  expect(alarms).toEqual([]);
});

it('FEED-23 an alarm that could not be sent is sent by a later check, once', async () => {
  site.receiver.fails = 'stalled';
  isReachable = false;
  await pass(2 * DAY_MS);
  isReachable = true;
  await pass(HOUR_MS);
  expect(subjects()).toEqual([FAILING]);
});

it('FEED-23 a delivery that the dealer file no longer has raises no alarm, nor says that it works', async () => {
  site.receiver.fails = 'stalled';
  await pass(2 * DAY_MS);
  expect(alarms).toHaveLength(1);
  site.use(site.dealerWith([]));
  await check();
  expect(alarms).toHaveLength(1);
  expect(await site.services.db.selectFrom('feed_alarms').selectAll().execute()).toEqual([]);
});

it('FEED-23 each of two failing deliveries raises an alarm of its own', async () => {
  site.use(site.dealerWith([DAILY, { ...DAILY, url: 'ftp://other.example/stock.csv' }]));
  site.receiver.fails = 'no_file';
  await pass(2 * DAY_MS);
  expect(new Set(alarms.map(({ trouble }) => trouble)).size).toBe(2);
  expect(alarms).toHaveLength(2);
});
