import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cellsOf, columnsIn, FeedColumnsSchema } from './feed-columns.ts';

const mistakesOf = (columns: unknown) =>
  v
    .safeParse(FeedColumnsSchema, columns)
    .issues?.map((issue) => [issue.path?.map(({ key }) => key).join('.'), issue.message]) ?? [];

describe('the mapping of feed columns', () => {
  it('PLAT-03 takes a column, a part of one, or the first of several', () => {
    const columns = {
      make: 'Brand',
      badge: { column: 'Title', without: ['year', 'make'] },
      seats: ['Seats', { column: 'Doors', pattern: '(\\d+) Seats' }],
    };
    expect(mistakesOf(columns)).toEqual([]);
    const parsed = v.parse(FeedColumnsSchema, columns);
    expect(cellsOf(parsed, 'seats').flatMap(columnsIn)).toEqual(['Seats', 'Doors']);
    expect(cellsOf(parsed, 'km')).toEqual([{ column: 'km' }]);
  });

  it('CFG-03 names a vehicle field that does not exist', () => {
    expect(mistakesOf({ milage: 'Odo' })).toEqual([['milage', expect.stringContaining('a vehicle field')]]);
  });

  it.each([
    ['without a group', 'Seats'],
    ['with two groups', '(a)(b)'],
    ['that does not compile', '(['],
  ])('CFG-03 refuses a pattern %s', (_name, pattern) => {
    expect(mistakesOf({ seats: { column: 'Body', pattern } })).toHaveLength(1);
  });

  it('CFG-03 refuses fields that depend on each other', () => {
    const circle = { make: { column: 'T', without: ['model'] }, model: { column: 'T', without: ['make'] } };
    expect(mistakesOf(circle)).toEqual([[undefined, expect.stringContaining('cut off its own front')]]);
  });
});
