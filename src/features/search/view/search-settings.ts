import { createContext, useContext } from 'react';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Copy } from '#src/config/sections/content/copy-section.ts';
import type { Promo } from '#src/config/sections/stock/search-section.ts';
import type { KindOfStock, StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { SearchScope } from '#src/features/search/search-scope.ts';
import type { CardSizes } from '#src/platform/images/image-url.ts';

/** Wording of cards and results. */
export const COPY_KEYS = [
  'viewDetails',
  'enquire',
  'subscribe',
  'testDrive',
  'testRide',
  'inspection',
  'reserve',
  'similar',
  'similarPrompt',
  'noResultsTitle',
  'noResultsText',
  'justSold',
  'comingSoon',
] as const satisfies readonly (keyof Copy)[];

/** The settings of search that its screen reads; what the server alone reads is not sent to browsers. */
export const SEARCH_KEYS = [
  'facets',
  'cardsPerRow',
  'makesShown',
  'modelsShown',
  'splitMakes',
  'certifiedOnly',
  'scrollToTop',
  'stockCount',
  'suggestions',
  'defaultPath',
  'persisted',
  'alerts',
] as const satisfies readonly (keyof PublicConfig['search'])[];

/** Of the dealership that sells a car: what the actions of its card depend on. */
export type CardSwitches = Pick<DealershipSwitches, 'checkout' | 'reserve' | 'testDrive' | 'favourites'>;

/** The dealer's settings for cards and filters; passed as an island prop. */
export type SearchSettings = Pick<PublicConfig, 'images' | 'subscription'> & {
  /** The server adds the views of a page to its card. */
  card: Omit<PublicConfig['card'], 'views'>;
  search: Pick<PublicConfig['search'], (typeof SEARCH_KEYS)[number]>;
  /** Of today, in order. */
  promos: readonly Promo[];
  /** How wide the pictures of results are. */
  cardSizes: CardSizes;
  /** What the dealer mainly sells. */
  kind: KindOfStock;
  noun: StockNoun;
  /** The conditions of the stock, where it has not all three. */
  conditions?: PublicConfig['sells'];
  /** CFG-16: under a price by the week; empty where none is. */
  planLine: string;
  copy: Pick<Copy, (typeof COPY_KEYS)[number]>;
  /** The actions shoppers have on a dealership's cars on this site, by its slug. */
  switches: Readonly<Record<string, CardSwitches>>;
  /** How cars are reserved here. */
  checkout: PublicConfig['links']['checkout'];
  /** Address of the finance page; null where the site has none. */
  financeHref: string | null;
  testDriveComingSoon: boolean;
  /** Where Clear Filters of an empty result leads (SRCH-12). */
  emptyHref: string;
  noPriceText: string;
  showRepayments: boolean;
  /** The page has a form for the shopper's own deposit, term and credit. */
  hasOwnTerms: boolean;
  /** LOC-11: shoppers may search by distance. */
  hasDistances: boolean;
  city: string;
  siteName: string;
};

export type SearchSurroundings = {
  settings: SearchSettings;
  scope: SearchScope;
  nowMs: number;
  /** What is left of the words of the address, where they were too long. */
  cutQuery?: string | undefined;
};

const Surroundings = createContext<SearchSurroundings | undefined>(undefined);
export const SurroundingsProvider = Surroundings.Provider;

export function useSurroundings(): SearchSurroundings {
  const found = useContext(Surroundings);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}
