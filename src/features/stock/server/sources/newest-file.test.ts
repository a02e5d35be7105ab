import { expect, it } from 'vitest';
import { isUnfinished, oldestFirst } from './newest-file.ts';

const files = (...named: readonly (readonly [name: string, at?: string])[]) =>
  named.map(([name, at]) => ({ name, modifiedAt: at === undefined ? null : new Date(at) }));
const names = (...[found, newest]: Parameters<typeof oldestFirst>) =>
  oldestFirst(found, newest).map(({ name }) => name);

it('FEED-07 the newest file is the one with the latest date', () => {
  const found = files(
    ['b.csv', '2026-11-30T01:00:00Z'],
    ['a.csv', '2026-11-30T02:00:00Z'],
    ['c.csv', '2026-11-29T03:00:00Z'],
  );
  expect(names(found, 'date')).toEqual(['c.csv', 'b.csv', 'a.csv']);
});

it('FEED-07 or the one with the latest date in its name, however it is written', () => {
  for (const days of [
    ['stock-20261129.csv', 'stock-20261130.csv', 'stock-20270101.csv'],
    ['2026-11-29.xml', '2026-11-30.xml', '2027-01-01.xml'],
    ['29-11-2026 stock.csv', '30-11-2026 stock.csv', '01-01-2027 stock.csv'],
    ['stock_29.11.2026.csv', 'stock_30.11.2026.csv', 'stock_01.01.2027.csv'],
    ['11-29-2026.csv', '11-30-2026.csv', '01-02-2027.csv'],
    ['dealer4711_20261130_0600.csv', 'dealer4711_20261130_1800.csv', 'dealer4711_20261201_0600.csv'],
    ['stock 9.csv', 'stock 10.csv', 'stock 100.csv'],
    ['readme.csv', 'stock-20261129.csv'],
  ]) {
    const found = files(...days.toReversed().map((name) => [name] as const));
    expect(names(found, 'name')).toEqual(days);
  }
});

it('FEED-07 of two files of one day the later counts, then the one whose name comes later', () => {
  const sameDay = files(
    ['20261130-b.csv', '2026-11-30T01:00:00Z'],
    ['20261130-a.csv', '2026-11-30T02:00:00Z'],
    ['20261129-z.csv', '2026-11-30T03:00:00Z'],
  );
  expect(names(sameDay, 'name')).toEqual(['20261129-z.csv', '20261130-b.csv', '20261130-a.csv']);
  const sameTime = files(['b10.csv', '2026-11-30T01:00:00Z'], ['b9.csv', '2026-11-30T01:00:00Z']);
  for (const newest of ['date', 'name'] as const)
    expect(names(sameTime, newest)).toEqual(['b9.csv', 'b10.csv']);
});

it('FEED-10 names that clients use while they write are no feeds', () => {
  for (const name of ['stock.csv.part', 'stock.csv.filepart', 'stock.TMP'])
    expect(isUnfinished(name)).toBe(true);
  expect(isUnfinished('stock.csv')).toBe(false);
});
