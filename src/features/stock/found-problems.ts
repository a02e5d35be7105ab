import type { ProblemReason, RowProblem } from './row-problems.ts';
import { countWords, type UnmappedColumn } from './unmapped-words.ts';

/** Of one reason, in one column and with one effect. */
export type ProblemKind = Pick<RowProblem, 'column' | 'skipped'> & {
  reason: ProblemReason;
  count: number;
  /** Number of rows with it. */
  rows: number;
  firstRows: readonly number[];
  example: RowProblem;
};

export type FoundProblems = {
  /** The first of each kind, in the order in which they were found. */
  problems: readonly RowProblem[];
  kinds: readonly ProblemKind[];
  unmapped: readonly UnmappedColumn[];
};

/** Kept of each kind, of which there may be one for every row. */
export const PROBLEMS_KEPT = 200;
const ROWS_NAMED = 8;

/** Counts distinct rows, of which there may be many for each kind. */
function countRows() {
  let bits = new Uint8Array(64);
  return {
    /** @returns whether the row is new */
    add(row: number): boolean {
      const at = row >> 3;
      if (at >= bits.length) {
        const longer = new Uint8Array(at * 2);
        longer.set(bits);
        bits = longer;
      }
      const bit = 1 << (row & 7);
      const isNew = ((bits[at] ?? 0) & bit) === 0;
      bits[at] = (bits[at] ?? 0) | bit;
      return isNew;
    },
  };
}

/** A cell's text may be a slice of a block of the file, which would stay in memory with it. */
const detached = (problem: RowProblem): RowProblem => JSON.parse(JSON.stringify(problem)) as RowProblem;

export type ProblemCollector = {
  add(...problems: readonly RowProblem[]): void;
  found(): FoundProblems;
};

/** Counts the problems of a feed by kind, and keeps the first of each: their number must not fill the memory. */
export function collectProblems(): ProblemCollector {
  const problems: RowProblem[] = [];
  const kinds = new Map<string, ProblemKind & { firstRows: number[]; seen: ReturnType<typeof countRows> }>();
  const columns = new Map<string, ReturnType<typeof countWords>>();

  function add(problem: RowProblem): void {
    const { reason, column, skipped, row, unmapped } = problem;
    const key = `${reason} ${skipped} ${column}`;
    const present = kinds.get(key);
    const kept = (present?.count ?? 0) < PROBLEMS_KEPT ? detached(problem) : undefined;
    if (kept) problems.push(kept);
    const kind = present ?? {
      ...{ reason, column: kept?.column ?? column, skipped, count: 0, rows: 0, firstRows: [] },
      ...{ example: kept ?? problem, seen: countRows() },
    };
    if (!present) kinds.set(key, kind);
    kind.count += 1;
    if (kind.seen.add(row)) {
      kind.rows += 1;
      if (kind.firstRows.length < ROWS_NAMED) kind.firstRows.push(row);
    }
    if (!unmapped) return;
    const { field, word } = kept?.unmapped ?? unmapped;
    const place = `${field} ${column}`;
    const words = columns.get(place) ?? countWords(field, kind.column);
    columns.set(place, words);
    words.add(word);
  }

  return {
    add: (...added) => {
      for (const problem of added) add(problem);
    },
    found: () => ({
      problems,
      kinds: [...kinds.values()].map(({ seen: _, ...kind }) => kind),
      unmapped: [...columns.values()].map(({ counted }) => counted()),
    }),
  };
}
