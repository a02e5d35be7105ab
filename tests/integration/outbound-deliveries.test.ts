import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { explainDelivery } from '#src/features/feeds/delivery-failures.ts';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import { advertisedVehicles } from '#src/features/feeds/server/advertised-vehicles.ts';
import {
  createDeliveryQueue,
  deliverByHand,
  deliverIfDue,
} from '#src/features/feeds/server/deliveries/deliver-feed.ts';
import { deliveryLease, dueDeliveries } from '#src/features/feeds/server/deliveries/delivery-schedule.ts';
import { acquireLease, releaseLease } from '#src/platform/database/leases.ts';
import { LEASE_MS } from '#src/platform/database/with-lease.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { gatherDealers } from '#src/server/status/gather-status.ts';
import { type DeliverySite, type GivenDelivery, NEVER, openDeliverySite } from '../fixtures/delivery-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'feed-deliveries' };
const HOST_KEY = `SHA256:${'A'.repeat(43)}`;
const DAILY: GivenDelivery = {
  ...{ feed: 'carsales', url: 'sftp://files.example/stock/list.xml', hostKey: HOST_KEY },
  ...{ user: 'yard', password: 'DEALER_YARD_FTP', at: ['05:30'] },
};

let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: DeliverySite;
let dealers = 0;

beforeEach(async () => {
  process.env.DEALER_YARD_FTP = 'secret words';
  // 11:00 in Sydney.
  now = Date.parse('2026-03-01T00:00:00Z');
  dealers += 1;
  site = await openDeliverySite(engine, clock, `delivered-${dealers}`, [DAILY]);
  await site.import();
});
afterEach(async () => {
  delete process.env.DEALER_YARD_FTP;
  await site.close();
});

/** Minutes until the next attempt. */
const minutesToNext = async () => (Date.parse((await site.state()).next_due_at) - now) / MINUTE_MS;

it('FEED-23 a new delivery is made at once, then at its time of day where the dealer is', async () => {
  expect(await site.pass()).toMatchObject([{ code: null, vehicles: 3 }]);
  expect((await site.state()).next_due_at).toBe('2026-03-01T18:30:00.000Z');
  now = Date.parse('2026-03-01T18:29:00Z');
  expect(await site.pass()).toEqual([]);
  now = Date.parse('2026-03-01T18:30:00Z');
  expect(await site.pass()).toHaveLength(1);
  expect((await site.state()).next_due_at).toBe('2026-03-02T18:30:00.000Z');
});

it('FEED-23 a delivery without a time is made daily at five, one with "every" after so many minutes', async () => {
  const { at: _, ...plain } = DAILY;
  site.use(site.dealerWith([plain]));
  await site.pass();
  expect((await site.state()).next_due_at).toBe('2026-03-01T18:00:00.000Z');
  site.use(site.dealerWith([{ ...plain, every: 15 }]));
  await site.pass();
  expect(await minutesToNext()).toBe(15);
});

it('FEED-23 the receiver gets the feed as it is now, under the name in the address', async () => {
  await site.pass();
  expect(site.receiver.uploads).toEqual(['/stock/list.xml']);
  const written = FEED_FORMATS.carsales.write(await advertisedVehicles(site.services, site.dealer));
  expect(site.receiver.text('stock/list.xml')).toBe(written.text);
  expect(written.text).toContain('<StockNumber>S0</StockNumber>');
});

it.each([
  ['ftps://files.example/', '/autoscout24.xml'],
  ['ftps://files.example', '/autoscout24.xml'],
  ['ftps://files.example/my%20stock/', '/my stock/autoscout24.xml'],
] as const)('FEED-23 in the folder %s the file has its own name', async (url, path) => {
  site.use(site.dealerWith([{ feed: 'autoscout24', url }]));
  await site.pass();
  expect(site.receiver.uploads).toEqual([path]);
});

it('FEED-23 the server gets user, password and pinned key; the secret is in no log', async () => {
  await site.pass();
  expect(site.receiver.places).toEqual([
    { url: DAILY.url, user: 'yard', password: 'secret words', hostKey: HOST_KEY },
  ]);
  expect(site.logged.join('')).toContain('feed delivered');
  expect(site.logged.join('')).not.toMatch(/secret words|files\.example/);
});

it('FEED-23 an unchanged feed is delivered again', async () => {
  await site.pass();
  const first = site.receiver.text('stock/list.xml');
  now += 24 * HOUR_MS;
  await site.pass();
  expect(site.receiver.uploads).toHaveLength(2);
  expect(site.receiver.text('stock/list.xml')).toBe(first);
});

it('FEED-23 the state of a delivery has its time, size, vehicles and those left out', async () => {
  await site.import(['S0,Kia,Rio,2021,20000,30000', 'S1,Kia,Rio,2021,poa,30000']);
  await site.pass();
  expect(await site.state()).toMatchObject({
    ...{ last_success_at: '2026-03-01T00:00:00.000Z', last_outcome: 'delivered', last_error: null },
    ...{ failures: 0, vehicles: 1, left_out: 1 },
    bytes: Buffer.byteLength(site.receiver.text('stock/list.xml')),
  });
});

