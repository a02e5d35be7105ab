/**
 * Works through items, several at once but only a few of one host. Starts them in their order where hosts allow,
 * and hosts with the fewest under way first.
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

  // One that finds no host free may end: anyone who holds the hosts goes on with them.
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
