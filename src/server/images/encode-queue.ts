import { createFairQueue } from '../fair-turns.ts';

export type EncodeQueue = {
  /**
   * Runs `work` unless the same key is running; then all callers share its outcome.
   * @param who the requesting client network; the first of several whose turn comes starts the work
   * @param signal aborted when this client has left; work that no other client wants is not started
   * @throws TurnsFullError, the signal's reason, and what `work` throws
   */
  once(key: string, work: () => Promise<void>, who?: string, signal?: AbortSignal): Promise<void>;
  /**
   * Runs `work` when no client waits, one at a time; a known key is not queued again. The work handles its own
   * errors. False if the queue is full or stopped: the caller may retry later.
   */
  later(key: string, work: () => Promise<void>, who?: string): boolean;
  /** Drops queued background work, and resolves once nothing is running. */
  stop(): Promise<void>;
};

/** The clients of one network that wait for a run, and its place in the queue. */
type Part = { clients: number; place: AbortController };
type Run = {
  key: string;
  parts: Map<string, Part>;
  isStarted: boolean;
  outcome: PromiseWithResolvers<void>;
  work: () => Promise<void>;
};
type Postponed = { who: string; work: () => Promise<void> };

/**
 * @param atOnce how many run at the same time, of both kinds together
 * @param maxWaiting how many of each kind may wait; more throw TurnsFullError, or are refused
 * @param maxWaitingOfOne how many of these may be of one client network
 */
export function createEncodeQueue(
  atOnce: number,
  maxWaiting: number,
  maxWaitingOfOne = maxWaiting,
): EncodeQueue {
  const turns = createFairQueue({ atOnce, maxWaiting, maxWaitingOfOne, onIdle: () => startPostponed() });
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

  function runOf(key: string, work: () => Promise<void>): Run {
    const known = underWay.get(key);
    if (known) return known;
    const run: Run = {
      key,
      parts: new Map(),
      isStarted: false,
      outcome: Promise.withResolvers<void>(),
      work,
    };
    underWay.set(key, run);
    const forget = () => {
      if (underWay.get(key) === run) underWay.delete(key);
    };
    run.outcome.promise.then(forget, forget);
    return run;
  }

  function leaveRun(run: Run, who: string, part: Part, error: unknown): void {
    if (run.parts.get(who) === part) run.parts.delete(who);
    if (run.parts.size > 0 || run.isStarted) return;
    // Immediately: the next caller must not join a finished run.
    if (underWay.get(run.key) === run) underWay.delete(run.key);
    run.outcome.reject(error);
  }

  async function takePart(run: Run, who: string, part: Part): Promise<void> {
    run.parts.set(who, part);
    try {
      const leave = await turns.take(who, part.place.signal);
      try {
        if (run.isStarted || run.parts.size === 0) return;
        run.isStarted = true;
        await run.work().then(run.outcome.resolve, run.outcome.reject);
      } finally {
        leave();
      }
    } catch (error) {
      leaveRun(run, who, part, error);
    }
  }

  return {
    async once(key, work, who = '', signal) {
      signal?.throwIfAborted();
      const run = runOf(key, work);
      if (run.isStarted) return run.outcome.promise;
      const known = run.parts.get(who);
      const part = known ?? { clients: 0, place: new AbortController() };
      part.clients += 1;
      // Another client need not wait for the first one's turn.
      if (!known) void takePart(run, who, part);
      return new Promise((resolve, reject) => {
        run.outcome.promise.then(resolve, reject);
        signal?.addEventListener(
          'abort',
          () => {
            reject(signal.reason as Error);
            part.clients -= 1;
            if (part.clients > 0) return;
            leaveRun(run, who, part, signal.reason);
            part.place.abort(signal.reason);
          },
          { once: true },
        );
      });
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
