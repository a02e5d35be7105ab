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

/** @param cause what ended it, where that is known */
const ended = (cause: unknown) => new Error('A thread that rendered pages has ended.', { cause });

const post = ({ worker }: Thread, message: ThreadMessage) => worker.postMessage(message);

/** Pages are garbage as soon as they are written: with the usual 48 MB, collecting it takes a tenth of the time. */
const YOUNG_MEMORY_MB = 96;

function start(): Thread {
  const worker = new Worker(new URL('./preview-thread.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  const thread: Thread = { worker };
  // An error of a thread without a task would end the process; the next task finds the thread ended.
  thread.worker.on('error', (error) => {
    thread.error = error;
  });
  return thread;
}

async function run(thread: Thread, task: PageTask): Promise<WrittenPages> {
  const { worker, error } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPages>();
  // One that has ended meanwhile has no id.
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
    // These alone: what stops the thread waits for its exit too.
    worker.off('message', onMessage).off('error', reject).off('exit', onExit);
  }
}

export type PageThreads = {
  /** Says what is rendered, before the first task. @param count of threads that it is worth */
  open(site: PreviewThreadData, count: number): void;
  /** @throws the first error of a task, or of a thread that ends */
  writeAll(tasks: readonly PageTask[]): Promise<WrittenPages[]>;
  stop(): Promise<void>;
};

/**
 * Threads that render pages. The first loads its code while it is not known yet what is rendered. Packages for this
 * (tinypool 2.2) end or hold up the process when a thread fails while it is being stopped.
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

/** A thread loads the pages first, which takes as long as it takes to render so many. */
const PAGES_WORTH_A_THREAD = 100;
/** Each takes 300 MB, measured with 500 vehicles. */
const MOST_THREADS = 4;
const PAGES_AT_A_TIME = 10;

/** Pages that follow from the configuration and are open to everyone. */
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
 * Renders the pages of a preview and writes them, on all cores: those that follow from the configuration, one for each
 * vehicle, and the searches and forms that these link to.
 * @param vehicles slugs of those that have a page
 * @throws Error that names the page, where one cannot be rendered
 */
export async function writePreviewPages(
  threads: PageThreads,
  site: Omit<PreviewThreadData, 'planned'>,
  vehicles: readonly string[],
): Promise<Omit<WrittenPages, 'linked'>> {
  const planned = plannedPaths(site.dealer, vehicles);
  const worth = Math.ceil(planned.length / PAGES_WORTH_A_THREAD);
  threads.open({ ...site, planned }, Math.min(worth, availableParallelism(), MOST_THREADS));
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
