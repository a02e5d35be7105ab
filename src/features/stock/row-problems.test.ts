import { expect, it } from 'vitest';
import { collectProblems, PROBLEMS_KEPT, suggestedWord, valuesBlock } from './found-problems.ts';
import type { RowProblem } from './row-problems.ts';

const problem = (row: number, word: string): RowProblem => ({
  row,
  column: 'BodyType',
  value: word,
  unmapped: { field: 'simple_body', word },
  reason: 'not_understood',
  expected: 'one of …',
  remedy: '…',
  skipped: false,
});

it('PLAT-24 every unknown word is counted, with a block of values to paste', () => {
  const words = ['Spaceship', 'Tipper Ute', 'tipper ute', 'Spaceship', 'SPACESHIP'];
  const found = collectProblems();
  found.add(...words.map((word, at) => problem(at + 2, word)));
  const columns = found.found().unmapped;
  expect(columns).toEqual([
    {
      field: 'simple_body',
      column: 'BodyType',
      others: 0,
      words: [
        { word: 'Spaceship', count: 3, suggestion: undefined },
        { word: 'Tipper Ute', count: 2, suggestion: 'ute' },
      ],
    },
  ]);
  expect(valuesBlock(columns)).toEqual({ simple_body: { Spaceship: '', 'Tipper Ute': 'ute' } });
  const present = { simple_body: { Lorry: 'truck' }, simple_fuel: { Premium: 'Petrol' } };
  expect(valuesBlock(columns, present)).toEqual({
    simple_body: { Lorry: 'truck', Spaceship: '', 'Tipper Ute': 'ute' },
    simple_fuel: { Premium: 'Petrol' },
  });
  expect(present.simple_body).toEqual({ Lorry: 'truck' });
});

it.each([
  ['simple_body', 'Ute / Sedan', undefined],
  ['simple_body', '5 door station wagon', 'stationWagon'],
  ['simple_fuel', 'Diesel (Euro 6)', 'Diesel'],
  ['simple_transmission', '8 Speed Auto', 'Automatic'],
  ['simple_body', 'constructor', undefined],
] as const)('PLAT-24 %s %j suggests %s', (field, word, suggestion) => {
  expect(suggestedWord(field, word)).toBe(suggestion);
});

it('PLAT-24 the block to paste does not drop an unknown price type, which would give the default instead', () => {
  const words = ['Trade only', 'Ask us'].map((word) => ({ word, count: 1, suggestion: undefined }));
  const column = { field: 'price_type', column: 'Terms' } as const;
  expect(valuesBlock([{ ...column, words, others: 0 }])).toEqual({});
  const suggested = { word: 'Drive away special', count: 1, suggestion: 'drive_away' };
  expect(valuesBlock([{ ...column, words: [...words, suggested], others: 0 }])).toEqual({
    price_type: { 'Drive away special': 'drive_away' },
  });
});

it('PLAT-08 a text of a million words suggests nothing, without delay', () => {
  expect(suggestedWord('simple_body', 'of one '.repeat(500_000))).toBeUndefined();
});

it('FEED-25 of many problems of a kind the first are kept, and all are counted with their rows', () => {
  const found = collectProblems();
  for (let row = 2; row < 100_002; row += 1) {
    found.add(problem(row, `word ${row}`), problem(row, 'Spaceship'));
    if (row % 2 === 0) found.add({ ...problem(row, 'Spaceship'), column: 'Type', skipped: true });
  }
  const { problems, kinds, unmapped } = found.found();
  expect(problems).toHaveLength(2 * PROBLEMS_KEPT);
  expect(problems.slice(0, 3).map(({ row, column }) => [row, column])).toEqual([
    [2, 'BodyType'],
    [2, 'BodyType'],
    [2, 'Type'],
  ]);
  expect(kinds).toMatchObject([
    { column: 'BodyType', count: 200_000, rows: 100_000, firstRows: [2, 3, 4, 5, 6, 7, 8, 9] },
    { column: 'Type', skipped: true, count: 50_000, rows: 50_000, firstRows: [2, 4, 6, 8, 10, 12, 14, 16] },
  ]);
  expect(unmapped[0]?.words[0]).toEqual({ word: 'Spaceship', count: 100_000, suggestion: undefined });
  const counted = unmapped[0]?.words.reduce((sum, { count }) => sum + count, 0) ?? 0;
  expect(counted + (unmapped[0]?.others ?? 0)).toBe(200_000);
  expect(unmapped[0]?.words.length).toBeLessThan(1000);
});
