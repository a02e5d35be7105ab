/** The queue is as long as it may get; the caller should ask again later. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export type EncodeQueue = {
  /** Runs `work` unless the same key is under way, in which case both callers share its outcome. */
  once(key: string, work: () => Promise<void>): Promise<void>;
};

/**
 * @param atOnce how many run at the same time
 * @param maxWaiting how many may wait; more throw {@link QueueFullError}
 */
export function createEncodeQueue(atOnce: number, maxWaiting: number): EncodeQueue {
  const underWay = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function takeTurn(work: () => Promise<void>): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async once(key, work) {
      const shared = underWay.get(key);
      if (shared) return shared;
      if (waiting.length >= maxWaiting) throw new QueueFullError('Too many pictures are waiting.');
      const run = takeTurn(work).finally(() => underWay.delete(key));
      underWay.set(key, run);
      return run;
    },
  };
}
