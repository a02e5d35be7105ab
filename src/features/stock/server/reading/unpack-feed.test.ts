import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { zipOf } from '../../../../../tests/fixtures/zip-archive.ts';
import { openFeed } from './read-feed.ts';
import { adoptPhotos, feedFilesAmong, photoFile } from './unpack-feed.ts';

const folder = mkdtempSync(join(tmpdir(), 'unpack-feed-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [workFolder, photosFolder] = [join(folder, 'work'), join(folder, 'photos')];
beforeEach(() => rmSync(photosFolder, { recursive: true, force: true }));

async function read(
  bytes: Buffer | string,
  settings: object = {},
  inFolder: string | undefined = photosFolder,
) {
  const file = join(folder, 'feed');
  writeFileSync(file, bytes);
  const feed = v.parse(FeedSchema, { file, format: 'csv', columns: {}, ...settings });
  const opened = await openFeed(file, feed, { workFolder, photosFolder: inFolder });
  try {
    const rows: [number, string | undefined][] = [];
    await opened.readRows((row) => rows.push([row.row, 'cells' in row ? row.cells.make : row.broken]));
    return { rows, photos: opened.photos && [...new Set(opened.photos.values())].sort() };
  } finally {
    opened.close();
    expect(existsSync(workFolder) ? readdirSync(workFolder) : []).toEqual([]);
  }
}

const CSV = 'make,model\nKia,Rio\n';
const MORE = 'model,make\nGolf,VW\nPolo,VW\n';
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

describe('an archive of a feed', () => {
  it('FEED-06 is found by its bytes, gzipped or zipped', async () => {
    expect((await read(gzipSync(CSV))).rows).toEqual([[2, 'Kia']]);
    expect((await read(zipOf({ 'stock.csv': CSV }))).rows).toEqual([[2, 'Kia']]);
    expect(
      (await read(zipOf({ 'export/a.xml': '<s><v><make>Kia</make></v></s>' }), { format: 'xml' })).rows,
    ).toEqual([[1, 'Kia']]);
  });

  it('FEED-06 of several files is read as one feed, in the order of their names', async () => {
    const zip = zipOf({ 'used.csv': MORE, 'new.csv': CSV, 'read me.txt': 'Hello', '__MACOSX/new.csv': 'x' });
    expect((await read(zip)).rows).toEqual([
      [2, 'Kia'],
      [3, 'VW'],
      [4, 'VW'],
    ]);
  });

  it('FEED-06 may hold other files: "files" names those of the feed', async () => {
    const zip = zipOf({ 'dealers.csv': 'name\nYard\n', 'Stock-1.csv': CSV, 'stock-2.csv': MORE });
    expect((await read(zip, { files: 'stock-*.csv' })).rows).toHaveLength(3);
    await expect(read(zip, { files: 'vehicles.csv' })).rejects.toThrow(
      'no feed in the archive that fits "stock.feed.files". It holds dealers.csv, Stock-1.csv, stock-2.csv. Set "stock.feed.files"',
    );
  });

  it.each([
    ['half a gzip archive', gzipSync(CSV.repeat(100)).subarray(0, 40), 'a gzip archive that is damaged'],
    ['half a ZIP archive', zipOf({ 'a.csv': CSV }).subarray(0, 40), 'a ZIP archive that is damaged'],
    [
      'a workbook',
      zipOf({ '[Content_Types].xml': '<x/>', 'xl/a.xml': '<x/>' }),
      'an Excel workbook, not text',
    ],
    ['an empty archive', zipOf({}), 'no feed in the archive. It holds no files.'],
    ['an archive of photos alone', zipOf({ 'a.jpg': JPEG }), 'It holds a.jpg. Set "stock.feed.files"'],
    [
      'an archive in an archive',
      zipOf({ 'a.csv': zipOf({ 'b.csv': CSV }) }),
      'an archive inside the archive',
    ],
    ['a name that leads out', zipOf({ '../a.csv': CSV }), 'leads out of its folder'],
    [
      'files of other columns',
      zipOf({ 'a.csv': CSV, 'b.csv': 'yard,city\nNorth,Perth\n' }),
      'have different columns',
    ],
    ['an empty file in an archive', zipOf({ 'a.csv': '' }), 'a.csv: '],
  ])('FEED-24 that is of no use is named: %s', async (_, bytes, words) => {
    await expect(read(bytes)).rejects.toThrow(words);
  });

  it('FEED-06 that would fill the disk is refused before it does', async () => {
    const bomb = gzipSync(Buffer.alloc(600 * 1024 * 1024));
    await expect(read(bomb)).rejects.toThrow(/MB, at most \d+ MB are read/);
  }, 180_000);

  it('FEED-16 may hold photos, which are stored once its feed is imported', async () => {
    const feed = { 'stock.csv': CSV };
    const first = await read(zipOf({ ...feed, 'photos/U1_1.JPG': JPEG, 'photos/u1_2.png': JPEG }));
    expect(first.photos).toEqual(['photos/u1_1.jpg', 'photos/u1_2.png']);
    expect(readdirSync(photosFolder).sort()).toEqual(
      ['photos/u1_1.jpg', 'photos/u1_2.png'].map(photoFile).sort(),
    );
    const adopted = join(folder, 'adopted');
    await adoptPhotos(photosFolder, adopted);
    await read(zipOf({ ...feed, 'u3.jpg': JPEG }));
    await adoptPhotos(photosFolder, adopted);
    expect(readdirSync(adopted)).toHaveLength(3);
    expect(readdirSync(photosFolder)).toEqual([]);
  });

  it('FEED-06 a table whose first column begins with PK is a table', async () => {
    expect((await read('PKID,make\n1,Kia\n')).rows).toEqual([[2, 'Kia']]);
  });
});

describe('the files of a folder that are the feed', () => {
  const files = ['.hidden.csv', 'a.csv', 'b.CSV', 'read me.txt', 'c.xml', 'd.csv.gz'];

  it.each([
    [{ format: 'csv' }, ['a.csv', 'b.CSV']],
    [{ format: 'xml' }, ['c.xml']],
    [{ format: 'json' }, ['d.csv.gz']],
    [{ format: 'csv', files: '*.csv*' }, ['a.csv', 'b.CSV', 'd.csv.gz']],
    [{ format: 'csv', files: 'A.csv' }, ['a.csv']],
  ] as const)('FEED-07 are found by their names: %j', (feed, found) => {
    expect(feedFilesAmong(files, feed as Parameters<typeof feedFilesAmong>[1])).toEqual(found);
  });
});
