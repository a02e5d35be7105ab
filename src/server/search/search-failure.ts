import { SearchUnavailable } from '#src/providers/search-engine/multi-search.ts';

/** True where the engine is away: an answer of 503, not a fault of ours. InstantSearch wraps what it catches. */
export function isSearchAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SearchUnavailable || cause.name === 'SearchUnavailable') return true;
  }
  return false;
}
