import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { readFeedRow } from '#src/features/stock/server/reading/feed-row.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import { formatsJudge } from './column-formats.ts';
import { type Cells, compileMapping } from './column-mapping.ts';
import { photosByName } from './picture-cells.ts';

const CAR = { make: 'Kia', model: 'Rio', year: '2020', car_type: 'used', status: 'in stock', stocknum: 'U1' };

const feedWith = (more: object) =>
  v.parse(FeedSchema, { file: 'stock.csv', format: 'csv', columns: {}, ...more });

const textOf = (field: FeedFieldName, source: unknown, cells: Cells, more: object = {}) =>
  compileMapping(feedWith({ columns: { [field]: source }, ...more })).textOf(field, cells);

/** What is read of these rows, whose other columns are those of a car. */
function readRows(columns: object, rows: readonly Cells[], photos?: ReadonlyMap<string, string>) {
  const feed = feedWith({ columns });
  const mapping = compileMapping(feed);
  const judge = formatsJudge(feed, mapping);
  const whole = rows.map((cells, at) => ({ row: at + 2, cells: { ...CAR, ...cells } }));
  for (const { cells } of whole) judge.add(cells);
  const read = whole.map((row) => readFeedRow(mapping, row, 'Australia/Sydney', judge.formats(), photos));
  return {
    vehicles: read.map(({ vehicle, withdrawn }) => vehicle ?? withdrawn),
    problems: read.flatMap(({ problems }) => problems),
  };
}

describe('where the value of a field comes from', () => {
  it('FEED-13 the first column with a value', () => {
    const source = ['A', { column: 'B', pattern: '(\\d+) seats' }, { constant: '5' }];
    expect(textOf('seats', source, { A: '7', B: '4 seats' })).toBe('7');
    expect(textOf('seats', source, { A: '-', B: '4 seats' })).toBe('4');
    expect(textOf('seats', source, { A: '', B: 'four' })).toBe('5');
  });

  it('FEED-13 several columns joined, the empty ones left out', () => {
    const source = { join: ['Months', { constant: 'months by' }, 'Provider'] };
    expect(textOf('warranty', source, { Months: '12', Provider: 'Acme' })).toBe('12 months by Acme');
    expect(textOf('warranty', source, { Months: '', Provider: 'Acme' })).toBe('months by Acme');
    expect(textOf('warranty', source, { Months: '', Provider: '-' })).toBe('');
    const slash = {
      join: ['A', { column: 'B', values: { N: 'New' } }],
      separator: ' / ',
      values: { 'x / y': 'z' },
    };
    expect(textOf('tag', slash, { A: 'a', B: 'n' })).toBe('a / New');
    expect(textOf('tag', slash, { A: 'x', B: 'Y' })).toBe('z');
  });

  it('FEED-13 lists joined are one list, or one text where a text is wanted', () => {
    const join = { join: ['Cover', 'More'] };
    const cells = {
      Cover: 'https://a.example/1.jpg',
      More: '["https://a.example/2.jpg","https://a.example/3.jpg"]',
    };
    expect(textOf('images', join, cells)).toBe(
      '["https://a.example/1.jpg","https://a.example/2.jpg","https://a.example/3.jpg"]',
    );
    expect(
      textOf('dealercomments', { ...join, separator: '. ' }, { Cover: 'One', More: '["Two","Three"]' }),
    ).toBe('One. Two. Three');
  });

  it('FEED-13 one pattern whose groups are named like the fields', () => {
    const pattern = '^(?<year>\\d{4}) (?<make>Land Rover|\\S+) (?<model>\\S+)(?: (?<badge>.*))?$';
    const source = { column: 'Title', pattern };
    const cells = { Title: '2019 Land Rover Defender 110 SE' };
    const read = (field: FeedFieldName) => textOf(field, source, cells);
    expect((['year', 'make', 'model', 'badge'] as const).map(read)).toEqual([
      ...['2019', 'Land Rover', 'Defender', '110 SE'],
    ]);
    expect(textOf('badge', source, { Title: '2019 Kia Rio' })).toBe('');
  });

  it('FEED-13 a table of values of its own, which goes before that of the field', () => {
    const source = { column: 'Type', values: { N: 'new', X: '' } };
    const more = { values: { car_type: { n: 'used', demo: 'demo' } }, constants: { car_type: 'used' } };
    const read = (Type: string) => textOf('car_type', source, { Type }, more);
    expect([read('n'), read('Demo'), read('x'), read(''), read('other')]).toEqual([
      ...['new', 'demo', '', 'used', 'other'],
    ]);
  });

  it('FEED-13 a constant, whatever the row holds', () => {
    expect(textOf('car_type', { constant: 'new' }, { car_type: 'used' })).toBe('new');
  });

  it.each([
    [{ column: 'A', join: ['B', 'C'] }],
    [{ join: ['B'] }],
    [{ template: 'https://cdn.example/{stock}_{n}.jpg' }],
    [{ template: 'file:///etc/{n}' }],
    [{ template: 'https://cdn.example/{name}' }],
    [{ template: 'https://cdn.example/{n}', names: 'A' }],
    [{ constant: '' }],
  ])('FEED-13 %j is refused', (source) => {
    const feed = { file: 'a', format: 'csv', columns: { images: source } };
    expect(v.safeParse(FeedSchema, feed).success).toBe(false);
  });
});

