import type { VehicleSearch } from '#src/providers/search-engine/vehicle-search.ts';
import type { Breaker } from '../breaker.ts';

/** Asks the search engine, and the database where the engine is unavailable. */
export const createResilientSearch = (
  engine: VehicleSearch,
  database: VehicleSearch,
  breaker: Breaker,
): VehicleSearch => ({
  instant: (queries, within, signal) =>
    breaker.call(
      () => engine.instant(queries, within, signal),
      () => database.instant(queries, within, signal),
    ),
  cards: (options) =>
    breaker.call(
      () => engine.cards(options),
      () => database.cards(options),
    ),
  facetCounts: (within, facets) =>
    breaker.call(
      () => engine.facetCounts(within, facets),
      () => database.facetCounts(within, facets),
    ),
});
