import type { Flaw } from './lender-entries.ts';
import type { ProblemReason } from './row-problem.ts';

/** `value: undefined` is a cell that means "not stated". */
export type CellResult =
  | {
      value: unknown;
      /** A warning about the value. */
      doubt?: { expected: string; remedy: string };
      /** Parts of the value that cannot be read. */
      flaws?: readonly Flaw[];
    }
  | {
      refused: string;
      /** Where it is not to correct the cell or to map its word. */
      remedy?: string;
      /** Where it is not `not_understood`. */
      reason?: ProblemReason;
    };
