import type { ServerResponse } from 'node:http';
import { routedNetworkOf } from '#src/platform/http/client-address.ts';
import { createFairQueue, type FairQueueOptions, QueueFullError } from '#src/platform/queue/fair-queue.ts';
import { type PostQueueName, policyAt, type ReadQueueName } from '#src/platform/routing/route-policies.ts';

/** Limits for concurrent and waiting renders, in total and per network, and the maximum wait. */
type QueueLimits = FairQueueOptions & { maxWaitMs: number };

/**
 * Pages are rendered on the main thread: more in parallel use more memory without being faster. The limit per network
 * leaves a slot for others. Behind an untrusted proxy (TRUSTED_PROXIES) all shoppers count as one network.
 */
const PAGES: QueueLimits = {
  concurrency: 3,
  concurrencyPerClient: 2,
  maxWaiting: 60,
  maxWaitingPerClient: 30,
  maxWaitMs: 4000,
};

/**
 * A form with errors is rendered like any page, so the limit per network is the same. A lead is worth a longer wait.
 */
const FORMS: QueueLimits = {
  concurrency: 12,
  concurrencyPerClient: 2,
  maxWaiting: 400,
  maxWaitingPerClient: 60,
  maxWaitMs: 10_000,
};

/** Photos wait for their decoder, not for this thread. */
const UPLOADS: QueueLimits = { ...FORMS, concurrency: 24, concurrencyPerClient: 6 };

type RenderQueue = {
  /** Number of requests that wait. */
  waiting(): number;
  /**
   * Runs `work` when the queue allows it. The slot is released once `work` and all promises passed to `hold` have
   * settled, because work that cannot be cancelled still counts.
   * @throws QueueFullError if too many requests wait, or this one has waited too long
   */
  run<T>(
    clientAddress: string | undefined,
    signal: AbortSignal | undefined,
    work: (hold: (made: Promise<unknown>) => void) => Promise<T>,
  ): Promise<T>;
};

function createQueue({ maxWaitMs, ...options }: QueueLimits): RenderQueue {
  const queue = createFairQueue(options);

  async function acquire(who: string, signal: AbortSignal | undefined): Promise<() => void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new QueueFullError('No turn in time.')), maxWaitMs).unref();
    try {
      return await queue.acquire(who, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    waiting: queue.waiting,
    async run(clientAddress, signal, work) {
      const release = await acquire(routedNetworkOf(clientAddress ?? ''), signal);
      const unsettled: Promise<unknown>[] = [];
      try {
        return await work((made) => unsettled.push(made));
      } finally {
        void Promise.allSettled(unsettled).then(release);
      }
    },
  };
}

/**
 * Requests sent by a page after it is shown (VDP-21) are quick; a separate queue keeps them and rendering from delaying
 * each other.
 */
const VIEWS: QueueLimits = {
  concurrency: 24,
  concurrencyPerClient: 12,
  maxWaiting: 1200,
  maxWaitingPerClient: 600,
  maxWaitMs: 4000,
};

/** Searches mostly wait for the engine: running several is faster, and none waits for a page. */
const SEARCHES: QueueLimits = { ...PAGES, concurrency: 8, concurrencyPerClient: 6 };

export type CachedQueues = { pages: RenderQueue; searches: RenderQueue };

export const createCachedQueues = (): CachedQueues => ({
  pages: createQueue(PAGES),
  searches: createQueue(SEARCHES),
});

/**
 * Third-party services (timeouts: 15 s for text messages, 8 s for others) use none of this thread. A slow one must not
 * delay pages or leads.
 */
const SLOW_SERVICES: QueueLimits = UPLOADS;

const POST_QUEUES: Record<PostQueueName, QueueLimits> = {
  uploads: UPLOADS,
  codes: SLOW_SERVICES,
  // Quotes store nothing.
  quotes: SLOW_SERVICES,
  'broker-leads': SLOW_SERVICES,
  leads: FORMS,
  payments: SLOW_SERVICES,
  forms: FORMS,
};

/** Queues in use, by name. */
export type NamedQueues = Map<string, RenderQueue>;

const createQueues =
  <Name extends string>(limits: Record<Name, QueueLimits>, queues: NamedQueues) =>
  (name: Name): RenderQueue => {
    const queue = queues.get(name) ?? createQueue(limits[name]);
    queues.set(name, queue);
    return queue;
  };

/** @param known receives each queue once it is used */
export function createPostQueues(known: NamedQueues = new Map()): (pathname: string) => RenderQueue {
  const queueNamed = createQueues(POST_QUEUES, known);
  return (pathname) => queueNamed(policyAt(pathname)?.post?.queue ?? 'forms');
}

const READ_QUEUES: Record<Exclude<ReadQueueName, 'pages'>, QueueLimits> = {
  views: VIEWS,
  // Quick quote pages may request an estimate from the broker.
  'broker-quotes': SLOW_SERVICES,
  costs: SLOW_SERVICES,
};

/**
 * @param pages queue of all other pages
 * @param known receives each queue once it is used
 */
export function createReadQueues(
  pages: RenderQueue,
  known: NamedQueues = new Map(),
): (pathname: string, query: URLSearchParams) => RenderQueue {
  const queueNamed = createQueues(READ_QUEUES, known);
  return (pathname, query) => {
    const { read = 'pages', readWith } = policyAt(pathname) ?? {};
    const name = readWith && query.has(readWith.field) ? readWith.queue : read;
    return name === 'pages' ? pages : queueNamed(name);
  };
}

/** Whether to abort a post when its client disconnects; leads are always stored. */
export const endsWithClient = (pathname: string): boolean =>
  policyAt(pathname)?.post?.endsWithClient === true;

/** Aborts if the client disconnects before the response is complete. */
export function signalOf(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!res.writableFinished) leaving.abort(new Error('The client has left.'));
  };
  // It may have disconnected while queued.
  if (res.closed || res.destroyed || res.socket?.destroyed === true) leave();
  else res.once('close', leave);
  return leaving.signal;
}
