import type { Identity } from '#src/config/sections/business/identity-section.ts';
import type { SortKey } from '#src/config/sections/stock/search-section.ts';

/** SRCH-15. */
export const DEFAULT_SORT: SortKey = 'custom_rank';

export const SORT_LABELS: Record<SortKey, string> = {
  custom_rank: 'Recommended',
  relevance: 'Most relevant',
  latest: 'Latest',
  price_desc: 'Highest price',
  price_asc: 'Lowest price',
  km_asc: 'Lowest kilometres',
  year_desc: 'Newest year',
  distance: 'Nearest first',
};

const NEWEST_FIRST = 'created_at_timestamp:desc';

/**
 * The dealer's default order, SRCH-250, and the tie-breaker of all others. The last key is unique, so that no vehicle
 * appears on two pages.
 */
export const RECOMMENDED_ORDER = ['custom_rank:desc', 'recommended:desc', NEWEST_FIRST, 'id:asc'] as const;

const ENGINE_SORT: Record<SortKey, readonly string[]> = {
  custom_rank: ['custom_rank:desc', 'recommended:desc', NEWEST_FIRST],
  relevance: [],
  latest: [NEWEST_FIRST],
  price_desc: ['price:desc', NEWEST_FIRST],
  price_asc: ['price:asc', NEWEST_FIRST],
  km_asc: ['km:asc', NEWEST_FIRST],
  year_desc: ['year:desc', NEWEST_FIRST],
  // The origin is part of the query.
  distance: ['distance:asc', NEWEST_FIRST],
};

export const SORTS = Object.keys(SORT_LABELS) as readonly SortKey[];

export const isSortKey = (text: string): text is SortKey => Object.hasOwn(SORT_LABELS, text);

/** CFG-16: vehicles with a weekly price are sorted by it and precede those with a full price only. */
const BY_THE_WEEK: Partial<typeof ENGINE_SORT> = {
  price_desc: ['subscription_price:desc', ...ENGINE_SORT.price_desc],
  price_asc: ['subscription_price:asc', ...ENGINE_SORT.price_asc],
};

/** Filters for vehicles with a price, joined by OR. */
export const pricedFilters = ({ subscription }: Pick<Identity, 'subscription'>): string[] =>
  subscription ? ['subscription_price>=1', 'price>=1'] : ['price>=1'];

/** Sort rules `attribute:direction`; empty for the engine's order by relevance. */
export function engineSort(
  sortBy: SortKey,
  query: string,
  { subscription }: Pick<Identity, 'subscription'>,
): readonly string[] {
  // Decision 14: with a query, the default order is by relevance.
  if (sortBy === DEFAULT_SORT && query.trim() !== '') return ENGINE_SORT.relevance;
  return (subscription && BY_THE_WEEK[sortBy]) || ENGINE_SORT[sortBy];
}

export const SEARCH_PATH = '/api/search';
export const SEARCH_WORDS_PATH = `${SEARCH_PATH}/words`;

/** The public name of the index; the engine's own name is not exposed. */
export const SEARCH_INDEX = 'vehicles';

/** InstantSearch selects the order by the index name. */
export const indexNameOf = (sortBy: SortKey): string =>
  sortBy === DEFAULT_SORT ? SEARCH_INDEX : `${SEARCH_INDEX}:${sortBy}`;

export function sortOfIndexName(name: string): SortKey | undefined {
  if (name === SEARCH_INDEX) return DEFAULT_SORT;
  const [index, sortBy = ''] = name.split(':');
  return index === SEARCH_INDEX && isSortKey(sortBy) && indexNameOf(sortBy) === name ? sortBy : undefined;
}
