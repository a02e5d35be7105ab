/** Splits a list into batches of at most `size`. */
export const batches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Batches of what need not fit into memory. */
export function* chunked<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Progress callback of slow work, which may be called often.
 * @param step current step, e.g. `Rendering sites`
 * @param done of `all`, which is undefined where it is not known before; both are if the step cannot be counted
 */
export type OnProgress = (step: string, done?: number, all?: number) => void;

/** Runs `work` for each item, at most `concurrency` at a time. The first error rejects once all running work has settled. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
