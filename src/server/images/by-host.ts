/**
 * Processes items concurrently, but only a few per host. Starts them in order as hosts allow, with the least busy
 * hosts first.
 */
export async function forEachByHost<T>(
  items: readonly T[],
  hostOf: (item: T) => string,
  limits: { atOnce: number; perHost: number },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queues = [...Map.groupBy(items, hostOf).values()].map((waiting) => ({
    waiting,
    next: 0,
    running: 0,
  }));

  const freest = () =>
    queues
      .filter(({ waiting, next, running }) => next < waiting.length && running < limits.perHost)
      .reduce<(typeof queues)[number] | undefined>(
        (best, queue) => (best && best.running <= queue.running ? best : queue),
        undefined,
      );

  // A worker that finds no free host may end: the workers on the busy hosts continue.
  async function worker(): Promise<void> {
    for (let queue = freest(); queue; queue = freest()) {
      const item = queue.waiting[queue.next];
      queue.next += 1;
      queue.running += 1;
      try {
        if (item !== undefined) await work(item);
      } finally {
        queue.running -= 1;
      }
    }
  }
  await Promise.all(Array.from({ length: limits.atOnce }, worker));
}
