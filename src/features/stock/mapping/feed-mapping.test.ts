import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FeedSchema } from '#src/config/sections/stock/feed-section.ts';
import { compileMapping, cutFront, missingColumns } from './column-mapping.ts';

const feedWith = (more: object) =>
  v.parse(FeedSchema, { file: 'stock.csv', format: 'csv', columns: {}, ...more });
const mappingOf = (more: object) => compileMapping(feedWith(more));

describe('the mapping of one row', () => {
  it('PLAT-03 cuts other fields off the front before it matches', () => {
    const title = 'Title';
    const mapping = mappingOf({
      columns: {
        make: [{ column: title, without: ['year'], pattern: '^(Land Rover)\\b' }, 'Brand'],
        model: { column: title, without: ['year', 'make'], pattern: '^(Range Rover Sport|\\S+)' },
        badge: { column: title, without: ['year', 'make', 'model'] },
        year: 'Year',
      },
    });
    const rover = { Title: '2019 Land Rover Range Rover Sport HSE (202kw)', Brand: 'Land', Year: '2019' };
    expect(mapping.textOf('make', rover)).toBe('Land Rover');
    expect(mapping.textOf('model', rover)).toBe('Range Rover Sport');
    expect(mapping.textOf('badge', rover)).toBe('HSE (202kw)');
    const mazda = { Title: '2019 Mazda 3 Maxx', Brand: 'Mazda', Year: '2019' };
    expect((['make', 'model', 'badge'] as const).map((field) => mapping.textOf(field, mazda))).toEqual([
      'Mazda',
      '3',
      'Maxx',
    ]);
  });

  it('PLAT-03 only whole words are cut', () => {
    expect(cutFront('2019 Mazda 323 Astina', ['2019', 'mazda', '3'])).toBe('323 Astina');
    expect(cutFront('Kia Rio S', ['2019', 'Kia', ''])).toBe('Rio S');
  });

  it('PLAT-03 the first source with a value counts, and is named in reports', () => {
    const mapping = mappingOf({
      columns: { seats: ['Seats', { column: 'Doors', pattern: '(\\d+) Seats' }] },
    });
    expect(mapping.textOf('seats', { Seats: '-', Doors: '5 Seats' })).toBe('5');
    expect(mapping.sourceOf('seats', { Seats: '-', Doors: '5 Seats' }).name).toBe('Doors');
    expect(mapping.textOf('seats', { Seats: '', Doors: '4 Doors' })).toBe('');
  });

  it('PLAT-03 empty words, replacements and constants follow one another', () => {
    const mapping = mappingOf({
      columns: { simple_fuel: 'Fuel', status: 'State' },
      values: { simple_fuel: { premium: 'Petrol', OTHER: '' } },
      constants: { status: 'in_stock', simple_fuel: 'Diesel' },
      emptyWords: ['?'],
    });
    const fuel = (Fuel: string) => mapping.textOf('simple_fuel', { Fuel });
    expect([fuel('Premium'), fuel('Other'), fuel(' ? '), fuel('LPG')]).toEqual([
      'Petrol',
      '',
      'Diesel',
      'LPG',
    ]);
    expect(mapping.textOf('status', {})).toBe('in_stock');
  });

  it('VDP-07 the word null is empty, whichever words the dealer adds', () => {
    const mapping = mappingOf({ columns: { badge: 'Badge' }, emptyWords: ['?'] });
    expect(['null', ' NULL ', '?', 'n/a'].map((Badge) => mapping.textOf('badge', { Badge }))).toEqual([
      ...['', '', ''],
      'n/a',
    ]);
  });

  it('PLAT-03 a row without the column reads nothing, even for inherited property names', () => {
    expect(mappingOf({ columns: { make: 'constructor' } }).textOf('make', {})).toBe('');
  });

  it('PLAT-03 names every mapped column the feed does not have, fallbacks too', () => {
    const feed = feedWith({
      columns: { make: 'Brand', seats: ['Seats', { column: 'Body' }], price: 'Price' },
    });
    expect(missingColumns(feed, new Set(['Brand', 'Seats']))).toEqual(['Price', 'Body']);
  });
});
