import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { checkFeedAlarms } from '#src/features/stock/server/schedule/feed-alarms.ts';
import { readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, type Supplier, startSupplier, stockOf } from '../fixtures/feed-site.ts';
import { startMailServer } from '../fixtures/mail-server.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-alarms' };
type Alarm = { subject: string; text: string; dealer: string; trouble: string; inStock: number };
let now: number;
const clock: Clock = { now: () => new Date(now) };
let site: FeedSite;
let supplier: Supplier;
let alarms: Alarm[];
let webhookStatus: number;
let closeWebhook: () => Promise<void>;
let dealers = 0;

/** What ops would see in their chat. */
async function startOpsWebhook(): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Alarm;
    if (webhookStatus === 200) alarms.push(body);
    response.writeHead(webhookStatus).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeWebhook = () => new Promise((resolve) => server.close(() => resolve()));
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/ops`;
}

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  dealers += 1;
  alarms = [];
  webhookStatus = 200;
  supplier = await startSupplier();
  site = await openFeedSite(engine, clock, `alarmed-${dealers}`, {
    url: `http://127.0.0.1:${supplier.port}/stock.csv`,
  });
  site.services.env.OPS_WEBHOOK = await startOpsWebhook();
});
afterEach(async () => {
  await closeWebhook();
  await supplier.stop();
  await site.close();
});

const never = new AbortController().signal;
const read = () => readIfDue(site.services, site.dealer, { dealersDir: site.folder, signal: never });
const check = () => checkFeedAlarms(site.services);
/** What a worker does in this time. */
async function pass(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += 10 * MINUTE_MS;
    await read();
    await check();
  }
}
const subjects = () => alarms.map(({ subject }) => subject);

it('PLAT-03 a feed that is stale raises one alarm, and one when it is read again', async () => {
  await read();
  await check();
  supplier.respond = (_request, response) => response.writeHead(500).end();
  await pass(3 * HOUR_MS - 10 * MINUTE_MS);
  expect(alarms).toEqual([]);
  await pass(12 * HOUR_MS);
  expect(alarms).toEqual([
    {
      subject: expect.stringContaining('the stock feed is not read any more'),
      text: expect.stringContaining('(last attempt: http_500). Vehicles in stock: 20.'),
      dealer: site.dealer.slug,
      trouble: 'feed-stale',
      inStock: 20,
    },
  ]);
  expect(site.logged.join('')).toContain('"trouble":"stale"');
  supplier.respond = (_request, response) => response.end(stockOf(20));
  await pass(2 * HOUR_MS);
  expect(subjects().slice(1)).toEqual([expect.stringContaining('the stock feed is read again')]);
});

it('PLAT-03 after hours without a process a feed is read before anyone is alerted', async () => {
  await read();
  now += 12 * HOUR_MS;
  await check();
  await read();
  await check();
  expect(alarms).toEqual([]);
});

it('PLAT-03 a feed that shrinks beyond the guard raises one alarm, and one when it is imported again', async () => {
  await read();
  supplier.respond = (_request, response) => response.end(stockOf(2));
  await pass(5 * HOUR_MS);
  expect(subjects()).toContainEqual(expect.stringContaining('looks broken and is refused'));
  const refused = () => alarms.filter(({ trouble }) => trouble.startsWith('feed-refused'));
  expect(refused()).toHaveLength(1);
  supplier.respond = (_request, response) => response.end(stockOf(21));
  await pass(2 * HOUR_MS);
  await pass(2 * HOUR_MS);
  expect(refused().map(({ trouble }) => trouble)).toEqual(['feed-refused', 'feed-refused-over']);
});

it('PLAT-03 stock that shrinks import by import, none of which is refused, raises an alarm too', async () => {
  supplier.respond = (_request, response) => response.end(stockOf(100));
  await read();
  for (const size of [90, 80, 70]) {
    supplier.respond = (_request, response) => response.end(stockOf(size));
    await pass(HOUR_MS);
  }
  expect(alarms).toMatchObject([{ trouble: 'feed-shrinking', inStock: 70 }]);
  await pass(HOUR_MS);
  expect(alarms).toHaveLength(1);
});

it('PLAT-03 an alarm that reached no one is sent again', async () => {
  await read();
  supplier.respond = (_request, response) => response.end(stockOf(2));
  webhookStatus = 503;
  await pass(HOUR_MS);
  expect(alarms).toEqual([]);
  webhookStatus = 200;
  await check();
  await check();
  expect(alarms).toHaveLength(1);
});

it('PLAT-03 a feed imported by hand with force is no longer reported', async () => {
  await read();
  supplier.respond = (_request, response) => response.end(stockOf(2));
  await pass(HOUR_MS);
  await importManually(site.services, site.dealer, { dealersDir: site.folder, force: true });
  await check();
  expect(alarms.map(({ trouble }) => trouble)).toEqual(['feed-refused', 'feed-refused-over']);
});

it('PLAT-03 alarms go to the mailboxes of operators and of the dealer', async () => {
  const mail = await startMailServer();
  site.services.env.SMTP_URL = mail.url;
  site.services.env.MAIL_FROM = 'stock@example.com';
  site.services.env.OPS_EMAIL = ['ops@example.com'];
  site.dealer.leads.alarm.emails = ['manager@dealer.example'];
  await read();
  supplier.respond = (_request, response) => response.end(stockOf(2));
  await pass(HOUR_MS);
  expect(mail.arrivals.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
    'manager@dealer.example',
    'ops@example.com',
  ]);
  expect(mail.arrivals[0]?.mail).toMatchObject({
    from: { name: 'Stock' },
    subject: expect.stringContaining('looks broken and is refused'),
  });
  await mail.stop();
});
