import type { Clock } from '#src/domain/clock.ts';
import { SEARCH_MODELS_PATH, SEARCH_OFFERS_PATH } from '#src/wire/search-calls.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

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
