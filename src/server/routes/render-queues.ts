import type { ServerResponse } from 'node:http';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import { createFairQueue, type FairQueueOptions, QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { type PostQueueName, type ReadQueueName, routeAt } from '#src/platform/routing/route-table.ts';

/** Limits of concurrent and waiting renders, in total and per network, and the longest wait. */
type QueueLimits = FairQueueOptions & { longestWaitMs: number };

/**
 * Pages share one thread with everything else: more in parallel are no faster and use more memory. One network
 * leaves a slot for others. Behind an untrusted proxy (TRUSTED_PROXIES) all shoppers are one network.
 */
const PAGES: QueueLimits = { atOnce: 3, ofOne: 2, maxWaiting: 60, maxWaitingOfOne: 30, longestWaitMs: 4000 };

/**
 * A form with errors is rendered like any page, so one network has the same limit as for pages. A lead is worth a
 * longer wait.
 */
const FORMS: QueueLimits = {
  atOnce: 12,
  ofOne: 2,
  maxWaiting: 400,
  maxWaitingOfOne: 60,
  longestWaitMs: 10_000,
};

/** Photos wait for their decoder, not for this thread. */
const UPLOADS: QueueLimits = { ...FORMS, atOnce: 24, ofOne: 6 };

export type RenderQueue = {
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

function createQueue({ longestWaitMs, ...options }: QueueLimits): RenderQueue {
  const turns = createFairQueue(options);

  async function take(who: string, signal: AbortSignal | undefined): Promise<() => void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new QueueFullError('No turn in time.')), longestWaitMs).unref();
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
const VIEWS: QueueLimits = {
  atOnce: 24,
  ofOne: 12,
  maxWaiting: 1200,
  maxWaitingOfOne: 600,
  longestWaitMs: 4000,
};

/** A search waits for the engine most of its time: several at once are faster, and none waits for a page. */
const SEARCHES: QueueLimits = { ...PAGES, atOnce: 8, ofOne: 6 };

/** Turns of responses that are cached. */
export type CachedQueues = { pages: RenderQueue; searches: RenderQueue };

export const createCachedQueues = (): CachedQueues => ({
  pages: createQueue(PAGES),
  searches: createQueue(SEARCHES),
});

/**
 * What waits for third-party services (text messages 15 s, all others 8 s) uses none of this thread. A slow one
 * delays neither pages nor leads.
 */
const SLOW_SERVICES: QueueLimits = UPLOADS;

const POST_QUEUES: Record<PostQueueName, QueueLimits> = {
  uploads: UPLOADS,
  codes: SLOW_SERVICES,
  // The broker's quote stores nothing.
  quotes: SLOW_SERVICES,
  'broker-leads': SLOW_SERVICES,
  leads: FORMS,
  payments: SLOW_SERVICES,
  forms: FORMS,
};

const createQueues = <Name extends string>(limits: Record<Name, QueueLimits>) => {
  const queues = new Map<string, RenderQueue>();
  return (name: Name): RenderQueue => {
    const known = queues.get(name) ?? createQueue(limits[name]);
    queues.set(name, known);
    return known;
  };
};

/** Turns of posts. */
export function createPostQueues(): (pathname: string) => RenderQueue {
  const queueNamed = createQueues(POST_QUEUES);
  return (pathname) => queueNamed(routeAt(pathname)?.post?.queue ?? 'forms');
}

const READ_QUEUES: Record<Exclude<ReadQueueName, 'pages'>, QueueLimits> = {
  views: VIEWS,
  // The page of a quick quote may ask the broker for an estimate.
  'broker-quotes': SLOW_SERVICES,
  costs: SLOW_SERVICES,
};

/** Turns of reads. @param pages those of all other pages */
export function createReadQueues(
  pages: RenderQueue,
): (pathname: string, query: URLSearchParams) => RenderQueue {
  const queueNamed = createQueues(READ_QUEUES);
  return (pathname, query) => {
    const { read = 'pages', readWith } = routeAt(pathname) ?? {};
    const name = readWith && query.has(readWith.field) ? readWith.queue : read;
    return name === 'pages' ? pages : queueNamed(name);
  };
}

/** Whether the work of a post ends when its client leaves; a lead is stored even then. */
export const endsWithClient = (pathname: string): boolean => routeAt(pathname)?.post?.endsWithClient === true;

/** Aborted once the client has left before its response was out. */
export function signalOf(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!res.writableFinished) leaving.abort(new Error('The client has left.'));
  };
  // It may have left while its request waited.
  if (res.closed || res.destroyed || res.socket?.destroyed === true) leave();
  else res.once('close', leave);
  return leaving.signal;
}
