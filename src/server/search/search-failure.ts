import type { SearchUnavailable } from '#src/providers/search-engine/multi-search.ts';

const AWAY: SearchUnavailable['name'] = 'SearchUnavailable';

/** An engine that works but refuses one question: no reason to leave it alone. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'isRefusal') === true;

/** A search that passes the reading of an address but not the checks of the endpoint: the shopper's address is wrong. */
export class SearchUnreadable extends Error {
  override name = 'SearchUnreadable' as const;
}

/**
 * Goes by name and through causes: the http process and the pages hold two copies of a class, and InstantSearch wraps
 * what it catches.
 */
function isCausedBy(error: unknown, name: string): error is Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === name) return true;
  }
  return false;
}

/** True where the engine is unavailable: an answer of 503, not a fault of ours. */
export const isSearchAway = (error: unknown): error is Error => isCausedBy(error, AWAY);

/** True where the search cannot be read: an answer of 400. */
export const isSearchUnreadable = (error: unknown): error is Error => isCausedBy(error, 'SearchUnreadable');
