import { AsyncLocalStorage } from 'node:async_hooks';
import { inSpan } from '#src/platform/tracing/tracing.ts';
import type { InstantQuery, InstantResult, VehicleSearch } from './vehicle-search.ts';

const tallies = new AsyncLocalStorage<{ found: number | undefined }>();

/** Runs `work` and reports how many vehicles its first search found; undefined if it only read further pages or facets. */
export async function tallySearch<T>(
  work: () => Promise<T>,
): Promise<{ value: T; found: number | undefined }> {
  const tally = { found: undefined };
  const value = await tallies.run(tally, work);
  return { value, found: tally.found };
}

function noteFound(queries: readonly InstantQuery[], results: readonly InstantResult[]): void {
  const tally = tallies.getStore();
  const main = queries.findIndex(({ hitsPerPage }) => hitsPerPage > 0);
  // A further search of the same request falls back to fewer words.
  if (tally && queries[main]?.page === 0) tally.found ??= results[main]?.nbHits;
}

/** A search in spans that say of which dealer it is, how many queries it has and what responded; never its words. */
export function observeSearch(search: VehicleSearch): VehicleSearch {
  const spanOf = (operation: string, dealer: string) => ({
    name: 'search',
    facts: { 'forecourt.dealer': dealer, 'forecourt.search.operation': operation },
  });
  return {
    instant: (queries, within, signal) =>
      inSpan(spanOf('instant', within.dealer), async (span) => {
        const results = await search.instant(queries, within, signal);
        const { source } = results[0] ?? {};
        span?.add({ 'forecourt.search.queries': queries.length, 'forecourt.search.source': source });
        noteFound(queries, results);
        return results;
      }),
    cards: (options) => inSpan(spanOf('cards', options.within.dealer), () => search.cards(options)),
    facetCounts: (within, facets) =>
      inSpan(spanOf('facets', within.dealer), () => search.facetCounts(within, facets)),
  };
}
