import { LRUCache } from 'lru-cache';
import { SEARCH_MODELS_PATH, SEARCH_OFFERS_PATH } from '#src/features/search/api/search-calls.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

export const FRESH_MS = 60_000;
/** Up to this age, a stale response is sent immediately and revalidated in the background. */
export const REVALIDATED_MS = 600_000;
/** Up to this age, a stale response is used if its source is unavailable. */
export const CACHED_WHILE_UNAVAILABLE_MS = DAY_MS;
/** For responses made without the search engine. */
const PROVISIONAL_FRESH_MS = 5000;

export type Made = {
  response: WholeResponse;
  /** Made from the fallback; a cached response is preferred. */
  isProvisional: boolean;
};

export type Wanted = {
  key: string;
  /** Tags that purge it. */
  tags: readonly string[];
  /** Epoch ms after which the content is wrong even if fresh. */
  validUntil: () => number;
  /** @param signal aborted once no request is waiting, or on timeout */
  make: (signal: AbortSignal) => Promise<Made>;
  /** Whether to cache 404 responses. */
  cachesMissing?: boolean;
};

export type ResponseCache = {
  /**
   * Returns a cached response, or a new one shared by all concurrent callers.
   * @param signal aborted if the caller has disconnected
   * @throws the error of `make`
   */
  get(wanted: Wanted, signal?: AbortSignal): Promise<WholeResponse>;
  /** The cached response if it may be sent immediately, and whether to revalidate it. */
  peek(key: string): { response: WholeResponse; isStale: boolean } | undefined;
  /** Purges all responses with a tag, including pending ones. */
  purge(tag: string): void;
};

type Cached = Pick<Wanted, 'tags'> & {
  response: WholeResponse;
  madeAt: number;
  freshMs: number;
  validUntil: number;
};
type Run = Pick<Wanted, 'tags'> & { isPurged: boolean; callers: number; leaving: AbortController };
type Making = Run & { response: Promise<WholeResponse> };

