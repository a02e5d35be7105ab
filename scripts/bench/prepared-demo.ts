import { join } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { stackFolder, startSeparateStack } from '../demo/separate-stack.ts';
import { type RunningMeilisearch, startMeilisearch } from '../programs/meilisearch.ts';

const BENCH_DATA = stackFolder('bench');

/** A built and imported demo with its search engine running, to be served by a separate process. */
export type PreparedDemo = {
  dealers: readonly DealerConfig[];
  meilisearch: RunningMeilisearch;
  dealersDir: string;
  dist: string;
  env: Record<string, string>;
};

/**
 * Makes and imports the demo, builds its sites, and leaves the engine running.
 * @param use is called while the demo is served, with its search engine behind `engineHost`
 */
export async function prepareDemo<T>(
  use: (stack: Awaited<ReturnType<typeof startSeparateStack>>) => Promise<T>,
  through: (engineHost: string) => Promise<{ host: string; stop(): Promise<void> }> = async (host) => ({
    host,
    stop: async () => {},
  }),
): Promise<PreparedDemo & { used: T }> {
  const meilisearch = await startMeilisearch(join(BENCH_DATA, 'meilisearch'));
  const proxy = await through(meilisearch.host);
  process.env.MEILI_HOST = proxy.host;
  process.env.MEILI_KEY = meilisearch.key;
  try {
    const stack = await startSeparateStack('bench');
    try {
      const used = await use(stack);
      return {
        used,
        dealers: stack.dealers,
        meilisearch,
        dealersDir: join(BENCH_DATA, 'dealers'),
        dist: join(BENCH_DATA, 'dist'),
        env: {
          DATA_DIR: BENCH_DATA,
          MEILI_HOST: meilisearch.host,
          MEILI_KEY: meilisearch.key,
          SITE_SECRET: stack.services.env.SITE_SECRET,
          LOG_LEVEL: 'silent',
        },
      };
    } finally {
      await stack.stop();
    }
  } catch (error) {
    await meilisearch.stop();
    throw error;
  } finally {
    await proxy.stop();
    delete process.env.MEILI_HOST;
    delete process.env.MEILI_KEY;
  }
}
