import { Worker } from 'node:worker_threads';
import type { WrittenPages } from './page-writer.ts';
import type { PageTask, PageTaskResult, PreviewThreadData } from './preview-thread.ts';

type Thread = { worker: Worker; error?: unknown };

/** @param cause what ended it, where that is known */
const ended = (cause: unknown) => new Error('A thread that rendered pages has ended.', { cause });

function start(data: PreviewThreadData): Thread {
  const thread: Thread = {
    worker: new Worker(new URL('./preview-thread.ts', import.meta.url), { workerData: data }),
  };
  // An error of a thread without a task would end the process; the next task finds the thread ended.
  thread.worker.on('error', (error) => {
    thread.error = error;
  });
  return thread;
}

function run({ worker, error }: Thread, task: PageTask): Promise<WrittenPages> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPages>();
  // One that has ended meanwhile has no id.
  if (worker.threadId < 0) reject(ended(error));
  const onMessage = (result: PageTaskResult) =>
    'written' in result
      ? resolve(result.written)
      : reject(Object.assign(new Error(result.failure.message), result.failure));
  const onExit = () => reject(ended(undefined));
  worker.on('message', onMessage).on('error', reject).on('exit', onExit);
  worker.postMessage(task);
  // These alone: what stops the thread waits for its exit too.
  return promise.finally(() => worker.off('message', onMessage).off('error', reject).off('exit', onExit));
}

export type PageThreads = {
  /** @throws the first error of a task, or of a thread that ends */
  writeAll(tasks: readonly PageTask[]): Promise<WrittenPages[]>;
  stop(): Promise<void>;
};

/**
 * Threads that render pages. Packages for this (tinypool 2.2) end or hold up the process when a thread fails while it
 * is being stopped.
 */
export function startPageThreads(data: PreviewThreadData, count: number): PageThreads {
  const threads = Array.from({ length: count }, () => start(data));
  return {
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
