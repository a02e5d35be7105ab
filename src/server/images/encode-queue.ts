import { createFairTurns } from '../fair-turns.ts';

export type EncodeQueue = {
  /**
   * Runs `work` unless the same key is under way, in which case all callers share its outcome.
   * @param who the client network that asks; whichever of those that ask has its turn first starts the work
   * @throws TurnsFullError, and what `work` throws
   */
  once(key: string, work: () => Promise<void>, who?: string): Promise<void>;
  /**
   * Runs `work` some time when nobody waits, one at a time; a known key is not queued again. The work sees to
   * its own errors. False where the queue is full or stopped: the caller may ask again later.
   */
  later(key: string, work: () => Promise<void>, who?: string): boolean;
  /** Drops what waits for later, and resolves once nothing is under way. */
  stop(): Promise<void>;
};

type Run = {
  who: Set<string>;
  isStarted: boolean;
  outcome: PromiseWithResolvers<void>;
  work: () => Promise<void>;
};
type Postponed = { who: string; work: () => Promise<void> };

/**
 * @param atOnce how many run at the same time, of both kinds together
 * @param maxWaiting how many of each kind may wait; more throw TurnsFullError, or are turned away
 * @param maxWaitingOfOne how many of these may be of one client network
 */
export function createEncodeQueue(
  atOnce: number,
  maxWaiting: number,
  maxWaitingOfOne = maxWaiting,
): EncodeQueue {
  const turns = createFairTurns({ atOnce, maxWaiting, maxWaitingOfOne, onIdle: () => startPostponed() });
  const underWay = new Map<string, Run>();
  const postponed = new Map<string, Postponed>();
  let lastPostponedFor = '';
  let postponedRunning: Promise<void> | undefined;
  let isStopped = false;

  function startPostponed(): void {
    if (postponedRunning || postponed.size === 0) return;
    const leave = turns.takeIdle();
    if (!leave) return;
    const all = [...postponed];
    const next = all.find(([, { who }]) => who !== lastPostponedFor) ?? all[0];
    if (!next) {
      leave();
      return;
    }
    const [key, { who, work }] = next;
    lastPostponedFor = who;
    postponedRunning = work()
      .catch(() => undefined)
      .finally(() => {
        postponed.delete(key);
        postponedRunning = undefined;
        leave();
      });
  }

  async function takePart(run: Run, who: string): Promise<void> {
    run.who.add(who);
    try {
      const leave = await turns.take(who);
      try {
        if (run.isStarted) return;
        run.isStarted = true;
        await run.work().then(run.outcome.resolve, run.outcome.reject);
      } finally {
        leave();
      }
    } catch (error) {
      run.who.delete(who);
      if (run.who.size === 0 && !run.isStarted) run.outcome.reject(error);
    }
  }

  return {
    async once(key, work, who = '') {
      const known = underWay.get(key);
      const run = known ?? { who: new Set(), isStarted: false, outcome: Promise.withResolvers<void>(), work };
      if (!known) {
        underWay.set(key, run);
        const forget = () => void underWay.delete(key);
        run.outcome.promise.then(forget, forget);
      }
      // Another client need not wait until the first one has its turn.
      if (!run.isStarted && !run.who.has(who)) void takePart(run, who);
      return run.outcome.promise;
    },
    later(key, work, who = '') {
      if (isStopped) return false;
      if (postponed.has(key)) return true;
      const mine = [...postponed.values()].filter((one) => one.who === who).length;
      if (postponed.size >= maxWaiting || mine >= maxWaitingOfOne) return false;
      postponed.set(key, { who, work });
      startPostponed();
      return true;
    },
    async stop() {
      isStopped = true;
      postponed.clear();
      await Promise.allSettled([
        ...[...underWay.values()].map(({ outcome }) => outcome.promise),
        postponedRunning,
      ]);
    },
  };
}
