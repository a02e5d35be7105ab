import { expect, it } from 'vitest';
import { type Row, tableDigest } from './exclusive-file.ts';

const digestOf = (rows: readonly Row[]) => {
  const digest = tableDigest(['id', 'note']);
  for (const row of rows) digest.add(row);
  return digest.result();
};

const ONE: Row = { id: 'a', note: '1' };
const TWO: Row = { id: 'b', note: null };

it('PLAT-02 two tables with the same rows have the same hash in any order of rows and columns', () => {
  expect(digestOf([ONE, TWO])).toEqual(digestOf([TWO, { note: '1', id: 'a' }]));
  expect(digestOf([])).toEqual({ rows: 0, hash: '0'.repeat(64) });
});

it('PLAT-02 a value of another type, a row twice and a value in another column change the hash', () => {
  const { hash } = digestOf([ONE, TWO]);
  const others: Row[][] = [
    [{ id: 'a', note: 1 }, TWO],
    [ONE, { id: 'b', note: '' }],
    [ONE, TWO, TWO],
    [{ id: '1', note: 'a' }, TWO],
    [ONE],
  ];
  for (const rows of others) expect(digestOf(rows).hash).not.toBe(hash);
});
