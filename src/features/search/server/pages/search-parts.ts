import type { DealerConfig } from '#src/config/dealer-config.ts';
import { facetOptions, getFacet } from '#src/features/search/facets/facets.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { engineSort } from '#src/features/search/search-index.ts';
import { PAGE_SIZE, type SearchState } from '#src/features/search/search-state.ts';
import { isSearchUnavailable } from '#src/features/search/server/search-failure.ts';
import { partsScope } from '#src/features/stock/visible-stock.ts';
import type { Services } from '#src/server/services.ts';

/** Make and model are those of the vehicle a part fits. */
export const PART_FACETS = ['make', 'model', 'car_type'] as const;
export type PartFacet = (typeof PART_FACETS)[number];

export type PartsFound = {
  parts: readonly CardDocument[];
  count: number;
  pages: number;
  choices: Readonly<Record<PartFacet, readonly { label: string; value: string; count: number }[]>>;
};

/**
 * @returns undefined if the search is unavailable
 */
export async function searchParts(
  services: Pick<Services, 'search' | 'log'>,
  dealer: DealerConfig,
  { query, page, sortBy, lists, ranges }: SearchState,
): Promise<PartsFound | undefined> {
  const { min = null, max = null } = ranges.price ?? {};
  const partsQuery = {
    sort: engineSort(sortBy, query, dealer),
    query,
    page: page - 1,
    hitsPerPage: PAGE_SIZE,
    facets: [...PART_FACETS],
    facetFilters: PART_FACETS.flatMap((name) => {
      const chosen = lists[name] ?? [];
      return chosen.length > 0 ? [chosen.map((value) => `${name}:${value}`)] : [];
    }),
    numericFilters: [...(min === null ? [] : [`price>=${min}`]), ...(max === null ? [] : [`price<=${max}`])],
  };
  const everything = {
    ...partsQuery,
    query: '',
    page: 0,
    hitsPerPage: 0,
    facetFilters: [],
    numericFilters: [],
  };
  try {
    const [found, all] = await services.search.instant([partsQuery, everything], partsScope(dealer));
    if (!found || !all) return undefined;
    const choicesOf = (name: PartFacet) =>
      facetOptions(getFacet(name), all.facets[name] ?? {}).map(({ label, values, count }) => ({
        ...{ label, count },
        value: values[0] ?? '',
      }));
    const choices = { make: choicesOf('make'), model: choicesOf('model'), car_type: choicesOf('car_type') };
    return { parts: found.hits, count: found.nbHits, pages: found.nbPages, choices };
  } catch (error) {
    if (!isSearchUnavailable(error)) throw error;
    services.log.error({ dealer: dealer.slug, reason: error.message }, 'parts cannot be searched');
    return undefined;
  }
}