it('FEED-23 a failed delivery is repeated, after pauses that double up to an hour', async () => {
  site.receiver.fails = 'no_connection';
  const pauses: number[] = [];
  for (let failures = 1; failures <= 9; failures += 1) {
    await site.pass();
    expect((await site.state()).failures).toBe(failures);
    const pause = await minutesToNext();
    const full = Math.min(2 ** (failures - 1), 60);
    expect(pause).toBeGreaterThanOrEqual(full / 2);
    expect(pause).toBeLessThanOrEqual(full);
    pauses.push(pause);
    now += Math.floor(pause * MINUTE_MS) - 1000;
    expect(await site.pass()).toEqual([]);
    now += 2000;
  }
  expect(site.receiver.places).toHaveLength(pauses.length);
});

it('FEED-23 after a failure the state has its code, and what was delivered last', async () => {
  await site.pass();
  now += 24 * HOUR_MS;
  site.receiver.fails = 'wrong_host_key';
  expect(await site.pass()).toMatchObject([{ code: 'wrong_host_key' }]);
  expect(await site.state()).toMatchObject({
    ...{ last_outcome: 'failed', last_error: 'wrong_host_key', failures: 1, vehicles: 3 },
    ...{ failing_since: '2026-03-02T00:00:00.000Z', last_success_at: '2026-03-01T00:00:00.000Z' },
  });
  expect(site.logged.join('')).toContain('"code":"wrong_host_key"');
});

it('FEED-23 a delivery that works again has no failures, and its usual next time', async () => {
  site.receiver.fails = 'stalled';
  await site.pass();
  site.receiver.fails = undefined;
  now += MINUTE_MS;
  await site.pass();
  expect(await site.state()).toMatchObject({ failures: 0, failing_since: null, last_error: null });
  expect((await site.state()).next_due_at).toBe('2026-03-01T18:30:00.000Z');
});

it('FEED-23 a password that is not set is reported, and no server is asked', async () => {
  delete process.env.DEALER_YARD_FTP;
  expect(await site.pass()).toMatchObject([{ code: 'no_credentials' }]);
  expect(site.receiver.places).toEqual([]);
});

it('FEED-23 before any stock is imported no empty file is delivered', async () => {
  const fresh = await openDeliverySite(engine, clock, `fresh-${dealers}`, [DAILY]);
  expect(await fresh.pass()).toMatchObject([{ code: 'no_stock' }]);
  expect(fresh.receiver.uploads).toEqual([]);
  await fresh.close();
});

it('FEED-23 a feed of which all vehicles are left out is not delivered, and the reason is named', async () => {
  await site.pass();
  const before = site.receiver.text('stock/list.xml');
  await site.import(['S0,Kia,Rio,2021,poa,30000', 'S1,Kia,Rio,2021,poa,30000']);
  now += 24 * HOUR_MS;
  expect(await site.pass()).toMatchObject([{ code: 'all_left_out:no_price', vehicles: 0 }]);
  expect(site.receiver.text('stock/list.xml')).toBe(before);
  const { last_error } = await site.state();
  expect(explainDelivery(last_error).what).toBe(
    'all vehicles are left out of it, most of them for "no price"',
  );
});

it('FEED-23 a mistake of this program is counted as a failure, and logged', async () => {
  site.receiver.fails = 'bug';
  await expect(site.pass()).rejects.toThrow('not a function');
  expect(await site.state()).toMatchObject({ last_error: 'unexpected', failures: 1 });
});

it('FEED-23 a process that is stopped leaves the delivery to the next, without a failure', async () => {
  expect(await site.pass(AbortSignal.abort())).toMatchObject([{ code: 'stopped' }]);
  expect(await site.state()).toMatchObject({ failures: 0, failing_since: null });
  expect(await site.pass()).toMatchObject([{ code: null }]);
});

it('FEED-23 changed settings make a delivery due, and it keeps its history', async () => {
  await site.pass();
  now += HOUR_MS;
  site.use(site.dealerWith([{ ...DAILY, user: 'another' }]));
  expect(await site.state()).toMatchObject({ last_success_at: '2026-03-01T00:00:00.000Z' });
  expect(await site.pass()).toHaveLength(1);
  expect(await site.pass()).toEqual([]);
});

it('FEED-23 two receivers have a state each', async () => {
  const second = { ...DAILY, url: 'sftp://other.example/list.xml' };
  site.use(site.dealerWith([DAILY, second]));
  await site.pass();
  expect(site.receiver.uploads).toEqual(['/stock/list.xml', '/list.xml']);
  site.use(site.dealerWith([second]));
  expect(await site.pass()).toEqual([]);
});

it('FEED-23 a closed site delivers nothing', async () => {
  const status = { ...site.dealer.status, state: 'paused' as const };
  site.use(site.dealerWith([DAILY], { status }));
  expect(await dueDeliveries(site.services)).toEqual([]);
});

