import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type FacetOption, facetOptions, offeredOptions } from '#src/domain/search/facet-values.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import type { SearchResult } from '#src/wire/search.ts';
import type { SearchCall } from '#src/wire/search-calls.ts';
import type { FacetFound, SearchFound } from '#src/wire/search-found.ts';
import type { SearchServices } from '../search-vehicles.ts';
import { findHits } from './find-hits.ts';

/** Any value under a label finds all of them; the first in the alphabet is used, whatever the counts. */
const itemsOf = ({ label, values, count }: FacetOption): FacetFound['items'] => {
  const [value] = [...values].sort();
  return value === undefined ? [] : [{ label, value, count }];
};

function facetsOf({ search }: DealerConfig, { facets, facets_stats }: SearchResult): SearchFound['facets'] {
  const found = search.facets.map((name) => {
    const facet = facetNamed(name);
    const options = offeredOptions(facet, facetOptions(facet, facets[name] ?? {}), search);
    const { min, max } = facets_stats[name] ?? {};
    const hasStats = facet.kind === 'range' && min !== undefined && max !== undefined;
    return [
      name,
      {
        label: facet.label,
        items: options.flatMap(itemsOf),
        ...(hasStats && { facetStats: { min, max } }),
      },
    ] as const;
  });
  return Object.fromEntries(found);
}

/**
 * SRCH-29: answers the documented search.
 * @throws SearchUnavailable
 */
export async function searchByCall(
  services: SearchServices,
  dealer: DealerConfig,
  { filters, search_filters, hitsPerPage, ...asked }: SearchCall,
  signal?: AbortSignal,
): Promise<SearchFound> {
  const { found, result } = await findHits(
    services,
    dealer,
    {
      ...asked,
      conditions: [...filters, ...search_filters],
      length: hitsPerPage,
      facets: dealer.search.facets,
    },
    signal,
  );
  return { ...found, facets: facetsOf(dealer, result) };
}
