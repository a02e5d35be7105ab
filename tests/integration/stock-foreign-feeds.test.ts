import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openStockSite, type StockSite } from '../fixtures/stock-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-foreign' };
let site: StockSite;

beforeEach(async () => {
  site = await openStockSite(engine, fixedClock('2026-11-29T00:00:00Z'));
});
afterEach(() => site.close());

const records = async () =>
  (await site.services.db.selectFrom('vehicles').select('record').orderBy('identity').execute()).map(
    ({ record }) => JSON.parse(record),
  );

const HEADER = 'stocknum,make,model,year,km,price';
const feedOf = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');
/** The delimiter is found, as it is where a dealer file names none. */
const FOUND = { feed: { delimiter: undefined } };
const reported = async (feed: string | Buffer, options: Parameters<StockSite['import']>[1] = FOUND) => {
  const { problems, ...summary } = await site.import(feed, options);
  return { ...summary, problems: problems.map(({ row, column, reason }) => [row, column, reason]) };
};

it('PLAT-21 thousands points are judged by their column; a price that stays ambiguous is not shown', async () => {
  const feed = feedOf('F1,MAN,TGX,2017,254.000 km,47839', 'F2,MAN,TGX,2017,570.420 km,32.990');
  expect(await reported(feed)).toMatchObject({ stored: 2, problems: [[3, 'price', 'not_understood']] });
  expect((await records()).map(({ km, price }) => [km, price])).toEqual([
    [254_000, 4_783_900],
    [570_420, undefined],
  ]);
});

it('PLAT-21 dates with the month first are recognised by their column', async () => {
  const dated = (...dates: string[]) =>
    [`${HEADER},created_at`, ...dates.map((date, at) => `F${at},Audi,Q3,2018,82950,19250,${date}`), ''].join(
      '\n',
    );
  expect(await reported(dated('3/11/2026', '3/23/2026', '3/12/2026'))).toMatchObject({ problems: [] });
  expect((await records()).map(({ created_at }) => created_at)).toEqual([
    '2026-03-11',
    '2026-03-23',
    '2026-03-12',
  ]);
  expect(await reported(dated('3/11/2026', '0001-01-01', '2027-01-01'))).toMatchObject({
    problems: [
      [2, 'created_at', 'not_understood'],
      [3, 'created_at', 'not_understood'],
      [4, 'created_at', 'implausible'],
    ],
  });
});

it('PLAT-22 placeholders are no values, and two cars with a VIN of zeros are two', async () => {
  const feed = [
    'vin,make,model,year,km,price,colour',
    '00000000000000000,Toyota,Corolla,2019,9999999,25990,Red',
    '00000000000000000,Toyota,Corolla,2019,50000,9999999,Blue',
    '00000000000000000,Toyota,Corolla,2010,0,5990,White',
    '',
  ].join('\n');
  const summary = await reported(feed);
  expect(summary).toMatchObject({ stored: 3, skipped: 0 });
  expect(summary.problems).toEqual([
    [2, 'vin', 'implausible'],
    [2, 'km', 'implausible'],
    [3, 'vin', 'implausible'],
    [3, 'price', 'implausible'],
    [4, 'vin', 'implausible'],
    [4, 'km', 'implausible'],
  ]);
  const shown = (await records()).map(({ vin, km, price, colour }) => [colour, vin, km, price]);
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['Red', undefined, undefined, 2_599_000],
      ['Blue', undefined, 50_000, undefined],
      ['White', undefined, undefined, 599_000],
    ]),
  );
});

it('PLAT-25 a line of Excel and a title above the header are understood, rows keep their numbers', async () => {
  const semicolons = feedOf('F1,Toyota,Corolla,2019,50000,25990', 'F2,Toyota').replaceAll(',', ';');
  expect(await reported(`sep=;\r\n${semicolons}`)).toMatchObject({
    ...{ stored: 1, delimiter: ';' },
    problems: [[4, '', 'broken_row']],
  });
  const titled = `Stock report 28/11/2026\n\nYard, Geelong\n${feedOf('F1,Toyota,Corolla,2019,50000,25990', 'F2,Toyota')}`;
  expect(await reported(titled)).toMatchObject({ stored: 1, problems: [[5, '', 'broken_row']] });
});

