import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import type { FeedLimits } from '#src/features/stock/parsing/feed-content.ts';
import { importManually } from '#src/features/stock/server/importing/manual-import.ts';
import { checkFeedAlarms } from '#src/features/stock/server/schedule/feed-alarms.ts';
import { readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#src/platform/time/duration.ts';
import { type FeedSite, openFeedSite, stockOf } from '../fixtures/feed-site.ts';
import {
  certificateFingerprint,
  type FileServer,
  keyFingerprint,
  PASSPHRASE,
  PASSWORD,
  SSH_KEYS,
  USER,
} from '../fixtures/file-servers/file-server.ts';
import { type FtpServer, startFtpServer } from '../fixtures/file-servers/ftp-server.ts';
import { startHeldConnections } from '../fixtures/file-servers/held-connections.ts';
import { startSsh2Server } from '../fixtures/file-servers/ssh2-server.ts';
import { feedOf } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-remote' };
const LIMITS: FeedLimits = { maxBytes: 1_000_000, totalMs: 60_000, stallMs: 10_000 };
const HOST_KEY = keyFingerprint(SSH_KEYS.hostEd25519.public);
const SECRETS = {
  DEALER_FEED_REMOTE_PASSWORD: PASSWORD,
  DEALER_FEED_REMOTE_KEY: SSH_KEYS.user.private.trim().replaceAll('\n', '\\n'),
  DEALER_FEED_REMOTE_PASSPHRASE: PASSPHRASE,
};
const BY_PASSWORD: Partial<FeedConfig> = { user: USER, password: 'DEALER_FEED_REMOTE_PASSWORD' };
const BY_KEY: Partial<FeedConfig> = {
  ...{ user: USER, hostKey: HOST_KEY },
  ...{ privateKey: 'DEALER_FEED_REMOTE_KEY', passphrase: 'DEALER_FEED_REMOTE_PASSPHRASE' },
};

let now: number;
const clock: Clock = { now: () => new Date(now) };
let sftp: Awaited<ReturnType<typeof startSsh2Server>>;
let ftps: FtpServer;
let site: FeedSite;
let sites = 0;

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  Object.assign(process.env, SECRETS);
  sftp = await startSsh2Server();
  ftps = await startFtpServer({ secure: true });
  sites += 1;
  site = await openFeedSite(engine, clock, `remote-${sites}`, sftpFeed('stock.csv'));
});
afterEach(async () => {
  for (const name of Object.keys(SECRETS)) delete process.env[name];
  await site.close();
  await sftp.stop();
  await ftps.stop();
});

function sftpFeed(path: string, more: Partial<FeedConfig> = {}): Partial<FeedConfig> {
  return { url: `sftp://127.0.0.1:${sftp.port}/${path}`, ...BY_PASSWORD, hostKey: HOST_KEY, ...more };
}
const never = new AbortController().signal;
const read = (dealer = site.dealer, limits: Partial<FeedLimits> = {}) => {
  now += HOUR_MS;
  const work = { dealersDir: site.folder, signal: never, limits: { ...LIMITS, ...limits } };
  return readIfDue(site.services, dealer, work);
};
/** A file of some hours ago. */
function put({ root }: FileServer, name: string, text: string, hoursAgo = 5): void {
  writeFileSync(join(root, name), text);
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  utimesSync(join(root, name), at, at);
}
const prices = async () =>
  (await presentVehicles(site.services.db, site.dealer.slug)).map(({ price }) => price).sort();
const inStock = async () => (await prices()).length;

it('FEED-08 a feed of an SFTP server is imported by password and by key, and only if it has changed', async () => {
  put(sftp, 'stock.csv', stockOf(20));
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
  expect(readFileSync(join(site.folder, 'feeds', `${site.dealer.slug}.last`), 'utf8')).toBe(stockOf(20));
  expect(await read()).toEqual({ outcome: 'unchanged', code: null });
  put(sftp, 'stock.csv', stockOf(21), 4);
  expect(await read()).toMatchObject({ outcome: 'imported', summary: { added: 1 } });
  put(sftp, 'stock.csv', stockOf(22), 3);
  const byKey = site.dealerWith({ ...BY_KEY, password: undefined });
  expect(await read(byKey)).toMatchObject({ outcome: 'imported', summary: { added: 1 } });
});

it('FEED-09 a feed of an FTPS server with a pinned certificate is imported', async () => {
  put(ftps, 'stock.csv', stockOf(20));
  const url = `ftps://127.0.0.1:${ftps.port}/stock.csv`;
  const dealer = site.dealerWith({ url, hostKey: certificateFingerprint() });
  expect(await read(dealer)).toMatchObject({ outcome: 'imported', summary: { added: 20 } });
  expect(await read(dealer)).toEqual({ outcome: 'unchanged', code: null });
});

