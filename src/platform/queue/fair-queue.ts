/** Too many requests are waiting; retry later. */
export class QueueFullError extends Error {
  override name = 'QueueFullError' as const;
}

type FairQueue = {
  /**
   * Resolves, once a slot is available, to a function that releases it.
   * @param who client network; networks take turns, regardless of how many requests each has queued
   * @throws QueueFullError, or the signal's reason if the caller has disconnected
   */
  acquire(who: string, signal?: AbortSignal): Promise<() => void>;
  /** A slot for low-priority work, if one is free and nothing else waits. */
  acquireIdle(): (() => void) | undefined;
  /** Number of requests that wait. */
  waiting(): number;
};

export type FairQueueOptions = {
  /** Maximum concurrency. */
  concurrency: number;
  /** Maximum concurrency per client network. */
  concurrencyPerClient?: number;
  maxWaiting: number;
  maxWaitingPerClient?: number;
  /** Called when a slot is free and nothing waits for it. */
  onIdle?: () => void;
};

type Waiter = { go(): void; refuse(error: Error): void };

/**
 * Limits concurrency and shares it fairly between client networks; behind an untrusted proxy all shoppers share one.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, maxWaiting, onIdle } = options;
  const { concurrencyPerClient = concurrency, maxWaitingPerClient = maxWaiting } = options;
  /** In scheduling order. */
  const waiting = new Map<string, Waiter[]>();
  const running = new Map<string, number>();
  let free = concurrency;

  const totalWaiting = () => [...waiting.values()].reduce((sum, line) => sum + line.length, 0);
  const mayRun = (who: string) => free > 0 && (running.get(who) ?? 0) < concurrencyPerClient;

  function start(who: string): () => void {
    free -= 1;
    running.set(who, (running.get(who) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      free += 1;
      const left = (running.get(who) ?? 1) - 1;
      if (left > 0) running.set(who, left);
      else running.delete(who);
      callNext();
    };
  }

  function callNext(): void {
    const mayGo = [...waiting.keys()].filter(mayRun);
    // Networks without running work have priority.
    const next = mayGo.find((who) => !running.has(who)) ?? mayGo[0];
    if (next === undefined) {
      if (free > 0 && waiting.size === 0) onIdle?.();
      return;
    }
    const line = waiting.get(next) ?? [];
    const waiter = line.shift();
    waiting.delete(next);
    if (line.length > 0) waiting.set(next, line);
    waiter?.go();
  }

  function leave(who: string, waiter: Waiter): void {
    const rest = (waiting.get(who) ?? []).filter((one) => one !== waiter);
    if (rest.length > 0) waiting.set(who, rest);
    else waiting.delete(who);
  }

  /** If the queue is full, evicts the last request of the network with the most. */
  function makeRoom(who: string): boolean {
    const mine = waiting.get(who)?.length ?? 0;
    if (mine >= maxWaitingPerClient) return false;
    if (totalWaiting() < maxWaiting) return true;
    const [longest, line] = [...waiting].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const last = line?.at(-1);
    if (longest === undefined || !last || (line?.length ?? 0) <= mine + 1) return false;
    leave(longest, last);
    last.refuse(new QueueFullError('Others are waiting for a turn too.'));
    return true;
  }

  return {
    async acquire(who, signal) {
      signal?.throwIfAborted();
      if (mayRun(who)) return start(who);
      if (!makeRoom(who)) throw new QueueFullError('Too many wait for a turn.');
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          leave(who, waiter);
          reject(signal?.reason as Error);
        };
        const waiter: Waiter = {
          go() {
            signal?.removeEventListener('abort', onAbort);
            resolve(start(who));
          },
          refuse(error) {
            signal?.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.set(who, [...(waiting.get(who) ?? []), waiter]);
      });
    },
    waiting: totalWaiting,
    acquireIdle: () => (free > 0 && waiting.size === 0 ? start('') : undefined),
  };
}
