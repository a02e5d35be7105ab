import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import {
  type BrokenRow,
  type FeedRow,
  MAX_COLUMNS,
  MAX_JSON_BYTES,
  MAX_ROWS,
} from '#src/features/stock/parsing/feed-content.ts';
import { openFeed } from './read-feed.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-feed-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string | Buffer, settings: object = {}) {
  const file = join(folder, 'feed');
  writeFileSync(file, text);
  const feed = v.parse(FeedSchema, { file, format: 'csv', columns: {}, ...settings });
  const opened = await openFeed(file, feed, { workFolder: folder });
  try {
    const rows: (FeedRow | BrokenRow)[] = [];
    const facts = await opened.readRows((row) => rows.push(row));
    return { ...facts, rows };
  } finally {
    opened.close();
  }
}

const HEADER = 'stocknum,make,model,year';
const CAR = { stocknum: 'F1', make: 'Toyota', model: 'Corolla', year: '2019' };
const ROW = 'F1,Toyota,Corolla,2019';
const JSON_FEED = { format: 'json' };

/** Of the processor; what is not linear takes many times that. */
const LINEAR_MS = 3000;

/** What reading returns or throws, within the time that a linear reader takes. */
async function readSoon(text: string, settings: object = {}) {
  const started = process.cpuUsage();
  let result: Awaited<ReturnType<typeof read>> | { error: string };
  try {
    result = await read(text, settings);
  } catch (error) {
    result = { error: String(error) };
  }
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(LINEAR_MS);
  return result;
}

describe('PLAT-09 columns that no field needs cost nothing', () => {
  it('imports a feed with a header named twice', async () => {
    const { rows, oddColumns } = await read(`${HEADER},Comment4,Comment4\n${ROW},,`);
    expect(rows).toEqual([{ row: 2, cells: CAR }]);
    expect(oddColumns).toEqual({ repeated: ['Comment4'], unnamed: 0 });
  });

  it('imports a feed with commas at the end of its header, and of its rows alone', async () => {
    const { rows, oddColumns } = await read(`${HEADER},,\n${ROW},,\n${ROW}\n${ROW},,,,`);
    expect(rows).toEqual([2, 3, 4].map((row) => ({ row, cells: CAR })));
    expect(oddColumns).toEqual({ repeated: [], unnamed: 2 });
  });

  it('refuses two columns of a name that a field is mapped to', async () => {
    await expect(read(`make,${HEADER}\nMazda,${ROW}`)).rejects.toThrow(
      'row 1: column "make" appears twice, and "stock.feed.columns" maps it. Give each of the two its own name.',
    );
  });

  it('keeps the mapped cells of a row alone', async () => {
    const { rows, columns } = await read(`${HEADER},Comment4\n${ROW},words`);
    expect(rows).toEqual([{ row: 2, cells: CAR }]);
    expect([...columns]).toContain('Comment4');
  });
});

