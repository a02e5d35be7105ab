/** The items in lists of at most `size`, in their order. */
export const batches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/**
 * Called by slow work, as often as it likes.
 * @param step what is being done, e.g. `Rendering sites`
 * @param done of `all`, counted from 0; neither where the step cannot be counted
 */
export type OnProgress = (step: string, done?: number, all?: number) => void;
