import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { FEED_FORMATS } from '#src/features/feeds/feed-formats.ts';
import { advertisedVehicles } from '#src/features/feeds/server/advertised-vehicles.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { startFeedProcess } from '#src/server/feed-process/feed-process.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { runStatus } from '../../scripts/status/run-status.ts';
import { runStock } from '../../scripts/stock/run-stock.ts';
import { type GivenDelivery, openDeliverySite } from '../fixtures/delivery-site.ts';
import {
  type FileServer,
  keyFingerprint,
  PASSWORD,
  SSH_KEYS,
  USER,
} from '../fixtures/file-servers/file-server.ts';
import { startFtpServer } from '../fixtures/file-servers/ftp-server.ts';
import { startSsh2Server } from '../fixtures/file-servers/ssh2-server.ts';
import { publishedFolder } from '../fixtures/published.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'feed-delivery-servers' };
const PATIENTLY = { timeout: 60_000, interval: 100 };
/** Of SFTP. */
const PERMISSION_DENIED = 3;
const HOST_KEY = keyFingerprint(SSH_KEYS.hostEd25519.public);

let folder: string;
let server: FileServer;
let env: Record<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-deliveries-'));
  for (const each of ['dealers', 'feeds']) mkdirSync(join(folder, each));
  copyFileSync(join(FIXTURE_DEALERS, '../feeds/listings.csv'), join(folder, 'feeds', 'listings.csv'));
  env = {
    ...{ DEALERS_DIR: join(folder, 'dealers'), FEED_FOLDERS: join(folder, 'feeds') },
    ...{ MEILI_HOST: engine.host, MEILI_KEY: engine.key, MEILI_INDEX: engine.index },
    ...{ FEED_HOSTS: '127.0.0.1:*', SITE_SECRET: 'x'.repeat(32), DEALER_RECEIVER: PASSWORD },
    ...(await databasePlace(join(folder, 'data'))),
  };
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the dealer of the commands a delivery. */
function write(delivery: GivenDelivery): void {
  const dealer = JSON.parse(readFileSync(join(FIXTURE_DEALERS, 'listings.json'), 'utf8'));
  const outboundFeeds = { deliveries: [delivery] };
  writeFileSync(join(folder, 'dealers', 'listings.json'), JSON.stringify({ ...dealer, outboundFeeds }));
}
const stock = (...args: string[]) => runCommand(runStock, args, env);
const received = (path: string) => join(server.root, path);

const sftp = (): GivenDelivery => ({
  ...{ feed: 'csv', url: `sftp://127.0.0.1:${server.port}/cars.csv`, user: USER },
  ...{ password: 'DEALER_RECEIVER', hostKey: HOST_KEY },
});

it('FEED-23 a feed is delivered by SFTP from the command line, which lists its state', async () => {
  server = await startSsh2Server();
  write(sftp());
  await runCommand(runImport, ['listings'], env);
  const before = await stock('feeds', 'listings');
  expect(before.out).toContain(`sftp://127.0.0.1:${server.port}/cars.csv\n  Stock as CSV: `);
  expect(before.out).toContain('Never delivered; next as soon as `serve` or `worker` runs');
  const done = await stock('feeds', 'listings', '--deliver');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toMatch(/^Stock as CSV to 127\.0\.0\.1:\d+: delivered, \d+ vehicles, 0 left out$/m);
  expect(readFileSync(received('cars.csv'), 'utf8')).toContain('2021 BMW X3 Xdrive20d');
  const after = await stock('feeds', 'listings');
  expect(after.out).toMatch(/Delivered \d{4}-\d\d-\d\d \d\d:\d\d \(\d+ vehicles, 0 left out\); next /);
  expect(after.out).not.toContain('Failed');
});

it('FEED-23 a server with another host key gets nothing, and the command says what to do', async () => {
  server = await startSsh2Server();
  write({ ...sftp(), hostKey: keyFingerprint(SSH_KEYS.stranger.public) });
  await runCommand(runImport, ['listings'], env);
  const done = await stock('feeds', 'listings', '--deliver');
  expect(done.code).toBe(1);
  expect(done.err).toContain('another host key than the dealer file (wrong_host_key). Ask the receiver');
  expect(existsSync(received('cars.csv'))).toBe(false);
  expect(server.credentials).not.toContain(PASSWORD);
  expect((await stock('feeds', 'listings')).out).toContain('Failed once: the server has another host key');
});

