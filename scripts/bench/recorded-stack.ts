import { join, resolve } from 'node:path';
import { type RunningMeilisearch, startMeilisearch } from '../processes/meilisearch.ts';
import { startSeparateStack } from '../processes/separate-stack.ts';
import { type RecordedSearch, recordSearches } from './recorded-searches.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const BENCH_DATA = resolve('.data/bench');
const DEALER = 'riverbend';

/** A built and imported demo with its search engine running, to be served by a process of its own. */
export type RecordedStack = {
  dealer: string;
  searches: RecordedSearch[];
  meilisearch: RunningMeilisearch;
  dealersDir: string;
  dist: string;
  env: Record<string, string>;
};

/** Runs the demo behind a recording proxy, uses its search page in a browser, and leaves the engine running. */
export async function recordedStack(): Promise<RecordedStack> {
  const meilisearch = await startMeilisearch(join(BENCH_DATA, 'meilisearch'));
  const proxy = await startRecordingProxy(meilisearch.host);
  process.env.MEILI_HOST = proxy.host;
  process.env.MEILI_KEY = meilisearch.key;
  try {
    const stack = await startSeparateStack('bench');
    try {
      const searches = await recordSearches(stack, DEALER, proxy);
      return {
        dealer: DEALER,
        searches,
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
