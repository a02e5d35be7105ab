import { createContext, useContext } from 'react';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';

/** What cards and filters need of a dealer's configuration; travels as an island prop. */
export type SearchSettings = Pick<PublicConfig, 'search' | 'card' | 'images'> & {
  noPriceText: string;
  showRepayments: boolean;
  city: string;
  siteName: string;
};

export const searchSettings = (site: PublicConfig): SearchSettings => ({
  search: site.search,
  card: site.card,
  images: site.images,
  noPriceText: site.vehiclePage.noPriceText,
  showRepayments: site.finance.showRepayments,
  city: site.override_city ?? site.locations.find(({ primary }) => primary)?.address.city ?? site.name,
  siteName: site.name,
});

export type SearchSurroundings = { settings: SearchSettings; scope: SearchScope; nowMs: number };

const Surroundings = createContext<SearchSurroundings | undefined>(undefined);
export const SurroundingsProvider = Surroundings.Provider;

export function useSurroundings(): SearchSurroundings {
  const found = useContext(Surroundings);
  if (!found) throw new Error('This part of search stands outside SearchApp');
  return found;
}