describe('PLAT-08 a feed is read in time linear in its size, up to limits that say what to do', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');

  it('reads a header of as many columns as allowed, and refuses one more', async () => {
    const spare = names(MAX_COLUMNS - 4);
    expect((await read(`${HEADER},${spare}\n${ROW}${','.repeat(MAX_COLUMNS - 4)}`)).rows).toHaveLength(1);
    await expect(read(`${HEADER},${spare},one\n${ROW}`)).rejects.toThrow(
      /row 1: 2,001 columns, at most 2,000 are read\. Look for a missing line break/,
    );
  });

  it('refuses 80,000 columns without delay', async () => {
    expect(await readSoon(`${names(80_000)}\n${ROW}`)).toMatchObject({
      error: expect.stringContaining('80,000 columns, at most 2,000 are read'),
    });
  });

  it('refuses more rows than allowed', async () => {
    await expect(read(`${HEADER}\n${`${ROW}\n`.repeat(MAX_ROWS + 1)}`)).rejects.toThrow(
      'more than 250,000 rows',
    );
    await expect(read(`[${'{},'.repeat(MAX_ROWS)}{}]`, JSON_FEED)).rejects.toThrow('more than 250,000 rows');
    await expect(read('{}\n'.repeat(MAX_ROWS + 1), { format: 'ndjson' })).rejects.toThrow(
      'more than 250,000 rows',
    );
  });

  it('FEED-25 refuses more text of JSON than fits into memory, and proposes NDJSON', async () => {
    const file = join(folder, 'large.json');
    writeFileSync(file, '[]');
    truncateSync(file, MAX_JSON_BYTES + 2 ** 20);
    const feed = v.parse(FeedSchema, { file, format: 'json', columns: {} });
    await expect(openFeed(file, feed)).rejects.toThrow(
      '97 MB, at most 96 MB of JSON are read. Ask the supplier for NDJSON, one object a line',
    );
    rmSync(file);
  });

  it('refuses more cells than allowed, and names the row', async () => {
    const row = `${ROW}${','.repeat(1996)}\n`;
    await expect(read(`${HEADER},${names(1996)}\n${row.repeat(25_001)}`)).rejects.toThrow(
      'row 25002: more than 50,000,000 cells until here',
    );
  }, 60_000);

  it('refuses a line of delimiters without building its cells', async () => {
    await expect(read(`${HEADER}\n${','.repeat(5_000_000)}`)).rejects.toThrow(
      'line 2: a row of more than 1,000,000 characters',
    );
  });

  it.each([
    ['a list', '['.repeat(1_000_000)],
    ['objects', '{"a":'.repeat(1_000_000)],
  ])('refuses %s nested a million levels deep', async (_, text) => {
    expect(await readSoon(text, JSON_FEED)).toMatchObject({
      error: expect.stringContaining('not valid JSON: line 1: it ends where'),
    });
  });

  it('skips a row that is nested deeper than any supplier nests', async () => {
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
    expect((await read(`[{"make":"Toyota"},{"make":${deep}}]`, JSON_FEED)).rows).toEqual([
      { row: 1, cells: { make: 'Toyota' } },
      { row: 2, broken: 'nested 66 levels deep, at most 64 are read' },
    ]);
  });

  it('reads millions of empty lines and of keys that no setting maps', async () => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join(',');
    const feeds = [`${'\n'.repeat(2_000_000)}{"make":"Toyota"}`, `{"make":"Toyota",${keys}}\n`];
    for (const feed of feeds) {
      const found = await readSoon(feed, { format: 'ndjson' });
      expect(found).toMatchObject({ rows: [{ cells: { make: 'Toyota' } }] });
      if ('columns' in found) expect(found.columns.size).toBeLessThanOrEqual(MAX_COLUMNS);
    }
  });
});

describe('a JSON feed whose settings name its list', () => {
  const nested = {
    meta: { count: 2 },
    dealers: [
      { name: 'North', stock: { vehicles: [{ make: 'Kia', price: { amount: 9990 } }] } },
      { name: 'South', stock: { vehicles: [{ make: 'VW', photos: [{ url: 'a' }, { url: 'b' }] }] } },
    ],
  };

  it('FEED-03 is read at that path, through lists too', async () => {
    const columns = { make: 'make', price: 'price/amount', images: 'photos/url' };
    const settings = { ...JSON_FEED, rows: 'dealers/stock/vehicles', columns };
    expect((await read(JSON.stringify(nested), settings)).rows).toEqual([
      { row: 1, cells: { make: 'Kia', 'price/amount': '9990' } },
      { row: 2, cells: { make: 'VW', 'photos/url': '["a","b"]' } },
    ]);
  });

  it('FEED-03 may be an object of vehicles, whose keys are a column', async () => {
    const text = JSON.stringify({ stock: { U1: { make: 'Kia' }, U2: { make: 'VW' } } });
    const settings = { ...JSON_FEED, rows: 'stock', columns: { stocknum: '@key' } };
    expect((await read(text, settings)).rows).toEqual([
      { row: 1, cells: { '@key': 'U1', make: 'Kia' } },
      { row: 2, cells: { '@key': 'U2', make: 'VW' } },
    ]);
  });

  it('FEED-03 has columns that are paths, also in lists of objects', async () => {
    const car = {
      'a/b': 'plain',
      specs: [
        { name: 'Colour', value: 'Red' },
        { name: 'Doors', value: 5 },
      ],
      media: { photos: ['x', 'y'] },
      empty: [],
      none: null,
    };
    const columns = {
      badge: 'a/b',
      colour: 'specs[name=colour]/value',
      doors: 'specs[2]/value',
      images: 'media/photos',
      series: 'media/photos[1]',
      tag: 'empty',
      warranty: 'none',
    };
    const { rows, columns: names } = await read(JSON.stringify([car]), { ...JSON_FEED, columns });
    expect(rows).toEqual([
      {
        row: 1,
        cells: {
          ...{ 'a/b': 'plain', 'specs[name=colour]/value': 'Red', 'specs[2]/value': '5' },
          ...{ 'media/photos': '["x","y"]', 'media/photos[1]': 'x', empty: '', none: '' },
        },
      },
    ]);
    expect([...names]).toEqual(expect.arrayContaining(['media/photos', 'specs[name=Doors]/value']));
  });

  it('FEED-24 is refused where there is no list', async () => {
    await expect(read('{"count":0}', { ...JSON_FEED, rows: 'data/cars' })).rejects.toThrow(
      'no list at "data/cars". Correct "stock.feed.rows".',
    );
    await expect(read('{"error":"Invalid API key"}', JSON_FEED)).rejects.toThrow(
      'a message, not a feed: {"error":"Invalid API key"}. Ask the supplier',
    );
    expect((await read('{"results":[],"total":0}', JSON_FEED)).rows).toEqual([]);
  });
});

