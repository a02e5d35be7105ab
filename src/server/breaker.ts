import { AsyncLocalStorage } from 'node:async_hooks';

/** Keeps callers from waiting for a service that is unavailable. */
export type Breaker = {
  /** The service is known to be unavailable; use the fallback. */
  isOpen(): boolean;
  /** Calls that used the fallback, because the service failed or was known to be unavailable. */
  diverted(): number;
  /** Runs `work` and returns whether any call inside it used the fallback. */
  tally<T>(work: () => Promise<T>): Promise<{ value: T; isDiverted: boolean }>;
  /** Runs `attempt`, or `otherwise` if the service is unavailable or fails. Errors of `otherwise` are thrown. */
  call<T>(attempt: () => Promise<T>, otherwise: () => Promise<T>): Promise<T>;
  /** Probes the service now; opens or closes by the result. */
  check(): Promise<void>;
  stop(): void;
};

export type BreakerOptions = {
  /** Resolves while the service works; rejects, in good time, while it does not. */
  probe: () => Promise<unknown>;
  /** Failures that count against the service; others are thrown to the caller and do not count. */
  isFailure: (error: unknown) => boolean;
  /** Those of these failures that mean the service is unavailable, not that it refuses one request. */
  isOutage?: (error: unknown) => boolean;
  /** Reported once per change, with the error that opened it. */
  onChange?: (open: boolean, error?: unknown) => void;
  failuresToOpen?: number;
  probeEveryMs?: number;
};

/** Of all breakers: a response is made of whichever services its dealer uses. */
const tallies = new AsyncLocalStorage<{ isDiverted: boolean }>();

const FAILURES_TO_OPEN = 3;
const PROBE_EVERY_MS = 1000;

/**
 * A circuit breaker. After failures in a row a separate probe decides whether it opens, and later when it closes: no
 * shopper's request is used as a probe, and expensive slow calls do not open it.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { probe, isFailure, isOutage = () => true, onChange } = options;
  const { failuresToOpen = FAILURES_TO_OPEN } = options;
  let failuresInARow = 0;
  let diverted = 0;
  let timer: NodeJS.Timeout | undefined;

  function open(error: unknown): void {
    if (timer) return;
    timer = setTimeout(again, options.probeEveryMs ?? PROBE_EVERY_MS).unref();
    onChange?.(true, error);
  }

  function close(): void {
    failuresInARow = 0;
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    onChange?.(false);
  }

  let confirming: Promise<void> | undefined;

  /** One client's expensive calls can be slow while the service is healthy: a probe decides. */
  function confirm(error: unknown): void {
    if (confirming || timer) return;
    confirming = probe()
      .then(
        () => {
          failuresInARow = 0;
        },
        () => open(error),
      )
      .finally(() => {
        confirming = undefined;
      });
  }

  async function again(): Promise<void> {
    try {
      await probe();
    } catch {
      if (timer) timer = setTimeout(again, options.probeEveryMs ?? PROBE_EVERY_MS).unref();
      return;
    }
    close();
  }

  return {
    isOpen: () => timer !== undefined,
    diverted: () => diverted,
    async tally(work) {
      const around = tallies.getStore();
      const tally = { isDiverted: false };
      const value = await tallies.run(tally, work);
      if (around && tally.isDiverted) around.isDiverted = true;
      return { value, isDiverted: tally.isDiverted };
    },
    async call(attempt, otherwise) {
      if (timer === undefined) {
        try {
          const answer = await attempt();
          failuresInARow = 0;
          return answer;
        } catch (error) {
          if (!isFailure(error)) throw error;
          if (isOutage(error)) failuresInARow += 1;
          if (failuresInARow >= failuresToOpen) confirm(error);
        }
      }
      diverted += 1;
      const tally = tallies.getStore();
      if (tally) tally.isDiverted = true;
      return otherwise();
    },
    check: () => probe().then(close, open),
    stop: () => clearTimeout(timer),
  };
}
