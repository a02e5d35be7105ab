import { LRUCache } from 'lru-cache';
import { SEARCH_MODELS_PATH, SEARCH_OFFERS_PATH } from '#src/features/search/api/search-calls.ts';
import type { WholeResponse } from '#src/platform/http/response-headers.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

/** Ages of a response in ms. */
export const FRESH_MS = 60_000;
/** Until this age a stale response is sent immediately, while a new one is made. */
export const REVALIDATED_MS = 600_000;
/** Until this age a stale response is used while its source is unavailable. */
export const CACHED_WHILE_UNAVAILABLE_MS = DAY_MS;
/** A response made without the search engine expires sooner. */
const PROVISIONAL_FRESH_MS = 5000;

export type Made = {
  response: WholeResponse;
  /** Made from the fallback: a cached response is better. */
  isProvisional: boolean;
};

export type Wanted = {
  key: string;
  /** What purges it. */
  tags: readonly string[];
  /** Epoch ms after which its content is wrong, however fresh. */
  validUntil: () => number;
  /** @param signal aborted once no request is waiting for the response, or it takes too long */
  make: (signal: AbortSignal) => Promise<Made>;
  /** Whether 404 responses are cached too. */
  cachesMissing?: boolean;
};

export type ResponseCache = {
  /**
   * A cached response, or a new one shared by all concurrent callers.
   * @param signal aborted if the caller has left
   * @throws the error of `make`
   */
  get(wanted: Wanted, signal?: AbortSignal): Promise<WholeResponse>;
  /** The cached response, if it may be sent immediately, and whether a newer one should be made. */
  known(key: string): { response: WholeResponse; isStale: boolean } | undefined;
  /** Purges every response of a tag, including those still being made. */
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
/** Larger ones are not cached: a few of them would evict all others. */
export const MAX_CACHED_BYTES = 1_000_000;

/** A response is stored with its compressed forms, which are made on first use. */
const SIZE_WITH_COMPRESSED = 1.4;

/**
 * Caches complete responses in memory. Only 200 is cached.
 * @param maxBytes of all responses together; the least recently used are evicted first
 * @param maxOfTag responses of one tag; here too the least recently used are evicted first
 * @param longestMakingMs a response that takes longer fails; the next request tries again
 * @param isUnavailable whether the source of responses is known to be unavailable
 */
export function createResponseCache(options: {
  clock: Clock;
  maxBytes: number;
  longestMakingMs: number;
  isUnavailable: () => boolean;
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

  /** A cached response, if it is still valid and no older than `maxAgeMs`. */
  function cachedWithin(key: string, maxAgeMs: number): Cached | undefined {
    const known = cached.get(key);
    if (!known || now() >= known.validUntil || now() - known.madeAt >= maxAgeMs) return undefined;
    return known;
  }

  const keysOf = (tag: string) =>
    [...cached.entries()].filter(([, { tags }]) => tags.includes(tag)).map(([key]) => key);

  /** Keys are ordered by last use, newest first. */
  function limit(tags: readonly string[]): void {
    if (maxOfTag === Number.POSITIVE_INFINITY) return;
    for (const tag of tags) for (const key of keysOf(tag).slice(maxOfTag)) cached.delete(key);
  }

  async function renew(wanted: Wanted, run: Run): Promise<WholeResponse> {
    const { key, tags } = wanted;
    const madeAt = now();
    // Taken at the start: a response made across midnight has the content of the day before.
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
      // The page has moved, is gone or is too large; it is no longer cached.
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

  /** Work continues while at least one caller is waiting. */
  function makeOnce(wanted: Wanted, signal: AbortSignal | undefined): Promise<WholeResponse> {
    // An aborted signal fires no event: the work would go on to its end for no one.
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
    if (age < found.freshMs || isUnavailable()) return { response: found.response, isStale: false };
    return age < REVALIDATED_MS ? { response: found.response, isStale: true } : undefined;
  }

  return {
    known,
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

/** Shares of the memory for responses, so that one kind cannot evict another. */
const SHARES = { pages: 0.7, searches: 0.22, models: 0.03, offers: 0.05 };

/** SRCH-18: the maximum of responses per dealer. */
export const MODELS_CACHED = 10;
export const OFFERS_CACHED = 20;

/** Rendered pages, and responses to searches: of the search page, of models and of offers. */
export type ResponseCaches = { [K in keyof typeof SHARES]: ResponseCache };

export function createResponseCaches({
  maxBytes,
  ...options
}: {
  clock: Clock;
  maxBytes: number;
  longestMakingMs: number;
  isUnavailable: () => boolean;
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

/** The cache of a request's response. */
export function cacheFor(
  caches: ResponseCaches,
  { method, url }: { method: string; url: string },
): ResponseCache {
  if (method === 'GET') return caches.pages;
  if (url === SEARCH_MODELS_PATH) return caches.models;
  return url === SEARCH_OFFERS_PATH ? caches.offers : caches.searches;
}
