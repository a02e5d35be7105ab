import type { DealerConfig } from '#src/config/dealer-config.ts';
import { siteCity } from '#src/config/public/site-city.ts';
import { stockNoun } from '#src/config/sections/verticals.ts';
import { withWords } from '#src/domain/search/plain-words/with-words.ts';
import { savedSearchName } from '#src/domain/search/saved-search.ts';
import { savedQuery, savedSearch } from '#src/domain/search/saved-search-query.ts';
import { ALL_STOCK_PATH } from '#src/domain/search/search-scope.ts';
import type { SearchState } from '#src/domain/search/search-state.ts';
import { decodeSearch } from '#src/domain/search/url-codec.ts';
import { withoutDistance } from '../search/prepare-search.ts';
import { isSearchUnavailable } from '../search/search-failure.ts';
import { understandQuery } from '../search/understand-query.ts';
import type { Services } from '../services.ts';

export type DescribedSearch = {
  state: SearchState;
  /** Canonical, as it is stored. */
  query: string;
  /** In words. */
  name: string;
  /** Path and query of its results. */
  href: string;
};

export function describeSearch(dealer: DealerConfig, state: SearchState): DescribedSearch {
  const saved = savedSearch(state);
  const query = savedQuery(saved);
  return {
    state: saved,
    query,
    name: savedSearchName(saved, siteCity(dealer), stockNoun(dealer.verticals, dealer.subscription)),
    href: query === '' ? ALL_STOCK_PATH : `${ALL_STOCK_PATH}?${query}`,
  };
}

/** A stored search, read as an address is. */
export const readStored = (dealer: DealerConfig, query: string): DescribedSearch =>
  describeSearch(dealer, withoutDistance(dealer, decodeSearch(new URLSearchParams(query))));

/**
 * The search of an address, as the page of its results reads it: words that name stock are filters.
 * Words stay text while nothing says what they name.
 */
export async function readSearchToSave(
  services: Pick<Services, 'vocabulary'>,
  dealer: DealerConfig,
  params: URLSearchParams,
): Promise<DescribedSearch> {
  const asked = withoutDistance(dealer, decodeSearch(params));
  const meant = await understandQuery(services, dealer, asked.query, asked).catch((error: unknown) => {
    if (isSearchUnavailable(error)) return undefined;
    throw error;
  });
  return describeSearch(dealer, meant ? withWords(asked, meant) : asked);
}
