import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { readEnvironment } from '#src/config/environment.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { feedLease } from '#src/features/stock/server/schedule/import-feed.ts';
import { tryWithLease } from '#src/platform/database/with-lease.ts';
import { openServices } from '#src/server/services.ts';
import { runImport } from '../../scripts/import/run-import.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { jpegOf, type PictureServer, startPictureServer } from '../fixtures/picture-server.ts';

let files: ReturnType<typeof dealerFolder>;
let folder: string;
let pictures: PictureServer;

beforeEach(async () => {
  files = dealerFolder();
  folder = mkdtempSync(join(tmpdir(), 'try-feed-'));
  pictures = await startPictureServer();
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('MEILI_HOST', inject('meiliHost'));
  vi.stubEnv('MEILI_KEY', inject('meiliKey'));
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('FEED_HOSTS', pictures.host);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await pictures.stop();
  files.remove();
  rmSync(folder, { recursive: true });
});

/** @param lines gets what is printed, as it is printed */
async function runInto(lines: string[], ...args: string[]) {
  const terminal = { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const exitCode = await runImport([...args, '--dealers-dir', files.folder], terminal);
  return { exitCode, text: lines.join('\n') };
}
const run = (...args: string[]) => runInto([], ...args);

function feedFile(name: string, text: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const dealerFileOf = (slug: string) => join(files.folder, `${slug}.json`);
const settingsOf = (slug: string) => {
  const loaded = loadDealer(dealerFileOf(slug));
  return 'dealer' in loaded ? loaded.dealer.stock.feed : undefined;
};

/** A dealer file without a feed. */
function withoutFeed(slug: string): string {
  const dealer = JSON.parse(readFileSync(dealerFileOf(slug), 'utf8')) as { stock: { feed?: unknown } };
  delete dealer.stock.feed;
  const text = `${JSON.stringify(dealer, null, 2)}\n`;
  writeFileSync(dealerFileOf(slug), text);
  return text;
}

/** Replaces "stock.feed" of a dealer file. */
function withFeed(slug: string, feed: object): void {
  const dealer = JSON.parse(withoutFeed(slug)) as { stock: { feed?: object } };
  dealer.stock.feed = feed;
  writeFileSync(dealerFileOf(slug), `${JSON.stringify(dealer, null, 2)}\n`);
}

const TABLE = 'StockNo;Brand;Model;Year\nU1;Kia;Rio;2024\n';
const serveTable = (server: PictureServer, path: string) =>
  server.on(path, (_, response) => response.end(TABLE));

const units = (photo: string) => `<?xml version="1.0"?><export><dealer><stock>
  <unit ref="U1"><maker>Toyota</maker><modelname>Camry</modelname><builtyear>2024</builtyear><odo>54.210</odo>
    <pricing><driveaway>24.990</driveaway></pricing><cond>Pre-Owned</cond><gearing>Auto</gearing><petrol>x</petrol>
    <fuelkind>Moonshine</fuelkind><added>21/11/2025</added><pics><pic>${photo}</pic><pic>${photo}2</pic></pics></unit>
  <unit ref="U2"><maker>Kia</maker><modelname>Rio</modelname><builtyear>2023</builtyear><odo>98.500</odo>
    <pricing><driveaway>18.990</driveaway></pricing><cond>Pre-Owned</cond><gearing>Manual</gearing>
    <fuelkind>Petrol</fuelkind><added>3/11/2025</added></unit>
</stock></dealer></export>`;

it('FEED-18 prints what a feed is, what its columns hold and why, how they are judged, its photos and the verdict', async () => {
  pictures.serve('/1.jpg', await jpegOf('#a00'));
  withoutFeed('kookaburra-cars');
  const file = feedFile('stock.xml', units(pictures.url('/1.jpg')));
  const { text, exitCode } = await run('try', 'kookaburra-cars', '--feed', file);
  expect(text).toContain('XML in utf-8, 2 rows at "export/dealer/stock/unit"');
  expect(text).toMatch(/@ref +100 % +stocknum +guess: its name +U1 \| U2/);
  expect(text).toMatch(/pricing\/driveaway +100 % +price +guess: its name +24\.990 \| 18\.990/);
  expect(text).toMatch(/petrol +50 % +- +not read/);
  expect(text).toMatch(/Constants, because no column says so\n {2}status: in_stock/);
  expect(text).toContain('odo (km): numbers as 1.234,5');
  expect(text).toContain('added (created_at): dates as DD/MM/YYYY');
  expect(text).toContain('pricing/driveaway (price): some cells may be read in two ways: set "numbers"');
  expect(text).toContain('"Moonshine"');
  expect(text).toContain(`fetched  ${pictures.url('/1.jpg')}`);
  expect(text).toContain('2 would be added');
  expect(text).toContain('Verdict: it would be imported.');
  expect(exitCode).toBe(0);
});

it('FEED-18 changes nothing, neither the stock nor the dealer file', async () => {
  const before = withoutFeed('kookaburra-cars');
  await run('try', 'kookaburra-cars', '--feed', feedFile('stock.csv', 'make,model,year\nKia,Rio,2024\n'));
  expect(readFileSync(dealerFileOf('kookaburra-cars'), 'utf8')).toBe(before);
  expect((await run('history', 'kookaburra-cars', 'U1')).text).toContain('No vehicle');
});

it('FEED-18 reads a feed from an address', async () => {
  withoutFeed('kookaburra-cars');
  serveTable(pictures, '/stock.csv');
  const { text } = await run('try', 'kookaburra-cars', '--feed', pictures.url('/stock.csv'));
  expect(text).toContain('cells separated by semicolons, header in record 1');
  expect(text).toMatch(/Brand +100 % +make/);
});

it('FEED-18 says what is no feed, and what to do', async () => {
  withoutFeed('kookaburra-cars');
  const page = feedFile('stock.csv', '<!doctype html><title>Sign in</title><input type="password">');
  const { text, exitCode } = await run('try', 'kookaburra-cars', '--feed', page);
  expect(text).toContain('a page to sign in ("Sign in"), not a feed');
  expect(exitCode).toBe(1);
  const without = await run('try', 'kookaburra-cars');
  expect(without.text).toContain('Name a file or an address with --feed');
});

it('FEED-18 of a dealer that has a feed says which of its columns are not in another', async () => {
  const other = feedFile('other.csv', 'StockNo,Maker,Model,Year,Price\nU1,Kia,Rio,2024,9990\n');
  const { text } = await run('try', 'kookaburra-cars', '--feed', other);
  expect(text).toMatch(/Mapped columns that this feed does not have\n {2}\w/);
  expect(text).toMatch(/Maker +100 % +make +guess/);
  expect(text).toMatch(/1 (?:would be )?added/);
});

it('FEED-19 writes the mapping into the dealer file, which an import then reads', async () => {
  withoutFeed('kookaburra-cars');
  const text = units('https://img.example/1.jpg');
  const file = join(files.folder, 'stock', 'harbour.xml');
  mkdirSync(join(files.folder, 'stock'));
  writeFileSync(file, text);
  const first = await run('try', 'kookaburra-cars', '--feed', file, '--write');
  expect(first.text).toContain('Next: npm run import -- kookaburra-cars --dry-run');
  expect(settingsOf('kookaburra-cars')).toMatchObject({
    ...{ file: 'stock/harbour.xml', format: 'xml', rows: 'export/dealer/stock/unit' },
    columns: { make: 'maker', stocknum: '@ref', km: 'odo', price: 'pricing/driveaway', images: 'pics/pic' },
    constants: { status: 'in_stock' },
  });
  const imported = await run('kookaburra-cars', '--dry-run');
  expect(imported.text).toContain('2 would be added');
});

it('FEED-19 keeps what the dealer file says, and adds nothing twice', async () => {
  withFeed('kookaburra-cars', {
    ...{ file: 'a.csv', format: 'csv', columns: { price: 'Was' }, maxRemovedShare: 0.5 },
  });
  writeFileSync(
    join(files.folder, 'a.csv'),
    'StockNo,Maker,Model,Year,Price,Was\nU1,Kia,Rio,2024,9990,8990\n',
  );
  await run('try', 'kookaburra-cars', '--write');
  expect(settingsOf('kookaburra-cars')).toMatchObject({
    ...{ file: 'a.csv', maxRemovedShare: 0.5 },
    columns: { price: 'Was', make: 'Maker', stocknum: 'StockNo' },
  });
  const written = readFileSync(dealerFileOf('kookaburra-cars'), 'utf8');
  await run('try', 'kookaburra-cars', '--write');
  expect(readFileSync(dealerFileOf('kookaburra-cars'), 'utf8')).toBe(written);
});

it('FEED-18 says what a person should look at', async () => {
  withoutFeed('kookaburra-cars');
  const rows = [
    'DealerId,Brand,Model,Year,Cost,Currency',
    '1,Kia,Rio,2024,9990,GBP',
    '2,VW,Polo,2023,9990,GBP',
  ];
  const { text } = await run('try', 'kookaburra-cars', '--feed', feedFile('stock.csv', rows.join('\n')));
  expect(text).toContain('no column has a stock number');
  expect(text).toContain('no column has photos');
  expect(text).toContain('DealerId has 2 values (1, 2): if they are dealers, name this one in "only"');
  expect(text).toContain('Currency says GBP: prices are taken as Australian dollars');
});

it('FEED-18 says that a header looks like a vehicle', async () => {
  withoutFeed('kookaburra-cars');
  const file = feedFile('stock.csv', '6T1BF3EK70X123456,Kia,Rio,2024\nJM0KF4WLA00123456,VW,Polo,2023\n');
  const { text } = await run('try', 'kookaburra-cars', '--feed', file);
  expect(text).toContain('the header looks like a vehicle: if it is one, set "header" to false');
});

it('FEED-19 a feed whose columns are named like fields needs no mapping', async () => {
  withoutFeed('kookaburra-cars');
  writeFileSync(
    join(files.folder, 'plain.csv'),
    'stocknum,make,model,year,status,car_type\nU1,Kia,Rio,2024,in_stock,used\n',
  );
  const { text } = await run('try', 'kookaburra-cars', '--feed', join(files.folder, 'plain.csv'), '--write');
  expect(text).toContain('Next: npm run import');
  expect(settingsOf('kookaburra-cars')).toMatchObject({ file: 'plain.csv', format: 'csv', columns: {} });
});

const KEY = `SHA256:${'A'.repeat(43)}`;
const SFTP = {
  ...{ url: 'sftp://files.example/stock.csv', user: 'kookaburra', hostKey: KEY },
  ...{ password: 'DEALER_PASSWORD', privateKey: 'DEALER_KEY', passphrase: 'DEALER_PASSPHRASE' },
};

it('FEED-18 tries a feed that needs to sign in, at the address of the settings alone', async () => {
  vi.stubEnv('DEALER_TOKEN', 'Bearer secret-of-the-supplier');
  const settings = { format: 'csv', authorization: 'DEALER_TOKEN', columns: {} };
  serveTable(pictures, '/stock.csv');
  serveTable(pictures, '/other.csv');
  withFeed('kookaburra-cars', { ...settings, url: pictures.url('/stock.csv') });
  const own = await run('try', 'kookaburra-cars');
  expect(own.text).toMatch(/Brand +100 % +make/);
  expect(own.text).toMatch(new RegExp(`^${pictures.url('/stock.csv')}$`, 'm'));
  await run('try', 'kookaburra-cars', '--feed', pictures.url('/other.csv'));
  const sent = pictures.asked.map(({ url, headers }) => [url, headers.authorization]);
  expect(sent).toEqual([
    ['/stock.csv', 'Bearer secret-of-the-supplier'],
    ['/other.csv', 'Bearer secret-of-the-supplier'],
  ]);
});

it('FEED-18 sends the secrets of the settings to no other server', async () => {
  vi.stubEnv('DEALER_TOKEN', 'Bearer secret-of-the-supplier');
  const other = await startPictureServer();
  try {
    vi.stubEnv('FEED_HOSTS', `${pictures.host},${other.host}`);
    serveTable(other, '/stock.csv');
    const url = pictures.url('/stock.csv');
    withFeed('kookaburra-cars', { url, format: 'csv', authorization: 'DEALER_TOKEN', columns: {} });
    const { text } = await run('try', 'kookaburra-cars', '--feed', other.url('/stock.csv'));
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(text).toMatch(/Brand +100 % +make/);
    const sftp = await run('try', 'kookaburra-cars', '--feed', 'sftp://files.example/stock.csv');
    expect(sftp.text).toContain('an "sftp" address needs "user", "hostKey"');
  } finally {
    await other.stop();
  }
});

it('FEED-18 tries a file for a dealer whose feed is at an SFTP server', async () => {
  withFeed('kookaburra-cars', { ...SFTP, format: 'csv', columns: {} });
  const { text } = await run('try', 'kookaburra-cars', '--feed', feedFile('stock.csv', TABLE));
  expect(text).toMatch(/Brand +100 % +make/);
  expect(text).toContain('An import');
});

it('FEED-18 waits for a reading of the feed, and leaves its files alone', async () => {
  const feeds = join(folder, 'data', 'feeds');
  mkdirSync(feeds, { recursive: true });
  writeFileSync(join(feeds, 'kookaburra-cars.new'), 'being imported');
  serveTable(pictures, '/stock.csv');
  withFeed('kookaburra-cars', { url: pictures.url('/stock.csv'), format: 'csv', columns: {} });
  const env = readEnvironment({ SITE_SECRET: 'for a test that signs nothing at all', ...process.env });
  const services = await openServices({ env, dealers: [] });
  const lines: string[] = [];
  try {
    const held = await tryWithLease(services, feedLease('kookaburra-cars'), async () => {
      const running = runInto(lines, 'try', 'kookaburra-cars');
      await vi.waitFor(() => expect(lines).not.toEqual([]), { timeout: 10_000 });
      expect(lines).toEqual(['The feed of kookaburra-cars is being read; waiting for it.']);
      expect(pictures.hits).toEqual([]);
      return { running };
    });
    await held?.result.running;
  } finally {
    await services.close();
  }
  expect(lines.join('\n')).toMatch(/Brand +100 % +make/);
  expect(readFileSync(join(feeds, 'kookaburra-cars.new'), 'utf8')).toBe('being imported');
  expect(readdirSync(feeds)).toEqual(['kookaburra-cars.new']);
});

it('FEED-18 copies a file of a folder, which stays in it', async () => {
  const inbox = join(files.folder, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'stock.csv'), TABLE);
  withFeed('kookaburra-cars', { folder: 'inbox', format: 'csv', columns: {} });
  expect((await run('try', 'kookaburra-cars')).text).toMatch(/Brand +100 % +make/);
  expect(readdirSync(inbox)).toEqual(['stock.csv']);
  expect(readdirSync(join(folder, 'data', 'feeds'))).toEqual([]);
});

it('FEED-18 says where nothing has come, and which file is not there', async () => {
  withFeed('kookaburra-cars', { push: 'DEALER_TOKEN', format: 'csv', columns: {} });
  const pushed = await run('try', 'kookaburra-cars');
  expect(pushed.text).toContain('nothing has been posted since the last import. Name a file with --feed');
  mkdirSync(join(files.folder, 'inbox'));
  withFeed('kookaburra-cars', { folder: 'inbox', format: 'csv', columns: {} });
  const emptyFolder = await run('try', 'kookaburra-cars');
  expect(emptyFolder.text).toContain('no file has arrived in the folder since the last import. Name a file');
  const missing = join(folder, 'missing.xml');
  const named = await run('try', 'kookaburra-cars', '--feed', missing);
  expect(named.text).toContain(`there is no file ${missing}. Correct --feed.`);
  withFeed('kookaburra-cars', { file: 'gone.csv', format: 'csv', columns: {} });
  const stated = await run('try', 'kookaburra-cars');
  expect(stated.text).toContain(
    `there is no file ${join(files.folder, 'gone.csv')}. Correct "stock.feed.file"`,
  );
});

it('FEED-19 replaces no value of the dealer file but columns that the feed does not have', async () => {
  const columns = { make: 'Marque', price: 'petrol', badge: 'Extras' };
  const constants = { status: 'sold' };
  const values = { simple_transmission: { Gears: 'Manual' } };
  withFeed('kookaburra-cars', { format: 'ndjson', encoding: 'windows-1252', columns, constants, values });
  const text = units('https://img.example/1.jpg')
    .replace('>Manual<', '>Gears<')
    .replace('>Auto<', '>Auto box<');
  const file = join(files.folder, 'harbour.xml');
  writeFileSync(file, text.replace('Moonshine', 'Möhnshine Diesel'));
  const tried = await run('try', 'kookaburra-cars', '--feed', file, '--write');
  expect(tried.text).toContain('"format" of "stock.feed" is "ndjson", and this feed is xml: correct it');
  expect(tried.text).toContain('Correct "format" in it: it is "ndjson", and the feed is xml.');
  expect(settingsOf('kookaburra-cars')).toMatchObject({
    ...{ file: 'harbour.xml', format: 'ndjson', encoding: 'windows-1252', constants },
    columns: { make: 'maker', price: 'petrol', badge: 'Extras', model: 'modelname' },
    values: { simple_transmission: { Gears: 'Manual', 'Auto box': 'Automatic' } },
  });
});

it('FEED-19 writes no mapping of another feed beside the source of the settings', async () => {
  withFeed('kookaburra-cars', { file: 'a.csv', format: 'csv', columns: {} });
  writeFileSync(join(files.folder, 'a.csv'), TABLE);
  const before = readFileSync(dealerFileOf('kookaburra-cars'), 'utf8');
  const other = feedFile('b.csv', TABLE);
  const { text, exitCode } = await run('try', 'kookaburra-cars', '--feed', other, '--write');
  expect(text).toContain('Correct "stock.feed" or remove it before --write');
  expect(exitCode).toBe(1);
  expect(readFileSync(dealerFileOf('kookaburra-cars'), 'utf8')).toBe(before);
  await run('try', 'kookaburra-cars', '--feed', join(files.folder, 'a.csv'), '--write');
  expect(settingsOf('kookaburra-cars')).toMatchObject({ file: 'a.csv', columns: { make: 'Brand' } });
});
