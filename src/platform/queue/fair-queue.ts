/** Too many are waiting; the caller should retry later. */
export class QueueFullError extends Error {
  override name = 'TurnsFullError' as const;
}

export type FairQueue = {
  /**
   * Waits for a turn, and resolves to a function that returns it.
   * @param who a client network; networks take turns, however many requests one of them sends
   * @throws TurnsFullError, or the signal's reason if the caller has left
   */
  take(who: string, signal?: AbortSignal): Promise<() => void>;
  /** A turn for low-priority work: only while a slot is free and no other work waits. */
  takeIdle(): (() => void) | undefined;
};

export type FairQueueOptions = {
  /** The number of concurrent turns. */
  atOnce: number;
  /** How many of them one client network may hold. */
  ofOne?: number;
  maxWaiting: number;
  maxWaitingOfOne?: number;
  /** Called when a slot is free and no other work waits for it. */
  onIdle?: () => void;
};

type Waiter = { go(): void; refuse(error: Error): void };

/** Limits concurrent work and divides it fairly; behind an untrusted proxy all shoppers share one network. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnce, maxWaiting, onIdle } = options;
  const { ofOne = atOnce, maxWaitingOfOne = maxWaiting } = options;
  /** In the order in which networks have their next turn. */
  const waiting = new Map<string, Waiter[]>();
  const running = new Map<string, number>();
  let free = atOnce;

  const waitingInAll = () => [...waiting.values()].reduce((sum, line) => sum + line.length, 0);
  const mayRun = (who: string) => free > 0 && (running.get(who) ?? 0) < ofOne;

  function start(who: string): () => void {
    free -= 1;
    running.set(who, (running.get(who) ?? 0) + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      free += 1;
      const left = (running.get(who) ?? 1) - 1;
      if (left > 0) running.set(who, left);
      else running.delete(who);
      callNext();
    };
  }

  function callNext(): void {
    const mayGo = [...waiting.keys()].filter(mayRun);
    // Networks with running work come after those without.
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

  /** If the queue is full, the network with most of its places loses one. */
  function makeRoom(who: string): boolean {
    const mine = waiting.get(who)?.length ?? 0;
    if (mine >= maxWaitingOfOne) return false;
    if (waitingInAll() < maxWaiting) return true;
    const [longest, line] = [...waiting].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const last = line?.at(-1);
    if (longest === undefined || !last || (line?.length ?? 0) <= mine + 1) return false;
    leave(longest, last);
    last.refuse(new QueueFullError('Others are waiting for a turn too.'));
    return true;
  }

  return {
    async take(who, signal) {
      signal?.throwIfAborted();
      if (mayRun(who)) return start(who);
      if (!makeRoom(who)) throw new QueueFullError('Too many wait for a turn.');
      return new Promise((resolve, reject) => {
        const gone = () => {
          leave(who, waiter);
          reject(signal?.reason as Error);
        };
        const waiter: Waiter = {
          go() {
            signal?.removeEventListener('abort', gone);
            resolve(start(who));
          },
          refuse(error) {
            signal?.removeEventListener('abort', gone);
            reject(error);
          },
        };
        signal?.addEventListener('abort', gone, { once: true });
        waiting.set(who, [...(waiting.get(who) ?? []), waiter]);
      });
    },
    takeIdle: () => (free > 0 && waiting.size === 0 ? start('') : undefined),
  };
}
