/** Does the work for each item, `atOnce` at a time. The first error ends it, once the work that has begun is over. */
export async function eachLimit<T>(
  items: readonly T[],
  atOnce: number,
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
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