it('FEED-07 of a folder with a file a day the newest is read, by its date or by its name', async () => {
  put(sftp, 'stock-20260301.csv', stockOf(20), 9);
  put(sftp, 'stock-20260228.csv', stockOf(18), 3);
  put(sftp, 'other.csv', stockOf(1), 1);
  const files = { files: 'stock-*.csv' };
  const byDate = site.dealerWith({ ...sftpFeed(''), ...files });
  expect(await read(byDate)).toMatchObject({ summary: { rows: 18 } });
  const byName = site.dealerWith({ ...sftpFeed(''), ...files, newest: 'name' });
  expect(await read(byName)).toMatchObject({ summary: { rows: 20 } });
  expect(await read(byName)).toEqual({ outcome: 'unchanged', code: null });
  rmSync(join(sftp.root, 'stock-20260301.csv'));
  rmSync(join(sftp.root, 'stock-20260228.csv'));
  expect(await read(byName)).toEqual({ outcome: 'failed', code: 'no_file' });
});

it('FEED-12 a folder of a server in which nothing new comes for a day raises an alarm', async () => {
  const dealer = site.dealerWith(sftpFeed(''));
  site.services.tenants.replace({ dealers: [dealer], leftOut: [] });
  put(sftp, 'stock.csv', stockOf(20));
  const sent: string[] = [];
  for (let readings = 0; readings < 28; readings += 1) {
    await read(dealer);
    await checkFeedAlarms(site.services, async (_services, { trouble }) => Boolean(sent.push(trouble)));
  }
  expect(sent).toEqual(['feed-stale']);
});

it('FEED-20 files of changes in the folder of a server are read in order, each once', async () => {
  const dealer = site.dealerWith({ ...sftpFeed(''), mode: 'incremental' });
  put(sftp, '2.csv', feedOf('A1,Kia,Rio,2021,21000,30000', 'A2,Kia,Rio,2021,22000,30000'), 8);
  put(sftp, '1.csv', feedOf('A1,Kia,Rio,2021,20000,30000'), 9);
  put(sftp, '3.csv', 'no feed of vehicles', 7);
  put(sftp, '4.csv', feedOf('A2,Kia,Rio,2021,23000,30000'), 6);
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  expect(await prices()).toEqual([2_100_000, 2_300_000]);
  expect(await read(dealer)).toEqual({ outcome: 'unchanged', code: null });
  // One that arrives with an older time is no less a change.
  put(sftp, '0.csv', feedOf('A3,Kia,Rio,2021,24000,30000'), 20);
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  const runs = await site.services.db.selectFrom('feed_runs').select('outcome').execute();
  expect(runs.filter(({ outcome }) => outcome === 'imported')).toHaveLength(4);
  const failed = join(site.folder, 'feeds', `${site.dealer.slug}.failed`);
  expect(readFileSync(join(failed, '3.csv'), 'utf8')).toBe('no feed of vehicles');
  expect(readFileSync(join(failed, '3.csv.txt'), 'utf8')).toContain('3.csv');
  // Other settings do not bring back what has been read.
  const changed = site.dealerWith({ ...sftpFeed(''), mode: 'incremental', emptyWords: ['x'] });
  expect(await read(changed)).toEqual({ outcome: 'unchanged', code: null });
  const oftener = site.dealerWith({ ...sftpFeed(''), mode: 'incremental', every: 30 });
  expect(await read(oftener)).toEqual({ outcome: 'unchanged', code: null });
});

it('FEED-20 marks of files hold whether a server says their times or not', async () => {
  ftps.faults = { isOld: true };
  const url = `ftps://127.0.0.1:${ftps.port}/`;
  const dealer = site.dealerWith({ url, hostKey: certificateFingerprint(), mode: 'incremental' });
  put(ftps, '1.csv', feedOf('A1,Kia,Rio,2021,20000,30000'), 9);
  put(ftps, '2.csv', feedOf('A1,Kia,Rio,2021,21000,30000'), 8);
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  ftps.faults = { isOld: true, hasNoTimes: true };
  expect(await read(dealer)).toEqual({ outcome: 'unchanged', code: null });
});

