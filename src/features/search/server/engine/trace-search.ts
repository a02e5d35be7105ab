import { inSpan } from '#src/platform/tracing/tracing.ts';
import type { VehicleSearch } from './vehicle-search.ts';

/** Spans of searches say how many queries, of which dealer, and what responded; never the words. */
export const traceSearch = (search: VehicleSearch): VehicleSearch => {
  const factsOf = (operation: string, dealer: string) => ({
    'forecourt.dealer': dealer,
    'forecourt.search.operation': operation,
  });
  return {
    instant: (queries, within, signal) =>
      inSpan({ name: 'search', facts: factsOf('instant', within.dealer) }, async (span) => {
        const found = await search.instant(queries, within, signal);
        span?.add({
          'forecourt.search.queries': queries.length,
          'forecourt.search.source': found[0]?.source,
        });
        return found;
      }),
    cards: (options) =>
      inSpan({ name: 'search', facts: factsOf('cards', options.within.dealer) }, () => search.cards(options)),
    facetCounts: (within, facets) =>
      inSpan({ name: 'search', facts: factsOf('facets', within.dealer) }, () =>
        search.facetCounts(within, facets),
      ),
  };
};
