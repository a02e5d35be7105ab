import type { SearchUnavailable } from '#src/providers/search-engine/multi-search.ts';

const AWAY: SearchUnavailable['name'] = 'SearchUnavailable';

/** An engine that works but refuses one question: no reason to leave it alone. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'isRefusal') === true;

/**
 * True where the engine is away: an answer of 503, not a fault of ours. Goes by name and through causes: the
 * http process and the pages hold two copies of the class, and InstantSearch wraps what it catches.
 */
export function isSearchAway(error: unknown): error is Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === AWAY) return true;
  }
  return false;
}