describe('parts of a text', () => {
  it('FEED-13 are replaced as they are written, before the pattern', () => {
    const replace = { '{resize}': 'w1600', '/thumb/': '/large/' };
    const source = { column: 'Photos', replace };
    const Photos = 'https://a.example/thumb/{resize}/1.jpg|https://a.example/thumb/{resize}/2.jpg';
    expect(textOf('images', source, { Photos })).toBe(
      'https://a.example/large/w1600/1.jpg|https://a.example/large/w1600/2.jpg',
    );
    expect(textOf('km', { column: 'Km', replace: { '~': '' }, pattern: '^(\\d+)' }, { Km: '~54 tkm' })).toBe(
      '54',
    );
  });
});

describe('a column', () => {
  it('FEED-14 has its own unit', () => {
    const { vehicles, problems } = readRows(
      {
        km: { column: 'Odo', unit: 'miles' },
        price: { column: 'P', unit: 'cents' },
        before_price: { column: 'B', unit: 'thousands' },
        vehiclelength: { column: 'L', unit: 'm' },
      },
      [{ Odo: '10000', P: '2599000', B: '27.5', L: '4.5' }],
    );
    expect(problems).toEqual([]);
    expect(vehicles[0]).toMatchObject({
      ...{ km: 16_093, price: 25_990_00, before_price: 27_500_00, vehiclelength: 4500 },
    });
  });

  it.each([
    ['km', 'odometerReadingMiles', '10000', { km: 16_093 }],
    ['price', 'price_cents', '2599000', { price: 25_990_00 }],
    ['price', 'Price (cents)', '2599000', { price: 25_990_00 }],
  ])('FEED-14 %s is in the unit that its name %s says', (field, column, cell, expected) => {
    expect(readRows({ [field]: column }, [{ [column]: cell }]).vehicles[0]).toMatchObject(expected);
  });

  it('FEED-14 of a foreign currency, by its name, is refused', () => {
    const { problems } = readRows({ price: 'amountGBP' }, [{ amountGBP: '25990' }]);
    expect(problems).toMatchObject([{ column: 'amountGBP', expected: expect.stringContaining('GBP') }]);
  });

  it('FEED-14 has its own number format', () => {
    const columns = {
      km: { column: 'km', numbers: '1.234,5' },
      price: { column: 'price', numbers: '1,234.5' },
    };
    const { vehicles } = readRows(columns, [{ km: '254.000', price: '32.990' }]);
    expect(vehicles[0]).toMatchObject({ km: 254_000, price: 32_99 });
  });

  it('FEED-14 has its own order of dates', () => {
    const columns = {
      created_at: { column: 'Listed', dates: 'MM/DD/YYYY' },
      rego_expiry: { column: 'Rego', dates: 'DD/MM/YYYY' },
    };
    const { vehicles } = readRows(columns, [{ Listed: '3/4/2026', Rego: '3/4/2027' }]);
    expect(vehicles[0]).toMatchObject({ created_at: '2026-03-04', rego_expiry: '2027-04-03' });
  });

  it('FEED-01 that holds several values where a vehicle has one is left out, and the remedy is named', () => {
    const { vehicles, problems } = readRows({}, [{ colour: '["Red","Blue"]', badge: '["SR5"]' }]);
    expect(vehicles[0]).not.toHaveProperty('colour');
    expect(vehicles[0]).toHaveProperty('badge', 'SR5');
    expect(problems).toMatchObject([
      { column: 'colour', expected: 'one value; it has 2', remedy: expect.stringContaining('"path[1]"') },
    ]);
  });
});

