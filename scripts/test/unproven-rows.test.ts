import { expect, it } from 'vitest';
import { unprovenRows } from './unproven-rows.ts';

const rows = [
  { id: 'PRC-01', text: 'A price has its type.' },
  { id: 'PRC-02', text: 'A price has its currency.' },
];

it('PLAT-02 a row that no passed test names is unproven', () => {
  expect(unprovenRows(rows, ['without JavaScript PRC-01 PRC-03 a price']).map(({ id }) => id)).toEqual([
    'PRC-02',
  ]);
  expect(unprovenRows(rows, ['PRC-01 a price', 'PRC-02 a price'])).toEqual([]);
});
