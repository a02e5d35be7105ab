import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import type { DatabaseLocation } from '#src/config/environment.ts';
import { publishSettings } from '#src/publishing/release/publish-settings.ts';
import { runImport as run } from '../../scripts/import/run-import.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { FIXTURE_DEALERS } from '../fixtures/stock-site.ts';
import { databasePlace } from '../fixtures/test-database.ts';

let folder: string;
let place: DatabaseLocation;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-import-'));
  place = await databasePlace(join(folder, 'data'));
  mkdirSync(join(folder, 'dealers'));
  mkdirSync(join(folder, 'feeds'));
  copyFileSync(join(FIXTURE_DEALERS, 'listings.json'), join(folder, 'dealers', 'listings.json'));
  copyFileSync(join(FIXTURE_DEALERS, '../feeds/listings.csv'), join(folder, 'feeds', 'listings.csv'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

async function runImport(args: string[], env: Record<string, string> = {}) {
  const ended = await runCommand(run, args, {
    DEALERS_DIR: join(folder, 'dealers'),
    FEED_FOLDERS: join(folder, 'feeds'),
    ...place,
    MEILI_HOST: inject('meiliHost'),
    MEILI_KEY: inject('meiliKey'),
    MEILI_INDEX: 'stock-command',
    ...env,
  });
  expect(ended.out + ended.err).not.toMatch(/^\s+at /m);
  return ended;
}

it('PLAT-03 the command imports, prints a summary and reports every row', async () => {
  const report = join(folder, 'report.json');
  const done = await runImport(['listings', '--report', report]);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('58 rows, 54 vehicles, 4 rows skipped');
  expect(done.out).toContain('54 vehicles sent to the search index.');
  expect(JSON.parse(readFileSync(report, 'utf8')).listings.problems).toHaveLength(6);
  expect((await runImport(['--all', '--dry-run'])).out).toContain('54 unchanged');
});

it('CFG-05 PLAT-03 the summary says how many vehicles the rules of the site leave out, and whether it shows none', async () => {
  const file = join(folder, 'dealers', 'listings.json');
  const { stock, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
  const summaryBy = async (rules: object) => {
    writeFileSync(file, JSON.stringify({ ...rest, stock: { ...stock, ...rules } }));
    return (await runImport(['listings', '--dry-run'])).out;
  };
  expect(await summaryBy({})).not.toContain('leave out');
  expect(await summaryBy({ maxAgeYears: 0 })).toContain(
    'The rules of the site leave out 54 of 54 vehicles ("stock.maxAgeYears" 54); it shows none of them',
  );
});

it('PLAT-03 usage mistakes end with 2 and the usage', async () => {
  for (const args of [
    [],
    ['--nonsense'],
    ['--all', '--dealers-dir', join(folder, 'nowhere')],
    ['listings', '--incremental', '--full'],
    ['--rebuild', '--dry-run'],
    ['history', 'listings'],
  ]) {
    expect(await runImport(args)).toMatchObject({ code: 2, err: expect.stringContaining('npm run import') });
  }
});

it('PLAT-03 one refused dealer ends with 1, the others are imported', async () => {
  const file = join(folder, 'dealers', 'listings.json');
  const second = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(second, { slug: 'another', hosts: ['www.another.example'] });
  second.stock.feed.file = '../feeds/gone.csv';
  writeFileSync(join(folder, 'dealers', 'another.json'), JSON.stringify(second));
  const done = await runImport(['--all']);
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining('there is no such file') });
  expect(done.out).toContain('54 vehicles sent to the search index.');
  const table = done.out.split('\n').filter((line) => /^(?:dealer|another|listings) /.test(line));
  expect(table.map((line) => line.split(/ +/).slice(0, 8))).toEqual([
    ['dealer', 'rows', 'added', 'changed', 'sold', 'returned', 'removed', 'skipped'],
    ['another', 'refused', '-', '-', '-', '-', '-', '-'],
    ['listings', '58', '54', '0', '0', '0', '0', '4'],
  ]);
});

it('PLAT-03 the index is rebuilt by a command that names no dealer', async () => {
  await runImport(['listings']);
  expect(await runImport(['--rebuild'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('54 vehicles sent to the search index.'),
  });
});

it('PLAT-03 the history of a vehicle is read by stock number, VIN or slug, in dollars', async () => {
  const file = join(folder, 'dealers', 'listings.json');
  const dealer = JSON.parse(readFileSync(file, 'utf8'));
  dealer.stock.feed = {
    file: '../feeds/plain.csv',
    format: 'csv',
    columns: {},
    constants: { status: 'in_stock', car_type: 'used' },
  };
  writeFileSync(file, JSON.stringify(dealer));
  const VIN = '1M8GDM9AXKP042788';
  const plain = (...rows: string[]) =>
    writeFileSync(
      join(folder, 'feeds', 'plain.csv'),
      ['stocknum,vin,make,model,year,price,status', ...rows].join('\n'),
    );
  plain(`A1,${VIN},Kia,Rio,2019,9990,`, 'A2,,Kia,Rio,2019,8990,', 'A2,,Kia,Rio,2019,7990.50,');
  vi.useFakeTimers({ now: Date.parse('2031-02-03T04:05:06Z'), toFake: ['Date'] });
  await runImport(['listings', '--full']);
  plain(`A1,${VIN},Kia,Rio Sport,2019,8990,`, 'A2,,,,,,deleted');
  expect(await runImport(['listings', '--incremental'])).toMatchObject({ code: 0 });
  const read = (words: string) => runImport(['history', 'listings', words]);
  const byNumber = await read('a1');
  expect(byNumber).toMatchObject({ code: 0, err: '' });
  expect(byNumber.out).toContain('2019 Kia Rio Sport, $8,990, in stock');
  expect(byNumber.out).toContain('price changed from $9,990 to $8,990');
  expect(byNumber.out).toContain("2031-02-03 04:05 UTC  first seen in the dealer's first import");
  for (const words of [VIN.toLowerCase(), '2019-kia-rio-sport-a1', '2019-kia-rio-a1']) {
    expect((await read(words)).out).toBe(byNumber.out);
  }
  const { out } = await read('A2');
  for (const words of [
    'no longer in stock',
    'row 3 of the feed left out as a duplicate: $8,990',
    'left the stock',
  ])
    expect(out).toContain(words);
  expect(await read('A3')).toMatchObject({ code: 1, err: expect.stringContaining('"A3"') });
  expect(await runImport(['history', 'another', 'A1'])).toMatchObject({ code: 1 });
});

it.each([undefined, { simple_body: { Lorry: 'lightTruck' }, simple_fuel: { Premium: 'Petrol' } }])(
  'PLAT-03 the printed values, pasted into the dealer file, map the words that were not understood (%j before)',
  async (values) => {
    const file = join(folder, 'dealers', 'listings.json');
    const dealer = JSON.parse(readFileSync(file, 'utf8'));
    const feed = {
      file: '../feeds/plain.csv',
      format: 'csv',
      columns: {},
      constants: { status: 'in_stock', car_type: 'used' },
    };
    const withFeed = (more: object) =>
      writeFileSync(
        file,
        JSON.stringify({ ...dealer, stock: { ...dealer.stock, feed: { ...feed, ...more } } }),
      );
    withFeed(values ? { values } : {});
    writeFileSync(
      join(folder, 'feeds', 'plain.csv'),
      [
        'stocknum,make,model,year,simple_body,simple_fuel,simple_transmission',
        'A1,Kia,Rio,2019,Tipper Ute,Go-go juice,8 Speed Auto',
        'A2,Kia,Rio,2019,TIPPER UTE,Diesel (Euro 6),Shift-it-yourself',
        'A3,Kia,Rio,2019,"5"" Door Station Wagon",Premium,Auto',
        'A4,Kia,Rio,2019,Lorry,Petrol,Auto',
      ].join('\n'),
    );
    const first = await runImport(['listings']);
    const [, block = ''] = /^"values": (\{.*?^\})/ms.exec(first.out) ?? [];
    const printed = JSON.parse(block);
    const words = {
      'Go-go juice': 'Petrol',
      'Shift-it-yourself': 'Manual',
      Lorry: 'lightTruck',
      Premium: 'Petrol',
    };
    const filled = Object.fromEntries(
      Object.entries(printed as Record<string, Record<string, string>>).map(([field, entries]) => [
        field,
        Object.fromEntries(
          Object.entries(entries).map(([word, to]) => [
            word,
            to || (words[word as keyof typeof words] ?? to),
          ]),
        ),
      ]),
    );
    withFeed({ values: filled });
    const second = await runImport(['listings']);
    expect(second).toMatchObject({ code: 0, err: '' });
    expect(second.out).not.toContain('not understood');
    const report = join(folder, 'report.json');
    expect((await runImport(['listings', '--dry-run', '--report', report])).out).toContain('4 unchanged');
    expect(JSON.parse(readFileSync(report, 'utf8')).listings.problems).toEqual([]);
    if (values) expect(filled).toMatchObject(values);
    withFeed({ values: { ...filled, simple_body: { ...filled.simple_body, Lorry: 'truck' } } });
    const { out: wrong } = await runImport(['listings', '--dry-run']);
    expect(wrong).toContain('Correct what "stock.feed.values.simple_body" maps "Lorry" to.');
    // Another word to map would not help.
    expect(wrong).not.toContain('"values": {');
  },
);

it('PLAT-03 without Meilisearch the vehicles are stored and the index follows later', async () => {
  const done = await runImport(['listings'], { MEILI_HOST: 'http://127.0.0.1:9' });
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining('The vehicles are stored') });
  expect(await runImport(['listings'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('54 vehicles sent to the search index.'),
  });
});

it('PLAT-03 a published dealer is imported as published, a dry run tries its file', async () => {
  const file = join(folder, 'dealers', 'listings.json');
  const dist = join(folder, 'dist');
  publishSettings(join(folder, 'dealers'), dist);
  const dealer = JSON.parse(readFileSync(file, 'utf8'));
  dealer.stock.feed.file = '../feeds/gone.csv';
  writeFileSync(file, JSON.stringify(dealer));
  const env = { DIST_DIR: dist };
  expect(await runImport(['listings', '--dry-run'], env)).toMatchObject({ code: 1 });
  const done = await runImport(['listings'], env);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('54 vehicles sent') });
  expect(done.err).toContain(
    '"listings" is imported as it is published: its dealer file has been edited since.',
  );
  writeFileSync(file, '{');
  expect(await runImport(['--all'], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('54 unchanged'),
  });
});
