import type { Flaw } from './lender-entries.ts';

/** `value: undefined` is a cell that means "not stated". */
export type CellResult =
  | {
      value: unknown;
      /** A warning about the value. */
      doubt?: { expected: string; remedy: string };
      /** Parts of the value that cannot be read. */
      flaws?: readonly Flaw[];
    }
  | { refused: string };
