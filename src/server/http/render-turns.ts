import type { ServerResponse } from 'node:http';
import { networkOf } from '#src/domain/lead/lead-limits.ts';
import { createFairTurns, TurnsFullError } from '../fair-turns.ts';

/** Renders share one thread with everything else: more at once are no faster and hold more memory. */
const RENDERS_AT_ONCE = 3;
/** One network leaves a place for others. */
const RENDERS_AT_ONCE_OF_ONE = 2;
const MAX_WAITING = 60;
/** Behind a proxy that is not trusted (TRUSTED_PROXIES) these are all shoppers' together. */
const MAX_WAITING_OF_ONE = 30;
const LONGEST_WAIT_MS = 4000;
const RETRY_AFTER_SECONDS = 2;

export type RenderTurns = {
  /**
   * Does what renders a page when the client's network has its turn. The turn ends with `work` and with all it hands
   * to `hold`: what cannot be stopped still counts.
   * @throws TurnsFullError where too many wait, or this one has waited too long
   */
  run<T>(
    clientAddress: string | undefined,
    signal: AbortSignal | undefined,
    work: (hold: (made: Promise<unknown>) => void) => Promise<T>,
  ): Promise<T>;
};

export function createRenderTurns(): RenderTurns {
  const turns = createFairTurns({
    atOnce: RENDERS_AT_ONCE,
    ofOne: RENDERS_AT_ONCE_OF_ONE,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOne: MAX_WAITING_OF_ONE,
  });

  async function take(who: string, signal: AbortSignal | undefined): Promise<() => void> {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new TurnsFullError('No turn in time.')),
      LONGEST_WAIT_MS,
    ).unref();
    try {
      return await turns.take(who, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async run(clientAddress, signal, work) {
      const leave = await take(networkOf(clientAddress ?? ''), signal);
      const held: Promise<unknown>[] = [];
      try {
        return await work((made) => held.push(made));
      } finally {
        void Promise.allSettled(held).then(leave);
      }
    },
  };
}

/** 503 for a client that sends more than its share, which should come back in a moment. */
export function answerBusy(res: ServerResponse): void {
  res.statusCode = 503;
  res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  const message = 'We are busy. Please try again in a moment.';
  res.end(JSON.stringify({ error: { code: 'busy', message } }));
}

/** Aborted once the client has left before its answer was out. */
export function signalOf(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort(new Error('The client has left.'));
  });
  return leaving.signal;
}