it('FEED-09 of a server without times a file that has changed and kept its size is read', async () => {
  ftps.faults = { isOld: true, hasNoTimes: true };
  const url = `ftps://127.0.0.1:${ftps.port}/stock.csv`;
  const dealer = site.dealerWith({ url, hostKey: certificateFingerprint() });
  put(ftps, 'stock.csv', stockOf(20));
  expect(await read(dealer)).toMatchObject({ outcome: 'imported' });
  put(ftps, 'stock.csv', stockOf(20, 20_100));
  expect(await read(dealer)).toMatchObject({ outcome: 'imported', summary: { repriced: 20 } });
  expect(await read(dealer)).toEqual({ outcome: 'unchanged', code: null });
});

it.each(['x/../../../escaped.csv', 'x\\escaped.csv'])(
  'FEED-20 a file of a server whose name is a path, %s, is not read',
  async (name) => {
    put(sftp, '1.csv', 'no feed of vehicles');
    sftp.faults.listedName = name;
    const dealer = site.dealerWith({ ...sftpFeed(''), mode: 'incremental' });
    expect(await read(dealer)).toEqual({ outcome: 'unchanged', code: null });
    expect(existsSync(join(site.folder, 'escaped.csv'))).toBe(false);
  },
);

it('FEED-24 a file that still grows is not read', async () => {
  put(sftp, 'stock.csv', stockOf(20), 0);
  const growing = setInterval(
    () => appendFileSync(join(sftp.root, 'stock.csv'), 'S99,Kia,Rio,2021,1,1\n'),
    500,
  );
  try {
    expect(await read()).toEqual({ outcome: 'failed', code: 'being_written' });
  } finally {
    clearInterval(growing);
  }
  expect(await inStock()).toBe(0);
});

it('FEED-24 what is wrong with a server changes nothing and has a remedy', async () => {
  put(sftp, 'stock.csv', stockOf(20));
  await read();
  const other = keyFingerprint(SSH_KEYS.stranger.public);
  sftp.credentials?.splice(0);
  expect(await read(site.dealerWith({ hostKey: other }))).toEqual({
    outcome: 'failed',
    code: 'wrong_host_key',
  });
  expect(sftp.credentials).toEqual([]);
  put(sftp, 'stock.csv', stockOf(21));
  expect(await read(site.dealer, { maxBytes: 100 })).toEqual({ outcome: 'failed', code: 'too_large' });
  put(sftp, 'stock.csv', '');
  expect(await read()).toMatchObject({ outcome: 'unreadable' });
  delete process.env.DEALER_FEED_REMOTE_PASSWORD;
  expect(await read()).toEqual({ outcome: 'failed', code: 'no_credentials' });
  expect(await inStock()).toBe(20);
  process.env.DEALER_FEED_REMOTE_PASSWORD = PASSWORD;
  const said: string[] = [];
  const by = { dealersDir: site.folder, report: (line: string) => void said.push(line) };
  const summary = await importManually(site.services, site.dealerWith({ hostKey: other }), by);
  expect(summary).toMatchObject({ rows: 20, unchanged: 20 });
  expect(said.join('\n')).toContain(
    "(wrong_host_key): the last good one is used. The server's host key is not",
  );
  expect(said.join('\n')).toContain('set stock.feed.hostKey to the fingerprint');
});

it('FEED-12 while a server is down for a day the stock stays, one alarm says what to do, and one that it is over', async () => {
  const line = await startHeldConnections(sftp.port);
  const dealer = site.dealerWith({ url: `sftp://127.0.0.1:${line.port}/stock.csv` });
  site.services.tenants.replace({ dealers: [dealer], leftOut: [] });
  put(sftp, 'stock.csv', stockOf(20));
  await read(dealer);
  await line.stop();
  const sent: { trouble: string; text: string }[] = [];
  const alert = async (_services: unknown, { trouble, text }: { trouble: string; text: string }) => {
    sent.push({ trouble, text });
    return true;
  };
  for (const end = now + 24 * HOUR_MS; now < end; ) {
    now += 10 * MINUTE_MS - HOUR_MS;
    await read(dealer);
    await checkFeedAlarms(site.services, alert);
  }
  expect(sent).toEqual([
    { trouble: 'feed-stale', text: expect.stringContaining('(last attempt: no_connection)') },
  ]);
  expect(sent[0]?.text).toContain('ask the supplier whether it is down');
  expect(await inStock()).toBe(20);
  const again = site.dealerWith({ url: `sftp://127.0.0.1:${line.port}/stock.csv` });
  const back = await startHeldConnections(sftp.port, line.port);
  expect(await read(again)).toMatchObject({ outcome: 'imported', summary: { unchanged: 20 } });
  await checkFeedAlarms(site.services, alert);
  expect(sent.map(({ trouble }) => trouble)).toEqual(['feed-stale', 'feed-stale-over']);
  await back.stop();
});
