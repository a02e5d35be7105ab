/** The queue is as long as it may get; the caller should ask again later. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

export type EncodeQueue = {
  /** Runs `work` unless the same key is under way, in which case both callers share its outcome. */
  once(key: string, work: () => Promise<void>): Promise<void>;
  /**
   * Runs `work` some time when nobody waits, one at a time; a known key is not queued again. The work sees to
   * its own errors. False where the queue is full or stopped: the caller may ask again later.
   */
  later(key: string, work: () => Promise<void>): boolean;
  /** Drops what waits for later, and resolves once nothing is under way. */
  stop(): Promise<void>;
};

/**
 * @param atOnce how many run at the same time, of both kinds together
 * @param maxWaiting how many of each kind may wait; more throw {@link QueueFullError}, or are turned away
 */
export function createEncodeQueue(atOnce: number, maxWaiting: number): EncodeQueue {
  const underWay = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  const postponed = new Map<string, () => Promise<void>>();
  let free = atOnce;
  let postponedRunning: Promise<void> | undefined;
  let isStopped = false;

  function startPostponed(): void {
    if (free === 0 || waiting.length > 0 || postponedRunning) return;
    const [next] = postponed;
    if (!next) return;
    const [key, work] = next;
    free -= 1;
    postponedRunning = work()
      .catch(() => undefined)
      .finally(() => {
        postponed.delete(key);
        postponedRunning = undefined;
        leave();
      });
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
    startPostponed();
  }

  async function takeTurn(work: () => Promise<void>): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await work();
    } finally {
      leave();
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
    later(key, work) {
      if (isStopped) return false;
      if (postponed.has(key)) return true;
      if (postponed.size >= maxWaiting) return false;
      postponed.set(key, work);
      startPostponed();
      return true;
    },
    async stop() {
      isStopped = true;
      postponed.clear();
      await Promise.allSettled([...underWay.values(), postponedRunning]);
    },
  };
}
