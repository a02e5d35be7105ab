import { Worker } from 'node:worker_threads';
import type { WrittenPages } from './page-writer.ts';
import type { PageTask, PageTaskResult, PreviewThreadData } from './preview-thread.ts';

const ended = () => new Error('A thread that rendered pages has ended.');

function run(thread: Worker, task: PageTask): Promise<WrittenPages> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPages>();
  // One that has ended meanwhile has no id.
  if (thread.threadId < 0) reject(ended());
  const onMessage = (result: PageTaskResult) =>
    'written' in result ? resolve(result.written) : reject(result.error);
  const onExit = () => reject(ended());
  thread.on('message', onMessage).on('error', reject).on('exit', onExit);
  thread.postMessage(task);
  // These alone: what stops the thread waits for its exit too.
  return promise.finally(() => thread.off('message', onMessage).off('error', reject).off('exit', onExit));
}

export type PageThreads = {
  /** @throws the first error of a task, or of a thread that ends */
  writeAll(tasks: readonly PageTask[]): Promise<WrittenPages[]>;
  stop(): Promise<void>;
};

/**
 * Threads that render pages. Packages for this (tinypool 2.2) end or hold up the process where a thread fails while it
 * is being stopped.
 */
export function startPageThreads(data: PreviewThreadData, count: number): PageThreads {
  const file = new URL('./preview-thread.ts', import.meta.url);
  const threads = Array.from({ length: count }, () => {
    const thread = new Worker(file, { workerData: data });
    // An error of a thread without a task would end the process; the next task finds the thread ended.
    return thread.on('error', () => {});
  });
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
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
