/** How a bench is run. A tiny run proves that it works, on few samples; its times and rates mean nothing. */
export type BenchRun = {
  isTiny: boolean;
  /** Pages or attacks to measure: those whose name holds it. */
  only?: string | undefined;
  /** In the index of the search bench, one size after another. */
  vehicles?: readonly number[] | undefined;
};

/** A number of samples, rounds or vehicles by the size of the run. */
export const sized = <T>({ isTiny }: BenchRun, full: T, tiny: T): T => (isTiny ? tiny : full);
