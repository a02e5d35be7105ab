import { randomBytes } from 'node:crypto';
import {
  type EnqueuedTaskPromise,
  Meilisearch,
  MeilisearchApiError,
  MeilisearchRequestError,
} from 'meilisearch';
import type { SearchDocument } from '#src/features/search/index/search-document.ts';
import { SearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { INDEX_SETTINGS, settingsDrift, wholeSettings } from './index-settings.ts';
import { type EngineFetch, UNCOMPRESSED } from './send-to-engine.ts';

/** Documents, or batches that are sent as they are made, so that memory holds one: at most 2,000, which take 20 MB. */
type Documents = readonly SearchDocument[] | AsyncIterable<readonly SearchDocument[]>;

/** An index built alongside the live one. */
export type NextIndex = {
  /** @throws SearchUnavailable */
  upsert(documents: Documents): Promise<void>;
  /** Replaces the live index atomically, and deletes the old one. @throws SearchUnavailable */
  publish(): Promise<void>;
};

/** Writes to the vehicle index of one engine. Each call resolves once the change is searchable. */
export type VehicleIndex = {
  /** Whether the index exists and has the settings of `INDEX_SETTINGS`. @throws SearchUnavailable */
  state(): Promise<'absent' | 'current' | 'outdated'>;
  /** Creates the index if missing; does not change the settings of an existing one. @throws SearchUnavailable */
  ensure(): Promise<void>;
  /** @throws SearchUnavailable */
  upsert(documents: Documents): Promise<void>;
  /** @throws SearchUnavailable */
  remove(ids: readonly string[]): Promise<void>;
  /** Removes every vehicle of a dealer. @throws SearchUnavailable */
  clear(dealer: string): Promise<void>;
  /** Vehicles of one dealer in the index. @throws SearchUnavailable */
  count(dealer: string): Promise<number>;
  /** Dealers with vehicles in the index: all, or the thousand with most. @throws SearchUnavailable */
  dealers(): Promise<Set<string>>;
  /** Vehicles of all dealers in the index. @throws SearchUnavailable */
  size(): Promise<number>;
  /** Documents of the live index with these ids. @throws SearchUnavailable */
  documents(ids: readonly string[]): Promise<SearchDocument[]>;
  /** Creates an empty index with the current settings, to be swapped without downtime. @throws SearchUnavailable */
  startNext(): Promise<NextIndex>;
  /** Deletes indexes left by a crashed rebuild. The caller must hold the lease. @throws SearchUnavailable */
  discardLeftovers(): Promise<void>;
};

/** A hanging request must not block the queue. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Indexing half a million vehicles takes minutes. */
const TASK_TIMEOUT_MS = 600_000;
const TASK_POLL_MS = 25;

const COUNTED = 'show_on_dealer_website';

/** More than there can be: one live index and those left by crashes. */
const MAX_INDEXES = 1000;

/** Mirrors the client's own request handling, which works with the global `fetch` only. */
function requestBy(fetch: EngineFetch) {
  return async (url: string | URL | Request, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(String(url), { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new MeilisearchApiError(response, body);
    return body;
  };
}

/** @param engine.place where its address is set, for messages */
export function createVehicleIndex(engine: {
  host: string;
  key: string;
  index: string;
  place?: string;
  fetch?: EngineFetch;
}): VehicleIndex {
  const reach = reachEngine(engine.place ?? 'MEILI_HOST');
  const client = new Meilisearch({
    host: engine.host,
    apiKey: engine.key,
    requestInit: UNCOMPRESSED,
    ...(engine.fetch && { httpClient: requestBy(engine.fetch) }),
  });
  const live = client.index<SearchDocument>(engine.index);
  const nextPrefix = `${engine.index}-next-`;

  async function runTasks(...enqueued: readonly (() => EnqueuedTaskPromise)[]): Promise<void> {
    const uids: number[] = [];
    for (const enqueue of enqueued) uids.push((await reach(enqueue)).taskUid);
    await settled(uids);
  }

  async function settled(uids: readonly number[]): Promise<void> {
    for (const uid of uids) {
      const task = await reach(() =>
        client.tasks.waitForTask(uid, { timeout: TASK_TIMEOUT_MS, interval: TASK_POLL_MS }),
      );
      if (task.status !== 'succeeded')
        throw new SearchUnavailable(
          `Meilisearch refused a change (${task.error?.code}). Details: ${task.error?.message}`,
        );
    }
  }

  const create = (uid: string) =>
    runTasks(
      () => client.createIndex(uid, { primaryKey: 'id' }),
      () => client.index(uid).updateSettings(wholeSettings(INDEX_SETTINGS)),
    );

  /** Meilisearch indexes what is queued in one batch, which takes much less time than one batch after the other. */
  async function upsertInto(uid: string, documents: Documents): Promise<void> {
    const uids: number[] = [];
    for await (const part of Symbol.asyncIterator in documents ? documents : [documents]) {
      if (part.length === 0) continue;
      uids.push((await reach(() => client.index<SearchDocument>(uid).addDocuments([...part]))).taskUid);
    }
    await settled(uids);
  }

  /** By a facet of two values that every vehicle has: hits are counted up to a limit only. */
  async function countOf(filter?: string): Promise<number> {
    const { facetDistribution } = await reach(() =>
      live.search('', { facets: [COUNTED], hitsPerPage: 0, ...(filter !== undefined && { filter }) }),
    );
    return Object.values(facetDistribution?.[COUNTED] ?? {}).reduce((sum, count) => sum + count, 0);
  }

  async function state() {
    const settings = await reach(() => live.getSettings().catch(unlessMissing));
    if (!settings) return 'absent';
    return settingsDrift(settings, INDEX_SETTINGS).length === 0 ? 'current' : 'outdated';
  }

  return {
    state,
    async ensure() {
      if ((await state()) === 'absent') await create(engine.index);
    },
    upsert: (documents) => upsertInto(engine.index, documents),
    remove: (ids) => runTasks(() => live.deleteDocuments([...ids])),
    clear: (dealer) => runTasks(() => live.deleteDocuments({ filter: `dealer = "${dealer}"` })),
    count: (dealer) => countOf(`dealer = "${dealer}"`),
    async dealers() {
      const { facetDistribution } = await reach(() =>
        live.search('', { facets: ['dealer'], hitsPerPage: 0 }),
      );
      return new Set(Object.keys(facetDistribution?.dealer ?? {}));
    },
    size: () => countOf(),
    async documents(ids) {
      const { results } = await reach(() => live.getDocuments({ ids: [...ids], limit: ids.length }));
      return results;
    },
    async startNext() {
      // Unique, so that a process with an expired lease cannot publish an index that another is still filling.
      const uid = nextPrefix + randomBytes(4).toString('hex');
      await create(uid);
      return {
        upsert: (documents) => upsertInto(uid, documents),
        async publish() {
          const createdAt = (await reach(() => client.index(uid).getRawInfo())).createdAt;
          // A key that is restricted to some indexes cannot see the task of a swap, only that of what follows it.
          await reach(() => client.swapIndexes([{ indexes: [engine.index, uid], rename: false }]));
          await runTasks(() => client.deleteIndex(uid));
          if ((await reach(() => live.getRawInfo())).createdAt !== createdAt)
            throw new SearchUnavailable('Meilisearch refused to swap the rebuilt index with the old one');
        },
      };
    },
    async discardLeftovers() {
      const { results } = await reach(() => client.getRawIndexes({ limit: MAX_INDEXES }));
      const leftovers = results.filter(({ uid }) => uid.startsWith(nextPrefix));
      await runTasks(
        ...leftovers.map(
          ({ uid }) =>
            () =>
              client.deleteIndex(uid),
        ),
      );
    },
  };
}

/** The client wraps errors of a custom `httpClient`. */
const unwrapError = (error: unknown): unknown =>
  error instanceof MeilisearchRequestError ? error.cause : error;

function unlessMissing(error: unknown): undefined {
  const apiError = unwrapError(error);
  if (apiError instanceof MeilisearchApiError && apiError.cause?.code === 'index_not_found') return undefined;
  throw error;
}

function describeFailure(error: unknown, place: string): string {
  const apiError = unwrapError(error);
  return apiError instanceof MeilisearchApiError
    ? `refused a request (${apiError.cause?.code ?? apiError.response.status}). Details: ${apiError.message}`
    : `cannot be reached at ${place}: ${plainReason(apiError)}`;
}

const reachEngine =
  (place: string) =>
  async <T>(call: () => PromiseLike<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof SearchUnavailable) throw error;
      throw new SearchUnavailable(`Meilisearch ${describeFailure(error, place)}`, { cause: error });
    }
  };
