import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { batches } from '#src/platform/queue/batches.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { isOffInPreview } from '#src/server/routes/preview-addresses.ts';
import type { WrittenPages } from './page-writer.ts';
import { previewed } from './preview-dealer.ts';
import type { PageTask, PageTaskResult, PreviewThreadData, ThreadMessage } from './preview-thread.ts';

type Thread = { worker: Worker; error?: unknown };

const ended = (cause: unknown) => new Error('A thread that rendered pages has ended.', { cause });

const post = ({ worker }: Thread, message: ThreadMessage) => worker.postMessage(message);

/** Pages are short-lived garbage: with the default of 48 MB, collecting it takes a tenth of the time. */
const YOUNG_MEMORY_MB = 96;

function start(): Thread {
  const worker = new Worker(new URL('./preview-thread.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  const thread: Thread = { worker };
  // An unhandled error of an idle thread would end the process; the next task reports it.
  thread.worker.on('error', (error) => {
    thread.error = error;
  });
  return thread;
}

async function run(thread: Thread, task: PageTask): Promise<WrittenPages> {
  const { worker, error } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPages>();
  // The thread has ended already.
  if (worker.threadId < 0) reject(ended(error));
  const onMessage = (result: PageTaskResult) =>
    'written' in result
      ? resolve(result.written)
      : reject(Object.assign(new Error(result.failure.message), result.failure));
  const onExit = () => reject(ended(undefined));
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  post(thread, { task });
  try {
    return await promise;
  } finally {
    // Only these listeners: terminating the thread also listens for its exit.
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
  }
}

export type PageThreads = {
  /** Sets what is rendered, before the first task. @param count number of threads to use */
  open(site: PreviewThreadData, count: number): void;
  /** @throws the first error of a task or thread */
  writeAll(tasks: readonly PageTask[]): Promise<WrittenPages[]>;
  stop(): Promise<void>;
};

/**
 * A pool of threads that render pages. The first thread loads its code before it is known what to render. Packages for
 * this (tinypool 2.2) crash or block the process if a thread fails while it is being stopped.
 */
export function startPageThreads(): PageThreads {
  const threads = [start()];
  return {
    open(site, count) {
      while (threads.length < count) threads.push(start());
      for (const thread of threads) post(thread, { site });
    },
    async writeAll(tasks) {
      const waiting = [...tasks];
      const written: WrittenPages[] = [];
      await Promise.all(
        threads.map(async (thread) => {
          for (let task = waiting.shift(); task; task = waiting.shift())
            written.push(await run(thread, task));
        }),
      );
      return written;
    },
    async stop() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Starting a thread takes as long as rendering this many pages. */
const PAGES_WORTH_A_THREAD = 100;
/** Each takes 300 MB, measured with 500 vehicles. */
const MAX_THREADS = 4;
const PAGES_AT_A_TIME = 10;

/** Static pages that are open to everyone. */
const openPaths = (dealer: DealerConfig, shown: DealerConfig): string[] =>
  siteRoutes(shown)
    .map(({ path }) => path)
    .filter((path) => gateAt(dealer, path) === undefined && !isOffInPreview(path));

const plannedPaths = (dealer: DealerConfig, vehicles: readonly string[]): string[] => {
  const shown = previewed(dealer);
  const fixed = [...openPaths(dealer, shown), shown.search.defaultPath, '/cars', '/search'];
  return [...new Set([...fixed, ...vehicles.map((slug) => `/cars/${slug}`)])];
};

/**
 * Renders and writes the pages of a preview on all cores: static pages, one for each vehicle, and the searches and
 * forms that these link to.
 * @param vehicles slugs of vehicles with a page
 * @throws Error that names the page, if it cannot be rendered
 */
export async function writePreviewPages(
  threads: PageThreads,
  site: Omit<PreviewThreadData, 'planned'>,
  vehicles: readonly string[],
): Promise<Omit<WrittenPages, 'linked'>> {
  const planned = plannedPaths(site.dealer, vehicles);
  const worth = Math.ceil(planned.length / PAGES_WORTH_A_THREAD);
  threads.open({ ...site, planned }, Math.min(worth, availableParallelism(), MAX_THREADS));
  const known = new Set(planned);
  const written: Omit<WrittenPages, 'linked'> = { pages: new Map(), pictures: new Set() };
  let tasks: PageTask[] = ['others', ...batches(planned, PAGES_AT_A_TIME)];
  while (tasks.length > 0) {
    const linked = new Set<string>();
    for (const part of await threads.writeAll(tasks)) {
      for (const [name, page] of part.pages) written.pages.set(name, page);
      for (const picture of part.pictures) written.pictures.add(picture);
      for (const path of part.linked) if (!known.has(path)) linked.add(path);
    }
    for (const path of linked) known.add(path);
    tasks = batches([...linked], PAGES_AT_A_TIME);
  }
  return written;
}