describe('photos', () => {
  it('FEED-15 by a template that counts', () => {
    const images = { template: 'https://cdn.example/{stocknum}_{n:02}.jpg' };
    expect(readRows({ images }, [{ stocknum: 'U 1' }]).vehicles[0]).toMatchObject({
      images: [{ address: 'https://cdn.example/U%201_{n:02}.jpg', from: 1 }],
    });
    expect(readRows({ images }, [{ stocknum: '' }]).vehicles[0]).toMatchObject({ images: [] });
  });

  it('FEED-15 as many as a column says', () => {
    const images = { template: 'https://cdn.example/{stocknum}/{n}.jpg', from: 0, count: 'Photos' };
    const read = (Photos: string) => {
      const [vehicle] = readRows({ images }, [{ Photos }]).vehicles;
      const { images: found = [] } = vehicle as Partial<Vehicle>;
      return found.map(({ address }) => address);
    };
    expect(read('2')).toEqual(['https://cdn.example/U1/0.jpg', 'https://cdn.example/U1/1.jpg']);
    expect([read('0'), read(''), read('none')]).toEqual([[], [], []]);
    expect(read('99999')).toHaveLength(60);
  });

  it('FEED-15 by the names in a column, at an address', () => {
    const images = { template: 'https://cdn.example/{stocknum}/{name}', names: 'Files' };
    const read = (Files: string) => textOf('images', images, { Files, stocknum: 'U1' });
    const urls = '["https://cdn.example/U1/a%20b.jpg","https://cdn.example/U1/c.jpg"]';
    expect([read('a b.jpg|c.jpg'), read('["a b.jpg", "c.jpg"]'), read('')]).toEqual([urls, urls, '']);
  });

  it('FEED-16 of an archive by the names in a column; a missing one is reported', () => {
    const photos = photosByName(['U1_1.jpg', 'u1_2.JPG']);
    const { vehicles, problems } = readRows({}, [{ images: 'U1_2.JPG|photos/u1_1.jpg|u1_9.jpg' }], photos);
    expect(vehicles[0]).toMatchObject({
      images: [{ address: 'archive:u1_2.jpg' }, { address: 'archive:u1_1.jpg' }],
    });
    expect(problems).toMatchObject([{ column: 'images', value: expect.stringContaining('u1_9.jpg') }]);
  });

  it('FEED-16 of an archive by a template, until one is missing', () => {
    const photos = photosByName(['u1_1.jpg', 'u1_2.jpg', 'u1_4.jpg']);
    const images = { template: 'archive:{stocknum}_{n}.jpg' };
    expect(readRows({ images }, [{}], photos).vehicles[0]).toMatchObject({
      images: [{ address: 'archive:u1_1.jpg' }, { address: 'archive:u1_2.jpg' }],
    });
  });
});

describe('photos of an archive with folders', () => {
  const photos = photosByName(['stock/U1/1.jpg', 'stock/U2/1.jpg', 'stock/U2/2.jpg']);
  const read = (images: string) => {
    const { vehicles, problems } = readRows({}, [{ images }], photos);
    const { images: found = [] } = vehicles[0] as Partial<Vehicle>;
    return { found: found.map(({ address }) => address), problems: problems.length };
  };

  it('FEED-16 are found by as much of their path as means no other', () => {
    expect(read('U1/1.jpg|U2/1.jpg|2.jpg').found).toEqual([
      ...['archive:stock/u1/1.jpg', 'archive:stock/u2/1.jpg', 'archive:stock/u2/2.jpg'],
    ]);
  });

  it('FEED-16 are never those of another vehicle', () => {
    expect(read('1.jpg')).toEqual({ found: [], problems: 1 });
    expect(read('U3/2.jpg')).toEqual({ found: [], problems: 1 });
    const template = { images: { template: 'archive:{stocknum}/{n}.jpg' } };
    expect(readRows(template, [{ stocknum: 'U2' }], photos).vehicles[0]).toMatchObject({
      images: [{ address: 'archive:stock/u2/1.jpg' }, { address: 'archive:stock/u2/2.jpg' }],
    });
  });

  it('FEED-16 may lie in the root, whatever folders the supplier’s machine has', () => {
    const flat = photosByName(['U1_1.jpg']);
    expect(readRows({}, [{ images: 'C:\\export\\U1_1.jpg' }], flat).vehicles[0]).toMatchObject({
      images: [{ address: 'archive:u1_1.jpg' }],
    });
  });
});

describe('a text that no address can hold', () => {
  it('FEED-15 half a character costs its photo alone', () => {
    const images = { template: 'https://cdn.example/{stocknum}_{n}.jpg' };
    expect(() => readRows({ images }, [{ stocknum: 'a\ud800' }])).not.toThrow();
    const named = { template: 'https://cdn.example/{name}', names: 'Files' };
    expect(textOf('images', named, { Files: '[ "a$\'b$&.jpg" ]' })).toBe(
      JSON.stringify(["https://cdn.example/a$'b$&.jpg"]),
    );
  });

  it('PLAT-08 a cell of addresses and blanks is read in time linear in its length', () => {
    const images = `https://a.example/1.jpg${' '.repeat(400_000)}c`;
    const started = process.cpuUsage();
    readRows({}, [{ images }]);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  });
});

describe('a row that removes its vehicle', () => {
  it('FEED-20 is known by a word of any column', () => {
    const feed = feedWith({ deletes: { column: 'Action', words: ['D', 'gone'] } });
    const mapping = compileMapping(feed);
    const read = (Action: string) =>
      readFeedRow(mapping, { row: 2, cells: { ...CAR, Action } }, 'Australia/Sydney');
    expect(read('d')).toEqual({ withdrawn: { stocknum: 'U1', vin: '' }, problems: [] });
    expect(read(' GONE ')).toHaveProperty('withdrawn');
    expect(read('A')).toHaveProperty('vehicle');
    expect(mapping.columns.has('Action')).toBe(true);
  });
});