it('FEED-23 of several processes one delivers', async () => {
  const [found] = await dueDeliveries(site.services);
  if (!found) throw new Error('Nothing is due.');
  const work = { connect: site.receiver.connect, signal: NEVER };
  const all = await Promise.all(
    Array.from({ length: 4 }, () => deliverIfDue(site.services, found.dealer, found.due, work)),
  );
  expect(all.filter((attempt) => attempt !== undefined)).toHaveLength(1);
  expect(site.receiver.uploads).toHaveLength(1);
});

it('FEED-23 after a process was killed between upload and record, the next replaces the file', async () => {
  const killed = Promise.withResolvers<void>();
  site.receiver.stored = () => killed.promise;
  const first = site.pass();
  await expect.poll(() => site.receiver.uploads).toHaveLength(1);
  expect(await minutesToNext()).toBeLessThanOrEqual(1);
  expect(await site.state()).toMatchObject({ last_success_at: null, failures: 0 });
  site.receiver.stored = async () => {};
  now += MINUTE_MS;
  expect(await site.pass()).toMatchObject([{ code: null }]);
  expect(site.receiver.uploads).toEqual(['/stock/list.xml', '/stock/list.xml']);
  expect(await site.state()).toMatchObject({ last_outcome: 'delivered', failures: 0 });
  killed.resolve();
  // As if it had been frozen: it records nothing.
  await expect(first).rejects.toThrow('took over');
  expect(await site.state()).toMatchObject({ last_outcome: 'delivered', failures: 0 });
});

it('FEED-23 while the process that delivers lives, no other does', async () => {
  const scheduled = await site.scheduled();
  await acquireLease(site.services.db, deliveryLease(scheduled.state), { clock, forMs: LEASE_MS });
  expect(await site.pass()).toEqual([undefined]);
  now += LEASE_MS;
  expect(await site.pass()).toMatchObject([{ code: null }]);
});

it('FEED-23 a delivery by hand is made although it is not due, and recorded', async () => {
  await site.pass();
  now += HOUR_MS;
  const work = { connect: site.receiver.connect, signal: NEVER };
  const attempt = await deliverByHand(site.services, site.dealer, await site.scheduled(), work);
  expect(attempt).toMatchObject({ code: null, vehicles: 3, leftOut: [] });
  expect((await site.state()).last_success_at).toBe('2026-03-01T01:00:00.000Z');
  expect((await site.state()).next_due_at).toBe('2026-03-01T18:30:00.000Z');
});

it('FEED-23 a delivery by hand waits for another process', async () => {
  const scheduled = await site.scheduled();
  const lease = await acquireLease(site.services.db, deliveryLease(scheduled.state), {
    clock,
    forMs: LEASE_MS,
  });
  if (!lease) throw new Error('The lease is taken.');
  const waited = Promise.withResolvers<void>();
  const work = { connect: site.receiver.connect, signal: NEVER };
  const delivering = deliverByHand(site.services, site.dealer, scheduled, work, waited.resolve);
  await waited.promise;
  expect(site.receiver.uploads).toEqual([]);
  await releaseLease(site.services.db, lease);
  expect(await delivering).toMatchObject({ code: null });
});

it('FEED-23 a worker delivers what is due, each once, and is busy until it is done', async () => {
  const second = { ...DAILY, url: 'sftp://other.example/list.xml' };
  site.use(site.dealerWith([DAILY, second]));
  const queue = createDeliveryQueue(site.services, NEVER, site.receiver.connect);
  await queue.startDue();
  expect(queue.isIdle()).toBe(false);
  await queue.startDue();
  await queue.settled();
  expect(queue.isIdle()).toBe(true);
  expect(site.receiver.uploads.toSorted()).toEqual(['/list.xml', '/stock/list.xml']);
});

it('FEED-23 a receiver that fails does not keep others from their feed', async () => {
  site.use(
    site.dealerWith([
      { ...DAILY, password: 'DEALER_NOT_SET' },
      { ...DAILY, url: 'sftp://other.example/list.xml' },
    ]),
  );
  await createDeliveryQueue(site.services, NEVER, site.receiver.connect).startDue();
  await expect.poll(() => site.receiver.uploads).toEqual(['/list.xml']);
});

it('FEED-23 the status knows the state of each delivery', async () => {
  const { db } = site.services;
  await site.pass();
  now += 24 * HOUR_MS;
  site.receiver.fails = 'no_permission';
  await site.pass();
  const sources = { db, clock, releaseOf: () => undefined, isEdited: () => undefined };
  const [facts] = await gatherDealers({ ...sources, dealers: [site.dealer] });
  expect(facts?.deliveries).toEqual([
    {
      ...{
        feed: 'Stock as XML (carsales)',
        receiver: 'files.example',
        failures: 1,
        lastError: 'no_permission',
      },
      ...{ lastSuccessAt: '2026-03-01T00:00:00.000Z', nextDueAt: (await site.state()).next_due_at },
      ...{ isOverdue: false, vehicles: 3, leftOut: 0 },
    },
  ]);
});
