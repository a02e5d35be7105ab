import type { ServerResponse } from 'node:http';
import { routedNetworkOf } from '#src/domain/client-network.ts';
import { createFairTurns, type FairTurnsOptions, TurnsFullError } from '../fair-turns.ts';
import { takesUpload } from './guard.ts';

/** Limits of concurrent and waiting renders, in total and per network, and the longest wait. */
type Queue = FairTurnsOptions & { longestWaitMs: number };

/**
 * Pages share one thread with everything else: more in parallel are no faster and use more memory. One network
 * leaves a slot for others. Behind an untrusted proxy (TRUSTED_PROXIES) all shoppers are one network.
 */
const PAGES: Queue = { atOnce: 3, ofOne: 2, maxWaiting: 60, maxWaitingOfOne: 30, longestWaitMs: 4000 };

/**
 * A form with errors is rendered like any page, so one network has the same limit as for pages. A lead is worth a
 * longer wait.
 */
const FORMS: Queue = { atOnce: 12, ofOne: 2, maxWaiting: 400, maxWaitingOfOne: 60, longestWaitMs: 10_000 };

/** Photos wait for their decoder, not for this thread. */
const UPLOADS: Queue = { ...FORMS, atOnce: 24, ofOne: 6 };

export type RenderTurns = {
  /**
   * Renders a page when the client's network has its turn. The turn ends with `work` and everything passed to `hold`:
   * work that cannot be stopped still counts.
   * @throws TurnsFullError if too many wait, or this one has waited too long
   */
  run<T>(
    clientAddress: string | undefined,
    signal: AbortSignal | undefined,
    work: (hold: (made: Promise<unknown>) => void) => Promise<T>,
  ): Promise<T>;
};

function createQueue({ longestWaitMs, ...options }: Queue): RenderTurns {
  const turns = createFairTurns(options);

  async function take(who: string, signal: AbortSignal | undefined): Promise<() => void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new TurnsFullError('No turn in time.')), longestWaitMs).unref();
    try {
      return await turns.take(who, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async run(clientAddress, signal, work) {
      const leave = await take(routedNetworkOf(clientAddress ?? ''), signal);
      const held: Promise<unknown>[] = [];
      try {
        return await work((made) => held.push(made));
      } finally {
        void Promise.allSettled(held).then(leave);
      }
    },
  };
}

/**
 * Requests of a page after it is shown (VDP-21) are quick: they do not wait for rendering, nor does rendering wait
 * for them.
 */
const VIEWS: Queue = { atOnce: 24, ofOne: 12, maxWaiting: 1200, maxWaitingOfOne: 600, longestWaitMs: 4000 };

export const createViewTurns = (): RenderTurns => createQueue(VIEWS);

/** Turns of page requests. */
export const createRenderTurns = (): RenderTurns => createQueue(PAGES);

const LEAD = /^\/(?:enquire|api\/leads)\//;

/** Turns of posts: a lead does not wait for valuations or photos. */
export function createPostTurns(): (pathname: string) => RenderTurns {
  const leads = createQueue(FORMS);
  const uploads = createQueue(UPLOADS);
  const others = createQueue(FORMS);
  return (pathname) => {
    if (takesUpload(pathname)) return uploads;
    return LEAD.test(pathname) ? leads : others;
  };
}

/** Aborted once the client has left before its response was out. */
export function signalOf(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort(new Error('The client has left.'));
  });
  return leaving.signal;
}
