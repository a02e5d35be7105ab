import { expect, it } from 'vitest';
import { type RowProblem, suggestedWord, unmappedWords, valuesBlock } from './row-problems.ts';

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
  const columns = unmappedWords(words.map((word, at) => problem(at + 2, word)));
  expect(columns).toEqual([
    {
      field: 'simple_body',
      column: 'BodyType',
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
  expect(valuesBlock([{ ...column, words }])).toEqual({});
  const suggested = { word: 'Drive away special', count: 1, suggestion: 'drive_away' };
  expect(valuesBlock([{ ...column, words: [...words, suggested] }])).toEqual({
    price_type: { 'Drive away special': 'drive_away' },
  });
});

it('PLAT-08 a text of a million words suggests nothing, without delay', () => {
  expect(suggestedWord('simple_body', 'of one '.repeat(500_000))).toBeUndefined();
});