async function inTime(make: Wanted['make'], leaving: AbortController, limitMs: number): Promise<Made> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    leaving.signal.addEventListener('abort', () => reject(leaving.signal.reason as Error), { once: true });
    timer = setTimeout(
      () => leaving.abort(new Error(`No response within ${limitMs / 1000} s.`)),
      limitMs,
    ).unref();
  });
  try {
    return await Promise.race([make(leaving.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

const PER_ENTRY_BYTES = 1000;
/** Larger responses are not cached: a few would evict all others. */
export const MAX_CACHED_BYTES = 1_000_000;

/** Compressed variants are cached with the response. */
const SIZE_WITH_COMPRESSED = 1.4;

/**
 * Caches complete 200 responses in memory, evicting the least recently used.
 * @param maxBytes total size
 * @param maxOfTag maximum number of responses per tag
 * @param longestMakingMs timeout for a response; the next request tries again
 * @param isUnavailable whether the source of responses with these tags is known to be unavailable
 */
export function createResponseCache(options: {
  clock: Clock;
  maxBytes: number;
  longestMakingMs: number;
  isUnavailable: (tags: readonly string[]) => boolean;
  maxOfTag?: number | undefined;
}): ResponseCache {
  const { clock, maxBytes, longestMakingMs, isUnavailable, maxOfTag = Number.POSITIVE_INFINITY } = options;
  const cached = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    sizeCalculation: ({ response }, key) =>
      Math.ceil(response.body.length * SIZE_WITH_COMPRESSED) + key.length + PER_ENTRY_BYTES,
  });
  const making = new Map<string, Making>();
  const now = () => clock.now().getTime();

  function cachedWithin(key: string, maxAgeMs: number): Cached | undefined {
    const known = cached.get(key);
    if (!known || now() >= known.validUntil || now() - known.madeAt >= maxAgeMs) return undefined;
    return known;
  }

  const keysOf = (tag: string) =>
    [...cached.entries()].filter(([, { tags }]) => tags.includes(tag)).map(([key]) => key);

  /** `entries()` is ordered by last use, newest first. */
  function limit(tags: readonly string[]): void {
    if (maxOfTag === Number.POSITIVE_INFINITY) return;
    for (const tag of tags) for (const key of keysOf(tag).slice(maxOfTag)) cached.delete(key);
  }

  async function renew(wanted: Wanted, run: Run): Promise<WholeResponse> {
    const { key, tags } = wanted;
    const madeAt = now();
    // Read before rendering: a response made across midnight may contain the previous day's content.
    const validUntil = wanted.validUntil();
    const older = () => (run.isPurged ? undefined : cachedWithin(key, CACHED_WHILE_UNAVAILABLE_MS)?.response);
    const made = await inTime(wanted.make, run.leaving, longestMakingMs).catch((error: unknown) => {
      const response = older();
      if (!response) throw error;
      return { response, isProvisional: true };
    });
    const { response, isProvisional } = made;
    if (isProvisional || response.status >= 500) {
      const better = older();
      if (better) return better;
    }
    if (run.isPurged) return response;
    const isCached = response.status === 200 || (response.status === 404 && wanted.cachesMissing === true);
    if (isCached && response.body.length <= MAX_CACHED_BYTES) {
      const freshMs = isProvisional ? PROVISIONAL_FRESH_MS : FRESH_MS;
      cached.set(key, { response, tags, madeAt, freshMs, validUntil });
      limit(tags);
    } else if (response.status < 500 && !isProvisional) {
      // It has moved, is gone or is too large to cache.
      cached.delete(key);
    }
    return response;
  }

  function begin(wanted: Wanted): Making {
    const run: Run = { tags: wanted.tags, isPurged: false, callers: 0, leaving: new AbortController() };
    const response = renew(wanted, run).finally(() => {
      if (making.get(wanted.key)?.response === response) making.delete(wanted.key);
    });
    const begun = Object.assign(run, { response });
    making.set(wanted.key, begun);
    return begun;
  }

  /** Cancels the work once its last caller has disconnected. */
  function makeOnce(wanted: Wanted, signal: AbortSignal | undefined): Promise<WholeResponse> {
    // An aborted signal fires no event, so the work would never be cancelled.
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const run = making.get(wanted.key) ?? begin(wanted);
    run.callers += 1;
    signal?.addEventListener(
      'abort',
      () => {
        run.callers -= 1;
        if (run.callers > 0) return;
        if (making.get(wanted.key) === run) making.delete(wanted.key);
        run.leaving.abort(signal.reason);
      },
      { once: true },
    );
    return run.response;
  }

  function known(key: string) {
    const found = cachedWithin(key, CACHED_WHILE_UNAVAILABLE_MS);
    if (!found) return undefined;
    const age = now() - found.madeAt;
    if (age < found.freshMs || isUnavailable(found.tags)) return { response: found.response, isStale: false };
    return age < REVALIDATED_MS ? { response: found.response, isStale: true } : undefined;
  }

  return {
    peek: known,
    async get(wanted, signal) {
      const found = known(wanted.key);
      if (found && !found.isStale) return found.response;
      const renewed = makeOnce(wanted, signal);
      if (!found) return renewed;
      // Not reported: the next request tries again.
      renewed.catch(() => undefined);
      return found.response;
    },
    purge(tag) {
      for (const key of keysOf(tag)) cached.delete(key);
      for (const [key, run] of making) {
        if (!run.tags.includes(tag)) continue;
        run.isPurged = true;
        making.delete(key);
      }
    },
  };
}

/** Shares of the cache memory, so that no kind can evict another. */
const SHARES = { pages: 0.7, searches: 0.22, models: 0.03, offers: 0.05 };

/** SRCH-18: maximum number of responses per dealer. */
export const MODELS_CACHED = 10;
export const OFFERS_CACHED = 20;

export type ResponseCaches = { [K in keyof typeof SHARES]: ResponseCache };

export function createResponseCaches({
  maxBytes,
  ...options
}: {
  clock: Clock;
  maxBytes: number;
  longestMakingMs: number;
  isUnavailable: (tags: readonly string[]) => boolean;
}): ResponseCaches {
  const cacheOf = (kind: keyof typeof SHARES, maxOfTag?: number) =>
    createResponseCache({ ...options, maxBytes: maxBytes * SHARES[kind], maxOfTag });
  return {
    pages: cacheOf('pages'),
    searches: cacheOf('searches'),
    models: cacheOf('models', MODELS_CACHED),
    offers: cacheOf('offers', OFFERS_CACHED),
  };
}

export function cacheFor(
  caches: ResponseCaches,
  { method, url }: { method: string; url: string },
): ResponseCache {
  if (method === 'GET') return caches.pages;
  if (url === SEARCH_MODELS_PATH) return caches.models;
  return url === SEARCH_OFFERS_PATH ? caches.offers : caches.searches;
}
