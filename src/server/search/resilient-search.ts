import { SearchUnavailable } from '#src/providers/search-engine/search-unavailable.ts';
import type { VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';
import type { Breaker } from '../breaker.ts';
import { isSearchUnavailable } from './search-failure.ts';

/** A database that fails while the engine is unavailable leaves a search without a response, as a page can say. */
async function byDatabase<T>(search: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (signal?.aborted || isSearchUnavailable(error)) throw error;
    throw new SearchUnavailable('Neither the search engine nor the database responds', { cause: error });
  }
}

/** Uses the search engine, or the database if the engine is unavailable. */
export const createResilientSearch = (
  engine: VehicleSearch,
  database: VehicleSearch,
  breaker: Breaker,
): VehicleSearch => ({
  instant: (queries, within, signal) =>
    breaker.call(
      () => engine.instant(queries, within, signal),
      () => byDatabase(() => database.instant(queries, within, signal), signal),
    ),
  cards: (options) =>
    breaker.call(
      () => engine.cards(options),
      () => byDatabase(() => database.cards(options)),
    ),
  facetCounts: (within, facets) =>
    breaker.call(
      () => engine.facetCounts(within, facets),
      () => byDatabase(() => database.facetCounts(within, facets)),
    ),
});
