import { type EnqueuedTaskPromise, Meilisearch, MeilisearchApiError } from 'meilisearch';
import type { SearchDocument } from '#src/domain/search/search-document.ts';
import { INDEX_SETTINGS } from './index-settings.ts';
import { SearchUnavailable } from './multi-search.ts';

/** Write side of the shared vehicle index. Each call returns once the change can be searched. */
export type VehicleIndex = {
  /** Creates the index and brings its settings up to date. @throws SearchUnavailable */
  ensure(): Promise<void>;
  /** @throws SearchUnavailable */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** @throws SearchUnavailable */
  remove(ids: readonly string[]): Promise<void>;
  /** Vehicles of one dealer in the index. @throws SearchUnavailable */
  count(dealer: string): Promise<number>;
};

const TASK_TIMEOUT_MS = 120_000;
const TASK_POLL_MS = 25;

export function createVehicleIndex(engine: { host: string; key: string; index: string }): VehicleIndex {
  const client = new Meilisearch({
    host: engine.host,
    apiKey: engine.key,
    // Compressed answers cost 40 ms each.
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  });
  const index = client.index<SearchDocument>(engine.index);

  async function settle(enqueue: () => EnqueuedTaskPromise): Promise<void> {
    const task = await reach(() => enqueue().waitTask({ timeout: TASK_TIMEOUT_MS, interval: TASK_POLL_MS }));
    if (task.status !== 'succeeded')
      throw new SearchUnavailable(`Meilisearch refused a change: ${task.error?.message}`);
  }

  return {
    async ensure() {
      const exists = await reach(() =>
        client.getRawIndex(engine.index).then(
          () => true,
          (error: unknown) => {
            if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') return false;
            throw error;
          },
        ),
      );
      if (!exists) await settle(() => client.createIndex(engine.index, { primaryKey: 'id' }));
      await settle(() => index.updateSettings(INDEX_SETTINGS));
    },
    upsert: (documents) => settle(() => index.addDocuments([...documents])),
    remove: (ids) => settle(() => index.deleteDocuments([...ids])),
    async count(dealer) {
      const { totalHits } = await reach(() =>
        index.search('', { filter: `dealer = "${dealer}"`, hitsPerPage: 0, page: 1 }),
      );
      return totalHits;
    },
  };
}

async function reach<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SearchUnavailable) throw error;
    throw new SearchUnavailable(`Meilisearch: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