it('PLAT-25 columns are found whatever the case of their names, and keys of objects', async () => {
  const feed = feedOf('F1,Toyota,Corolla,2019,50000,25990').replace(
    HEADER,
    'StockNum,Make,MODEL,Year,KM,Price',
  );
  expect(await reported(feed)).toMatchObject({ stored: 1, problems: [] });
  const car = { StockNum: 'F1', Make: 'Toyota', Model: 'Corolla', Year: 2019, Km: 50_000, Price: 25_990 };
  expect(await reported(JSON.stringify([car]), { feed: { format: 'json' } })).toMatchObject({ unchanged: 1 });
  const both = 'stocknum,make,MAKE,model,year\nF1,Toyota,Other,Corolla,2019\n';
  await reported(both);
  expect((await records())[0].make).toBe('Toyota');
});

it.each([
  [
    'HTML',
    '<!DOCTYPE html><html><head><title>Sign in</title>',
    {},
    'a page to sign in ("Sign in"), not a feed',
  ],
  ['XML', '<?xml version="1.0"?>\n<stx3><vehicle/></stx3>', {}, 'XML, and "stock.feed.format" says csv'],
  ['XML without its first line', '<vehicles><vehicle id="1"/></vehicles>', {}, 'says csv. Set it to "xml"'],
  ['JSON', '[{"make":"Kia"}]', {}, 'says csv. Set it to "json"'],
  ['lines of JSON', '{"make":"Kia"}\n{"make":"Kia"}', {}, 'says csv. Set it to "ndjson"'],
  [
    'a table',
    feedOf('F1,Kia'),
    { format: 'json' },
    'no JSON, and "stock.feed.format" says json: it begins with "stocknum',
  ],
  ['HTML', '<html lang="en"><body>', { format: 'json' }, 'an HTML page, not a feed'],
  ['a workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), {}, 'an Excel workbook, not text'],
  ['half an archive', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0]), {}, 'a ZIP archive that is damaged'],
  [
    'cells between hashes',
    'stocknum#make#model\nF1#Kia#Rio\n',
    {},
    'the header is one cell, "stocknum#make#model"',
  ],
] as const)('PLAT-25 %s in place of a feed is named as what it is', async (_, feed, more, words) => {
  await expect(site.import(feed, { feed: { delimiter: undefined, ...more } })).rejects.toThrow(words);
});

