import { createHash } from 'node:crypto';

export type Row = Readonly<Record<string, unknown>>;

/** How many rows a table has, and a hash of them. */
export type TableDigest = { rows: number; hash: string };

const HASH_BITS = 256;

/**
 * Hashes a table. The order of the rows does not matter: the engines sort text by different rules. Every row counts,
 * equal ones too.
 * @param columns every row is read by them, in this order
 */
export function tableDigest(columns: readonly string[]): { add(row: Row): void; result(): TableDigest } {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      const values = JSON.stringify(columns.map((column) => row[column]));
      rows += 1;
      sum = BigInt.asUintN(HASH_BITS, sum + BigInt(`0x${createHash('sha256').update(values).digest('hex')}`));
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(HASH_BITS / 4, '0') }),
  };
}