describe('a table', () => {
  it.each(['^', '~', '#', ':', '\u0001', '€'])('FEED-04 may have %j between its cells', async (delimiter) => {
    const text = `stocknum,make,model,year\nF1,Toyota,Corolla,2019\n`.replaceAll(',', delimiter);
    expect((await read(text, { delimiter })).rows).toEqual([{ row: 2, cells: CAR }]);
  });

  it('FEED-04 may state its delimiter in a first line', async () => {
    const { rows } = await read(`sep=#\r\n${`${HEADER}\r\n${ROW}`.replaceAll(',', '#')}`);
    expect(rows).toEqual([{ row: 3, cells: CAR }]);
  });

  it('FEED-04 may have no quotes: those in it are text', async () => {
    const text = 'make,model,badge\nKia,Rio,"19" wheels\nVW,Golf,"\n';
    const columns = { badge: 'badge' };
    expect((await read(text, { quotes: false, columns })).rows).toMatchObject([
      { cells: { badge: '"19" wheels' } },
      { cells: { badge: '"' } },
    ]);
  });

  it('FEED-04 may have no header: its columns are numbers', async () => {
    const feed = { header: false, columns: { stocknum: '1', make: '2', model: '3', year: '4' } };
    const { rows, columns } = await read(`${ROW}\n${ROW}\n`, feed);
    expect(rows.map(({ row }) => row)).toEqual([1, 2]);
    expect(rows[0]).toEqual({ row: 1, cells: { 1: 'F1', 2: 'Toyota', 3: 'Corolla', 4: '2019' } });
    expect([...columns]).toEqual(['1', '2', '3', '4']);
    const pipes = await read(`${ROW}\n`.replaceAll(',', '|'), feed);
    expect(pipes.rows[0]).toMatchObject({ cells: { 2: 'Toyota' } });
  });

  it('FEED-04 may have titles above its header', async () => {
    const { rows } = await read(`Stock of Monday\nYard, Geelong\n\n${HEADER}\n${ROW}\n`);
    expect(rows).toEqual([{ row: 4, cells: CAR }]);
  });

  it('FEED-24 that changes while it is read is refused', async () => {
    const file = join(folder, 'changing');
    writeFileSync(file, `${HEADER}\n${ROW}\n`);
    const opened = await openFeed(file, v.parse(FeedSchema, { file, format: 'csv', columns: {} }));
    await opened.readRows(() => {});
    expect(() => opened.checkUnchanged()).not.toThrow();
    writeFileSync(file, `${HEADER}\n${ROW}\n${ROW}\n`);
    expect(() => opened.checkUnchanged()).toThrow('it has changed while it was read. Import it again');
    opened.close();
  });
});

describe('PLAT-03 a JSON feed has its list under any key', () => {
  it.each([
    ['a list', '[{"make":"Toyota"}]'],
    ['an object with it', '{"count":1,"vehicles":[{"make":"Toyota"}]}'],
    ['another key', '{"success":true,"errors":[],"data":[{"make":"Toyota"}]}'],
    ['objects inside objects', '{"response":{"data":{"cars":[{"make":"Toyota"}]}}}'],
  ])('%s', async (_, text) => {
    expect((await read(text, JSON_FEED)).rows).toEqual([{ row: 1, cells: { make: 'Toyota' } }]);
  });

  it('names the lists if there are several', async () => {
    await expect(read('{"new":[{"make":"a"}],"used":[{"make":"b"}]}', JSON_FEED)).rejects.toThrow(
      'expected a list of vehicles, or an object with the list under "vehicles", and found several lists: "new", "used".',
    );
  });

  it('FEED-24 is refused if something follows the list', async () => {
    for (const text of ['[{"make":"Kia"}][{"make":"VW"}]', '[{"make":"Kia"}]<html>error</html>'])
      await expect(read(text, JSON_FEED)).rejects.toThrow('expected nothing after the value');
  });

  it('skips an item that is no JSON, and refuses a file that ends inside its list', async () => {
    expect((await read('[{"make":"Toyota"},{"make":Toyota}]', JSON_FEED)).rows).toMatchObject([
      { row: 1 },
      { row: 2, broken: 'not valid JSON' },
    ]);
    await expect(read('[{"make":"Toyota"},\n{"make":"Maz', JSON_FEED)).rejects.toThrow(
      /not valid JSON: line 2: it ends where a closing quote was expected\. Ask the supplier to send it again/,
    );
  });
});
