import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
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

async function run(...args: string[]) {
  const lines: string[] = [];
  const terminal = { log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const exitCode = await runImport([...args, '--dealers-dir', files.folder], terminal);
  return { exitCode, text: lines.join('\n') };
}

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
  pictures.on('/stock.csv', (_, response) => response.end('StockNo;Brand;Model;Year\nU1;Kia;Rio;2024\n'));
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
  const file = join(files.folder, 'harbour.xml');
  writeFileSync(file, text);
  const first = await run('try', 'kookaburra-cars', '--feed', file, '--write');
  expect(first.text).toContain('Next: npm run import -- kookaburra-cars --dry-run');
  expect(settingsOf('kookaburra-cars')).toMatchObject({
    ...{ file: 'harbour.xml', format: 'xml', rows: 'export/dealer/stock/unit' },
    columns: { make: 'maker', stocknum: '@ref', km: 'odo', price: 'pricing/driveaway', images: 'pics/pic' },
    constants: { status: 'in_stock' },
  });
  const imported = await run('kookaburra-cars', '--dry-run');
  expect(imported.text).toContain('2 would be added');
});

it('FEED-19 keeps what the dealer file says, and adds nothing twice', async () => {
  const dealer = JSON.parse(withoutFeed('kookaburra-cars')) as { stock: { feed?: object } };
  dealer.stock.feed = { file: 'a.csv', format: 'csv', columns: { price: 'Was' }, maxRemovedShare: 0.5 };
  writeFileSync(dealerFileOf('kookaburra-cars'), `${JSON.stringify(dealer, null, 2)}\n`);
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