it('PLAT-24 unknown words are listed also where no row is a vehicle', async () => {
  const feed =
    'make,model,year,car_type,simple_body\nKia,Rio,2019,Vorbesitz,Spaceship\nKia,Rio,2020,Vorbesitz,\n';
  await expect(site.import(feed, FOUND)).rejects.toThrow(
    /none of 2 rows is a vehicle[\s\S]+2 × "Vorbesitz"[\s\S]+1 × "Spaceship"[\s\S]+"values": \{/,
  );
});

describe('bytes', () => {
  const CAR = 'F1,Citroën,C3,2019,50000,25990,Rosé';
  const text = `${HEADER},colour\n${CAR}\nF2,Citroen,C3,2019,50000,25990,White\n`;

  it.each([
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 of the other order', Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
  ])('PLAT-25 %s is found by its bytes and reported', async (_, bytes, encoding) => {
    const { problems, stored } = await site.import(bytes, FOUND);
    expect(stored).toBe(2);
    expect(problems).toMatchObject([{ row: 1, value: encoding, reason: 'doubtful' }]);
    expect((await records()).map(({ make, colour }) => [make, colour])).toEqual([
      ['Citroen', 'Rosé'],
      ['Citroen', 'White'],
    ]);
  });

  it('PLAT-25 UTF-8 is read as that, whatever the settings say', async () => {
    const feed = { delimiter: undefined, encoding: 'windows-1252' } as const;
    const { problems } = await site.import(text, { feed });
    expect(problems).toMatchObject([{ row: 1, value: 'utf-8', reason: 'doubtful' }]);
    expect((await records())[0]).toMatchObject({ make: 'Citroen', colour: 'Rosé' });
  });

  it('PLAT-23 one byte that is no text, or zero, costs its cell', async () => {
    const bytes = Buffer.concat([
      Buffer.from(text.replace('White\n', 'Wh')),
      Buffer.from([0xe9]),
      Buffer.from('\nF3,Kia,Rio,2019,50000,25990,Bl'),
      Buffer.from([0]),
      Buffer.from(
        `ue\n${Array.from({ length: 20 }, (_, at) => `G${at},Kia,Rio,2019,50000,25990,Rosé`).join('\n')}\n`,
      ),
    ]);
    expect(await reported(bytes)).toMatchObject({
      stored: 23,
      problems: [
        [3, 'colour', 'unreadable_bytes'],
        [4, 'colour', 'unreadable_bytes'],
      ],
    });
  });
});

it('PLAT-23 a column named twice, columns without a name and one with unreadable bytes cost nothing if no field is mapped to them', async () => {
  const feed = Buffer.concat([
    Buffer.from(`${HEADER},Note,Note,,\nF1,Toyota,Corolla,2019,50000,25990,a`),
    Buffer.from([0xe9]),
    Buffer.from(',é,,\n'),
  ]);
  const summary = await site.import(feed, FOUND);
  expect(summary).toMatchObject({ stored: 1, skipped: 0 });
  expect(summary.problems.every(({ row, reason }) => row === 1 && reason === 'doubtful')).toBe(true);
});

it('CFG-22 photos of a list that can be read are awaited, the other is reported', async () => {
  const photo = 'https://img.example/a.jpg|noimage.jpg|https://img.example/front view.jpg';
  const summary = await site.import(`${HEADER},images\nF1,Toyota,Corolla,2019,50000,25990,${photo}\n`, FOUND);
  expect(summary.problems).toMatchObject([{ row: 2, column: 'images', value: 'F1: noimage.jpg' }]);
  expect([...summary.pictured][0]?.pictures.images.map(({ address }) => address)).toEqual([
    'https://img.example/a.jpg',
    'https://img.example/front%20view.jpg',
  ]);
});

describe('the price of each vehicle', () => {
  const stockOf = (count: number, price: (at: number) => number, first = 0) =>
    feedOf(...Array.from({ length: count }, (_, at) => `B${first + at},Kia,Rio,2019,50000,${price(at)}`));
  const usual = (at: number) => 9000 + at;
  const times = (factor: number, of: number) => (at: number) => usual(at) * (at < of ? factor : 1);

  it('PLAT-26 of which a few rise more than threefold is reported and imported', async () => {
    await site.import(stockOf(60, usual));
    const summary = await site.import(stockOf(60, times(100, 2)));
    expect(summary).toMatchObject({ repriced: 2, refusals: [] });
    expect(summary.problems).toMatchObject([
      { row: 2, column: 'price', reason: 'doubtful', value: '2019 Kia Rio: $900,000' },
      { row: 3, column: 'price', expected: 'a price near the last one of the vehicle, $9,001' },
    ]);
  });

  it.each([
    ['rise a hundredfold', 100],
    ['fall by 97 per cent', 0.03],
  ])('PLAT-26 of which a fifth %s refuse the feed, though the median stays', async (_, factor) => {
    await site.import(stockOf(60, usual));
    await expect(site.import(stockOf(60, times(factor, 12)))).rejects.toThrow(
      /12 of 60 prices \(20 %\) would be more than three times or less than a third[^\n]+"stock.feed.maxPriceJumps"[^\n]+row 2, 2019 Kia Rio/,
    );
    const feed = { maxPriceJumps: 0.5 };
    expect(await site.import(stockOf(60, times(factor, 12)), { feed })).toMatchObject({ repriced: 12 });
  });

  it('PLAT-26 without a last one is compared with the median of its model and year', async () => {
    const summary = await site.import(stockOf(20, times(100, 1)));
    expect(summary.problems).toMatchObject([
      { row: 2, expected: expect.stringContaining('the median of its model and year, $9,010.50') },
    ]);
  });
});
