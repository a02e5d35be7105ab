import { createContext, useContext } from 'react';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { DealershipSwitches } from '#src/config/sections/business/locations-section.ts';
import type { Copy } from '#src/config/sections/content/copy-section.ts';
import type { State } from '#src/config/sections/states.ts';
import type { Promo } from '#src/config/sections/stock/search-section.ts';
import type { KindOfStock, StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import type { SearchScope } from '#src/features/search/search-scope.ts';
import type { CardSizes } from '#src/platform/images/image-url.ts';

export const COPY_KEYS = [
  'viewDetails',
  'enquire',
  'subscribe',
  'testDrive',
  'testRide',
  'inspection',
  'similar',
  'similarPrompt',
  'noResultsTitle',
  'noResultsText',
  'justSold',
  'comingSoon',
] as const satisfies readonly (keyof Copy)[];

/** The settings sent to the browser. */
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
  'priceAscendingHidesUnpriced',
] as const satisfies readonly (keyof PublicConfig['search'])[];

/** The switches of a dealership that affect cards. */
export type CardSwitches = Pick<DealershipSwitches, 'checkout' | 'reserve' | 'testDrive' | 'favourites'>;

/** Passed as an island prop. */
export type SearchSettings = Pick<PublicConfig, 'images' | 'subscription'> & {
  /** Page views are added by the server. */
  card: Omit<PublicConfig['card'], 'views'>;
  search: Pick<PublicConfig['search'], (typeof SEARCH_KEYS)[number]>;
  /** Today's promos, sorted. */
  promos: readonly Promo[];
  cardSizes: CardSizes;
  /** The dealer's main type of vehicle. */
  kind: KindOfStock;
  noun: StockNoun;
  /** The conditions in stock, unless it has all three. */
  conditions?: PublicConfig['sells'];
  /** CFG-16: shown below a weekly price; empty on other sites. */
  planLine: string;
  copy: Pick<Copy, (typeof COPY_KEYS)[number]>;
  /** By slug of the dealership. */
  switches: Readonly<Record<string, CardSwitches>>;
  checkout: PublicConfig['links']['checkout'];
  /** The button that reserves, and the terms beside it. */
  reserve: { label: string; terms: string };
  /** Null if the site has no finance page. */
  financeHref: string | null;
  testDriveComingSoon: boolean;
  /** SRCH-12: target of "Clear Filters" if there are no results. */
  emptyHref: string;
  noPriceText: string;
  showRepayments: boolean;
  /** Whether the page has a form for the visitor's own deposit, term and credit rating. */
  hasOwnTerms: boolean;
  /** LOC-11. */
  hasDistances: boolean;
  /** SRCH-210: the dealer's state; null if the site has no drive-away budget. */
  budgetState: State | null;
  /** CARD-210. */
  state: State;
  city: string;
  siteName: string;
};

export type SearchSurroundings = {
  settings: SearchSettings;
  scope: SearchScope;
  nowMs: number;
  /** The truncated query, if that of the URL was too long. */
  cutQuery?: string | undefined;
};

const Surroundings = createContext<SearchSurroundings | undefined>(undefined);
export const SurroundingsProvider = Surroundings.Provider;

export function useSurroundings(): SearchSurroundings {
  const found = useContext(Surroundings);
  if (!found) throw new Error('This part of search is outside SearchApp');
  return found;
}