it('FEED-23 `npm run status` shows a delivery, and of one that fails the code and the remedy', async () => {
  server = await startSsh2Server();
  write(sftp());
  await runCommand(runImport, ['listings'], env);
  await stock('feeds', 'listings', '--deliver');
  const published = publishedFolder(join(folder, 'dealers'));
  const args = ['--dist', published.dist, '--dealers-dir', join(folder, 'dealers')];
  const status = async () => (await runCommand(runStatus, args, { ...env, PORT: '9' })).out;
  expect(await status()).toMatch(
    /^ +listings +Stock as CSV +127\.0\.0\.1:\d+ +0 min +\S+ \S+ UTC +54 +0 +0$/m,
  );
  env = { ...env, DEALER_RECEIVER: 'wrong' };
  await stock('feeds', 'listings', '--deliver');
  const failing = await status();
  expect(failing).toMatch(/AMBER +listings: Stock as CSV could not be delivered to 127\.0\.0\.1:\d+ once/);
  expect(failing).toContain('refuses user, password or key (refused_sign_in). Ask the receiver');
  expect(failing).toContain('npm run stock -- feeds listings --deliver');
  expect(failing).toMatch(/^AMBER +listings +Stock as CSV .* 1 \(refused_sign_in\)$/m);
  published.remove();
});

it('FEED-23 a feed is delivered by FTP, and replaces the one before', async () => {
  server = await startFtpServer({ secure: false });
  const url = `ftp://127.0.0.1:${server.port}${server.home}/`;
  write({ feed: 'json', url, user: USER, password: 'DEALER_RECEIVER' });
  await runCommand(runImport, ['listings'], env);
  for (let time = 0; time < 2; time += 1)
    expect(await stock('feeds', 'listings', '--deliver')).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(readFileSync(received('stock.json'), 'utf8')).vehicles.length).toBeGreaterThan(10);
});

it('FEED-23 the command without a delivery says how to name one', async () => {
  server = await startSsh2Server();
  copyFileSync(join(FIXTURE_DEALERS, 'listings.json'), join(folder, 'dealers', 'listings.json'));
  await runCommand(runImport, ['listings'], env);
  const done = await stock('feeds', 'listings', '--deliver');
  expect(done.code).toBe(1);
  expect(done.err).toContain('listings has no delivery. Name one in its dealer file: "outboundFeeds"');
});

it('FEED-23 the process that reads feeds delivers them, and records it', { timeout: 120_000 }, async () => {
  server = await startSsh2Server();
  process.env.DEALER_RECEIVER = PASSWORD;
  const site = await openDeliverySite(engine, systemClock, 'apart', [sftp()]);
  await site.import();
  const worker = startFeedProcess(site.services, { dealersDir: folder, tickMs: 50 });
  await expect.poll(async () => (await site.state()).last_outcome, PATIENTLY).toBe('delivered');
  await worker.stop();
  const written = FEED_FORMATS.csv.write(await advertisedVehicles(site.services, site.dealer));
  expect(readFileSync(received('cars.csv'), 'utf8')).toBe(written.text);
  delete process.env.DEALER_RECEIVER;
  await site.close();
});

it('FEED-23 a server that refuses to rename keeps its last file', async () => {
  const ftp = await startFtpServer({ secure: false });
  server = ftp;
  const { hostKey: _, ...plain } = sftp();
  write({ ...plain, url: `ftp://127.0.0.1:${ftp.port}/cars.csv` });
  await runCommand(runImport, ['listings'], env);
  writeFileSync(received('cars.csv'), 'the last one');
  ftp.faults = { renameReply: '550 Rename failed: try again later' };
  expect((await stock('feeds', 'listings', '--deliver')).code).toBe(1);
  expect(readFileSync(received('cars.csv'), 'utf8')).toBe('the last one');
  expect(readdirSync(ftp.root)).toEqual(['cars.csv']);
  ftp.faults = {};
  expect(await stock('feeds', 'listings', '--deliver')).toMatchObject({ code: 0 });
  expect(readFileSync(received('cars.csv'), 'utf8')).toContain('2021 BMW X3');
});

it('FEED-23 an SFTP server that fails for another reason than the name keeps its last file', async () => {
  const faulty = await startSsh2Server();
  server = faulty;
  faulty.faults.renameStatus = PERMISSION_DENIED;
  write(sftp());
  await runCommand(runImport, ['listings'], env);
  writeFileSync(received('cars.csv'), 'the last one');
  expect((await stock('feeds', 'listings', '--deliver')).code).toBe(1);
  expect(readFileSync(received('cars.csv'), 'utf8')).toBe('the last one');
});
