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
  const lanes = [...Map.groupBy(items, hostOf).values()].map((waiting) => ({ waiting, next: 0, running: 0 }));

  const freest = () =>
    lanes
      .filter(({ waiting, next, running }) => next < waiting.length && running < limits.perHost)
      .reduce<(typeof lanes)[number] | undefined>(
        (best, lane) => (best && best.running <= lane.running ? best : lane),
        undefined,
      );

  // One that finds no host free may end: whoever holds the hosts goes on with them.
  async function worker(): Promise<void> {
    for (let lane = freest(); lane; lane = freest()) {
      const item = lane.waiting[lane.next];
      lane.next += 1;
      lane.running += 1;
      try {
        if (item !== undefined) await work(item);
      } finally {
        lane.running -= 1;
      }
    }
  }
  await Promise.all(Array.from({ length: limits.atOnce }, worker));
}
